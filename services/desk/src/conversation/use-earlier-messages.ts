import type { Message, Question } from '@askline/client'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
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
  /** What was written when these messages were kept. If it changes, for example because the asker was forgotten, they are dropped. */
  of: string
  messages: Map<string, Message>
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
  const kept = useRef<Kept>({ of, messages: new Map(), cursor: undefined })
  const [pages, setPages] = useState(0)
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<Error>()

  const listed = useMemo(() => {
    const all = [...conversation.messages, ...conversation.responses.flatMap((response) => response.messages)]
    return new Map(all.filter(({ type }) => type === 'MESSAGE').map((message) => [message.uuid, message]))
  }, [conversation])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page changes what is kept.
  const messages = useMemo(() => {
    if (conversation.messagesCursor === null || kept.current.of !== of) return []
    return [...kept.current.messages.values()].filter((message) => !listed.has(message.uuid))
  }, [conversation, listed, of, pages])

  useEffect(() => {
    const isKept = (message: Message) => kept.current.messages.has(message.uuid)
    // More was written than one answer holds since the last look: what lies between is fetched again.
    if (kept.current.of !== of || ![...listed.values()].some(isKept))
      kept.current = { of, messages: new Map(), cursor: undefined }
    if (conversation.messagesCursor === null) return
    for (const [key, message] of listed) kept.current.messages.set(key, message)
  }, [conversation, listed, of])

  const cursor = kept.current.cursor === undefined ? conversation.messagesCursor : kept.current.cursor
  const load = useCallback(() => {
    if (isLoading || cursor === null) return
    const into = kept.current
    setLoading(true)
    setError(undefined)
    client.messages
      .list({ questionUuid: uuid, limit: pageSize })
      .page(cursor)
      .then(
        ({ items, nextCursor }) => {
          for (const message of items) if (message.type === 'MESSAGE') into.messages.set(message.uuid, message)
          into.cursor = nextCursor
          setPages((count) => count + 1)
        },
        (failure: Error) => setError(failure),
      )
      .finally(() => setLoading(false))
  }, [client, cursor, isLoading, uuid])

  return { messages, hasMore: conversation.messagesCursor !== null && cursor !== null, isLoading, error, load }
}
