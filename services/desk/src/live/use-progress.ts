import { useEffect, useRef } from 'react'
import type { Fetched } from './use-fetch.ts'

/** Keeps the rows of unfinished work up to date, every `everyMs` while the page is visible. */
export function useProgress<Row extends { uuid: string }>(
  list: Fetched<readonly Row[]>,
  work: { isOpen: (row: Row) => boolean; fetch: (uuid: string) => Promise<Row>; everyMs: number },
): void {
  const now = useRef({ list, work })
  now.current = { list, work }
  const { everyMs } = work
  useEffect(() => {
    const timer = setInterval(async () => {
      const { isOpen, fetch } = now.current.work
      const open = now.current.list.value?.filter(isOpen) ?? []
      if (open.length === 0 || document.visibilityState === 'hidden') return
      const fresh = await Promise.all(open.map(({ uuid }) => fetch(uuid).catch(() => undefined)))
      const byId = new Map(fresh.flatMap((row) => (row ? [[row.uuid, row] as const] : [])))
      now.current.list.change((rows) => rows.map((row) => byId.get(row.uuid) ?? row))
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
}
