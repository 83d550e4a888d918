import type { Page, Pages } from '@askline/client'
import { useCallback, useEffect, useRef, useState } from 'react'

export type List<T> = {
  /** `undefined` until the first page arrives. */
  rows: readonly T[] | undefined
  /** Why the last page could not be fetched. Rows that arrived before stay. */
  error: Error | undefined
  isLoading: boolean
  hasMore: boolean
  /** Fetches the next page, unless one is on its way. After a failure it repeats the page that failed. */
  loadMore(): void
  /** Fetches the first page again and shows it instead of all rows. */
  reload(): void
  /** Changes the rows that are shown, after a move of one's own. */
  change(next: (rows: readonly T[]) => readonly T[]): void
}

type State<T> = { key: string; rows?: readonly T[]; error?: Error; next?: string | null; isLoading?: boolean }

/**
 * Fetches a list page by page. `key` names everything that `list` depends on, for example its filters. A new key begins a new
 * list, and pages of the earlier one that arrive late are not shown.
 */
export function useList<T>(key: string, list: () => Pages<T>): List<T> {
  const [state, setState] = useState<State<T>>({ key })
  const newest = useRef(0)
  const listNow = useRef(list)
  listNow.current = list

  const fetch = useCallback(
    (cursor: string | undefined) => {
      const turn = ++newest.current
      setState(({ error: _error, ...before }) => ({ ...(before.key === key ? before : { key }), isLoading: true }))
      const isNewest = () => turn === newest.current
      const add = ({ items, nextCursor }: Page<T>) => {
        if (!isNewest()) return
        const isSearching = items.length === 0 && nextCursor !== null
        setState((before) => ({
          key,
          rows: cursor === undefined ? items : [...(before.rows ?? []), ...items],
          next: nextCursor,
          isLoading: isSearching,
        }))
        // An empty page of a search is not its end.
        if (isSearching) fetch(nextCursor)
      }
      listNow
        .current()
        .page(cursor)
        .then(add, (error: Error) => isNewest() && setState((before) => ({ ...before, error, isLoading: false })))
    },
    [key],
  )
  useEffect(() => {
    fetch(undefined)
    return () => {
      newest.current++
    }
  }, [fetch])

  const current: State<T> = state.key === key ? state : { key, isLoading: true }
  return {
    rows: current.rows,
    error: current.error,
    isLoading: current.isLoading ?? false,
    hasMore: current.next !== undefined && current.next !== null,
    loadMore: () => {
      if (!current.isLoading && (current.next !== null || current.error)) fetch(current.next ?? undefined)
    },
    reload: () => fetch(undefined),
    change: (next) => setState((before) => (before.rows ? { ...before, rows: next(before.rows) } : before)),
  }
}
