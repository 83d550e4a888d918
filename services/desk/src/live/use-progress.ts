import { useEffect, useEffectEvent } from 'react'
import { type Fetched, useFetch } from './use-fetch.ts'

/** Keeps the rows of unfinished work up to date, every `everyMs` while the page is visible. */
export function useProgress<Row extends { uuid: string }>(
  list: Fetched<readonly Row[]>,
  { isOpen, fetch, everyMs }: { isOpen: (row: Row) => boolean; fetch: (uuid: string) => Promise<Row>; everyMs: number },
): void {
  const open = list.value?.filter(isOpen).map(({ uuid }) => uuid) ?? []
  const { value: fresh } = useFetch(
    open.length === 0 ? undefined : open.join(' '),
    () => Promise.all(open.map((uuid) => fetch(uuid).catch(() => undefined))),
    { pauseMs: everyMs, pollMs: everyMs, of: 'progress' },
  )
  const show = useEffectEvent(() => {
    const byId = new Map(fresh?.flatMap((row) => (row ? [[row.uuid, row] as const] : [])))
    list.change((rows) => rows.map((row) => byId.get(row.uuid) ?? row))
  })
  useEffect(() => {
    if (fresh) show()
  }, [fresh])
}
