import { useCallback, useEffect, useRef, useState } from 'react'

export type Resource<T> = {
  /** The last value that arrived. It stays while a newer one is fetched, and after a failure. */
  value: T | undefined
  /** Why the last fetch failed. */
  error: Error | undefined
  reload(): void
  /** Shows a value that a move of one's own returned. */
  show(value: T): void
}

/**
 * Fetches what a page shows: once for each `key`, then every `pollMs` while the page is visible. `key` names everything that
 * `fetch` depends on. Only the answer of the newest fetch is shown.
 */
export function useResource<T>(
  key: string,
  fetch: () => Promise<T>,
  { pollMs }: { pollMs?: number } = {},
): Resource<T> {
  const [state, setState] = useState<{ key: string; value?: T; error?: Error }>({ key })
  const newest = useRef(0)
  const fetchNow = useRef(fetch)
  fetchNow.current = fetch

  const reload = useCallback(() => {
    const turn = ++newest.current
    fetchNow.current().then(
      (value) => turn === newest.current && setState({ key, value }),
      (error: Error) =>
        turn === newest.current && setState((before) => ({ ...(before.key === key ? before : { key }), error })),
    )
  }, [key])

  useEffect(() => {
    reload()
    const timer =
      pollMs === undefined
        ? undefined
        : setInterval(() => {
            if (document.visibilityState === 'visible') reload()
          }, pollMs)
    return () => {
      newest.current++
      clearInterval(timer)
    }
  }, [reload, pollMs])

  const current = state.key === key ? state : { key }
  return {
    value: current.value,
    error: current.error,
    reload,
    show: (value) => {
      newest.current++
      setState({ key, value })
    },
  }
}
