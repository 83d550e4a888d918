import type { Message, Question, Response } from '@askline/client'
import type { ReactNode } from 'react'

/** Content between the messages that is not a message, such as an internal note. */
export type Aside = { uuid: string; dateCreated: string; content: ReactNode }

/** The content of one row of a conversation. */
export type ThreadRow = { key: string } & (
  | { kind: 'question' | 'earlier' }
  | { kind: 'message'; message: Message; response: Response | undefined; isAccepted: boolean }
  | { kind: 'aside'; content: ReactNode }
)

type Added = {
  /** Messages that the question does not list. */
  earlier?: readonly Message[]
  /** One row stands where missing messages would begin. */
  hasMore?: boolean
  asides?: readonly Aside[]
}

/** Returns the rows of a conversation in the order of time: the question, then messages and asides. */
export function rowsOf({ conversation }: Question, { earlier = [], hasMore = false, asides = [] }: Added): ThreadRow[] {
  const { messages, responses } = conversation
  const responsesBy = new Map(responses.map((response) => [response.uuid, response]))
  const all = [...messages, ...responses.flatMap((response) => response.messages), ...earlier]
  const firsts = new Set(responses.map((response) => response.messages.find(({ type }) => type === 'MESSAGE')?.uuid))
  const rows: ThreadRow[] = [{ key: 'question', kind: 'question' }]
  const waiting = [...asides]
  const addAsides = (before: string) => {
    while (waiting[0] && waiting[0].dateCreated < before) {
      const { uuid, content } = waiting.shift() as Aside
      rows.push({ key: uuid, kind: 'aside', content })
    }
  }
  for (const message of all.sort((a, b) => a.id - b.id)) {
    addAsides(message.dateCreated)
    const response = message.responseUuid === null ? undefined : responsesBy.get(message.responseUuid)
    const isAccepted = response?.isAccepted === true && firsts.has(message.uuid)
    rows.push({ key: message.uuid, kind: 'message', message, response, isAccepted })
  }
  addAsides('9999')
  if (hasMore) {
    const first = rows.findIndex((row) => row.kind === 'message' && row.message.type === 'MESSAGE')
    rows.splice(first < 0 ? 1 : first, 0, { key: 'earlier', kind: 'earlier' })
  }
  return rows
}

/** Returns the number of all messages that the question lists. */
export const countMessages = ({ conversation: { messages, responses } }: Question): number =>
  responses.reduce((sum, response) => sum + response.messages.length, messages.length)
