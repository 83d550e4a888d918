import { NotFoundError, type Pages } from '@askline/client'
import { useCallback, useEffect, useRef, useState } from 'react'

/** A value that a page fetches, or the rows of a list that it fetches page by page. */
export type Fetched<T> = {
  /** The last value that arrived. It stays while a newer one is fetched, and after a failure unless it no longer exists. */
  value: T | undefined
  /** Why the last fetch failed. It stays until the next one succeeds. */
  error: Error | undefined
  isLoading: boolean
  /** The last page had no rows but was not the end, so the next one is on its way. */
  isSearching: boolean
  hasMore: boolean
  /** Fetches the next page, unless one is on its way. */
  loadMore(): void
  /** Repeats the fetch that failed. */
  retry(): void
  /** Fetches the value, or the first page, and shows it instead of what is shown. */
  reload(): void
  /** Changes what is shown, after a move of one's own. */
  change(next: (value: T) => T): void
}

type Options = {
  /** Fetches again after this many ms, while the page is visible and shows no further pages of a list. */
  pollMs?: number
  /** Names what the value is about, by default the key. The value stays while it is fetched anew by another key. */
  of?: string
  /** Fetches when the key has been the same for this many ms, for example because the person pauses. */
  pauseMs?: number
}

type State = {
  of: string | undefined
  value?: unknown
  error?: Error
  isLoading?: boolean
  isSearching?: boolean
  /** Leads to the page that was fetched last; `undefined` for the first one. */
  from?: string | undefined
  /** Leads to the next page. */
  next?: string | null
}

/**
 * Fetches what a page shows beside the live cells. `key` names everything that `fetch` depends on, for example filters; without a
 * key nothing is fetched. Only the answer of the newest fetch is shown. A list that answers a page without rows before its end
 * fetches on until it has rows.
 */
export function useFetch<Row>(
  key: string | undefined,
  fetch: () => Pages<Row>,
  options?: Options,
): Fetched<readonly Row[]>
export function useFetch<T>(key: string | undefined, fetch: () => Promise<T>, options?: Options): Fetched<T>
export function useFetch(
  key: string | undefined,
  fetch: () => Pages<unknown> | Promise<unknown>,
  { pollMs, of = key, pauseMs = 0 }: Options = {},
): Fetched<unknown> {
  const [state, setState] = useState<State>({ of })
  const newest = useRef(0)
  const hasGrown = useRef(false)
  const fetchNow = useRef(fetch)
  fetchNow.current = fetch

  const load = useCallback(
    async (from?: string, isQuiet = false) => {
      const turn = ++newest.current
      hasGrown.current = from !== undefined
      const show = (next: (before: State) => State) => {
        if (turn === newest.current) setState((before) => next(before.of === of ? before : { of }))
      }
      if (!isQuiet) show((before) => ({ ...before, from, isLoading: true }))
      try {
        const source = fetchNow.current()
        if (!('page' in source)) {
          const value = await source
          return show(() => ({ of, value, isLoading: false }))
        }
        const { items, nextCursor: next } = await source.page(from)
        if (turn !== newest.current) return
        const isSearching = items.length === 0 && next !== null
        show(({ value }) => {
          const rows = from === undefined ? items : [...(value as unknown[]), ...items]
          return { of, value: rows, next, isLoading: isSearching, isSearching }
        })
        if (isSearching) await load(next)
      } catch (error) {
        show((before) => {
          const kept = error instanceof NotFoundError ? { of } : before
          return { ...kept, error: error as Error, isLoading: false, isSearching: false }
        })
      }
    },
    [of],
  )
  const reload = useCallback(() => void load(), [load])

  useEffect(() => {
    if (key === undefined) return
    const look = () => document.visibilityState === 'visible' && !hasGrown.current && void load(undefined, true)
    let timer: ReturnType<typeof setInterval> | undefined
    const begin = () => {
      reload()
      if (pollMs !== undefined) timer = setInterval(look, pollMs)
    }
    const pause = pauseMs > 0 ? setTimeout(begin, pauseMs) : undefined
    if (pause === undefined) begin()
    return () => {
      newest.current++
      clearTimeout(pause)
      clearInterval(timer)
    }
  }, [key, load, reload, pollMs, pauseMs])

  const current: State = state.of === of ? state : { of }
  const { value, error, isLoading = key !== undefined, isSearching = false, from, next } = current
  return {
    value,
    error,
    isLoading,
    isSearching,
    hasMore: typeof next === 'string',
    loadMore() {
      if (typeof next === 'string' && !isLoading) void load(next)
    },
    retry: () => void load(from),
    reload,
    change: (to) =>
      setState((before) => (before.value === undefined ? before : { ...before, value: to(before.value) })),
  }
}
