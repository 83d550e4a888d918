import type { PageLanguage } from '@askline/contracts'
import { eventTitles } from './event-titles.ts'

/** The event of a chat message. It has no text of a person, because a chat cannot forget one. */
export type ChatEvent = {
  type: string
  /** The time of the event, in ISO 8601. */
  timestamp: string
  data: {
    /** Absent if the event is about the company. */
    questionUuid?: string
  }
}

/** The readers of a chat message. */
export type ChatReaders = {
  language: PageLanguage
  /** The public address of the service, without a slash at its end. */
  publicUrl: string
}

export type ChatLines = {
  title: string
  link: { url: string; name: string }
  /** Names and values, in the order in which they are shown. */
  facts: { name: string; value: string }[]
}

/** Returns the lines of a chat message in the language of its readers. A type without a title is shown as it is. */
export function chatLinesOf({ type, data }: ChatEvent, { language, publicUrl }: ChatReaders): ChatLines {
  const words = { en: english, de: german }[language]
  const { questionUuid } = data
  const path = questionUuid === undefined ? (places[type] ?? '') : `/q/${questionUuid}`
  return {
    title: eventTitles[language][type] ?? type,
    link: {
      url: `${publicUrl}/desk${path}`,
      name: questionUuid === undefined ? words.openDesk : words.openQuestion,
    },
    facts: questionUuid === undefined ? [] : [{ name: words.question, value: questionUuid }],
  }
}

/** The pages of the desk that show more about an event of the company. */
const places: Readonly<Record<string, string>> = {
  PERSON_FORGOTTEN: '/admin/privacy',
  KNOWLEDGE_CHANGED: '/admin/knowledge',
  EXPERT_CHANGED: '/admin/experts',
  CATEGORY_CHANGED: '/admin/categories',
  WEBHOOK_DISABLED: '/admin/webhooks',
  WEBHOOK_TEST: '/admin/webhooks',
}

type Words = {
  openQuestion: string
  openDesk: string
  question: string
}

const english: Words = {
  openQuestion: 'Open the question',
  openDesk: 'Open the desk',
  question: 'Question',
}

const german: Words = {
  openQuestion: 'Frage öffnen',
  openDesk: 'Desk öffnen',
  question: 'Frage',
}
