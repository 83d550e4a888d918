import type { InboxCounts } from '@askline/client'
import { type Cell, createCell } from './cell.ts'

/** A value that is loaded: absent until it arrives, with the error if it cannot be loaded. */
export type Loaded<T> = { value?: T; error?: Error }

/** A long list of which the first rows are loaded. */
export type LoadedList<Row> = Loaded<readonly Row[]> & {
  hasMore?: boolean
  /** The sizes of both groups of offered questions, also of rows that are not loaded. */
  counts?: InboxCounts | undefined
}

/** The lists of questions that the pages show. */
export type InboxView = 'offered' | 'claimed' | 'answered' | 'queue' | 'own'

/**
 * Opens a value that is fetched when it is first shown. With `look` it is fetched again: the last value stays until then,
 * and after a failure. With `show` it becomes a value that a move of one's own returned.
 */
export function openLoaded<T>(fetch: () => Promise<T>) {
  const inner = createCell<Loaded<T>>({})
  let newest = 0
  const look = async () => {
    const own = ++newest
    const next = await fetch().then(
      (value) => ({ value }),
      (error: Error) => ({ ...inner.get(), error }),
    )
    // A value that was fetched or shown meanwhile is newer.
    if (own === newest) inner.set(next)
  }
  const cell: Cell<Loaded<T>> = {
    ...inner,
    subscribe(listener) {
      if (inner.get().value === undefined) void look()
      return inner.subscribe(listener)
    },
  }
  const show = (value: T) => {
    newest++
    inner.set({ value })
  }
  return { cell, look, show }
}
