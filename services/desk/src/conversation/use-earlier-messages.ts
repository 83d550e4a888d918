import type { Message, Pages, Question } from '@askline/client'
import { useEffect, useMemo, useState } from 'react'
import { useFetch } from '../live/use-fetch.ts'
import { useLive } from '../live/use-live.ts'

export type EarlierMessages = {
  /** Messages of people that the question does not list any more, or not yet. */
  messages: readonly Message[]
  hasMore: boolean
  isLoading: boolean
  error: Error | undefined
  /** Fetches the next older messages, unless some are on their way. */
  load(): void
}

type Kept = {
  /**
   * Question, author and text when these messages were kept. If they change, for example because the asker was forgotten,
   * the messages are dropped.
   */
  of: string
  /** Grows when messages are dropped. Older ones are then fetched anew. */
  round: number
  /** The messages that the question listed in this round. */
  listed: ReadonlyMap<string, Message>
  /** Leads to the messages before them. Set when the reader first wants some. */
  before: string | undefined
}

const pageSize = 100

/**
 * Keeps what a question of more than about 1 MB leaves out: messages that it listed before, and older ones, fetched page by page.
 */
export function useEarlierMessages(question: Question): EarlierMessages {
  const { client } = useLive()
  const { uuid, conversation } = question
  const { messagesCursor } = conversation
  const of = `${uuid} ${conversation.author.name} ${conversation.text}`
  const [kept, setKept] = useState<Kept>({ of, round: 0, listed: new Map(), before: undefined })
  const { before, round } = kept
  const older = useFetch(before === undefined ? undefined : `${round} ${kept.of}`, () =>
    pagesFrom(before, client.messages.list({ questionUuid: uuid, limit: pageSize })),
  )

  const listed = useMemo(() => {
    const all = [...conversation.messages, ...conversation.responses.flatMap((response) => response.messages)]
    return byUuid(all)
  }, [conversation])

  const messages = useMemo(() => {
    if (messagesCursor === null || kept.of !== of) return []
    const all = new Map([...kept.listed, ...byUuid(older.value ?? [])])
    return [...all.values()].filter((message) => !listed.has(message.uuid))
  }, [kept, listed, messagesCursor, of, older.value])

  useEffect(() => {
    setKept((former) => {
      // If no kept message is listed, there are more new messages than one answer holds. The messages between are fetched
      // again.
      const isContinued = former.listed.size === 0 || [...listed.keys()].some((key) => former.listed.has(key))
      const now: Kept =
        former.of === of && isContinued ? former : { of, round: former.round + 1, listed: new Map(), before: undefined }
      return messagesCursor === null ? now : { ...now, listed: new Map([...now.listed, ...listed]) }
    })
  }, [listed, messagesCursor, of])

  return {
    messages,
    hasMore: messagesCursor !== null && (older.value === undefined || older.hasMore),
    isLoading: older.isLoading,
    error: older.error,
    load() {
      if (before === undefined) setKept((now) => ({ ...now, before: messagesCursor ?? undefined }))
      else if (older.error) older.retry()
      else older.loadMore()
    },
  }
}

/** Returns the messages of people by their uuid. */
const byUuid = (messages: readonly Message[]): Map<string, Message> =>
  new Map(messages.filter(({ type }) => type === 'MESSAGE').map((message) => [message.uuid, message]))

/** Returns a list whose first page is the one at `start`. */
const pagesFrom = (start: string | undefined, list: Pages<Message>): Pages<Message> => ({
  ...list,
  page: (cursor = start) => list.page(cursor),
})
