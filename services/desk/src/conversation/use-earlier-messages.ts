import type { Message, Question } from '@askline/client'
import { useCallback, useEffect, useMemo, useState } from 'react'
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
  /** Grows when messages are dropped. A page that was requested in an earlier round is ignored. */
  round: number
  messages: ReadonlyMap<string, Message>
  /** Leads to the messages before the kept ones; `undefined` before the first page. */
  cursor: string | null | undefined
}

const pageSize = 100

/**
 * Keeps what a question of more than about 1 MB leaves out: messages that it listed before, and older ones, fetched page by page.
 */
export function useEarlierMessages(question: Question): EarlierMessages {
  const { client } = useLive()
  const { uuid, conversation } = question
  const of = `${uuid} ${conversation.author.name} ${conversation.text}`
  const [kept, setKept] = useState<Kept>({ of, round: 0, messages: new Map(), cursor: undefined })
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<Error>()

  const listed = useMemo(() => {
    const all = [...conversation.messages, ...conversation.responses.flatMap((response) => response.messages)]
    return new Map(all.filter(({ type }) => type === 'MESSAGE').map((message) => [message.uuid, message]))
  }, [conversation])

  const messages = useMemo(() => {
    if (conversation.messagesCursor === null || kept.of !== of) return []
    return [...kept.messages.values()].filter((message) => !listed.has(message.uuid))
  }, [conversation, kept, listed, of])

  useEffect(() => {
    setKept((before) => {
      // If no kept message is listed, there are more new messages than one answer holds. The messages between are fetched
      // again.
      const isContinued = before.messages.size === 0 || [...listed.keys()].some((key) => before.messages.has(key))
      const after: Kept =
        before.of === of && isContinued
          ? before
          : { of, round: before.round + 1, messages: new Map(), cursor: undefined }
      if (conversation.messagesCursor === null) return after
      return { ...after, messages: new Map([...after.messages, ...listed]) }
    })
  }, [conversation, listed, of])

  const cursor = kept.cursor === undefined ? conversation.messagesCursor : kept.cursor
  const load = useCallback(() => {
    if (isLoading || cursor === null) return
    setLoading(true)
    setError(undefined)
    client.messages
      .list({ questionUuid: uuid, limit: pageSize })
      .page(cursor)
      .then(
        ({ items, nextCursor }) => {
          const page = items.filter(({ type }) => type === 'MESSAGE').map((message) => [message.uuid, message] as const)
          setKept((before) =>
            before.round === kept.round
              ? { ...before, messages: new Map([...before.messages, ...page]), cursor: nextCursor }
              : before,
          )
        },
        (failure: Error) => setError(failure),
      )
      .finally(() => setLoading(false))
  }, [client, cursor, isLoading, kept.round, uuid])

  return { messages, hasMore: conversation.messagesCursor !== null && cursor !== null, isLoading, error, load }
}
