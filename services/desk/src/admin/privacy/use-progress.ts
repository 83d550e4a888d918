import type { ForgetReceipt } from '@askline/client'
import { useEffect, useRef } from 'react'
import type { List } from '../../live/use-list.ts'
import { useLive } from '../../live/use-live.ts'

/** ms between two looks at erasures that are under way. */
const pollMs = 3_000

/** Keeps the receipts of unfinished erasures up to date while the page is visible. */
export function useProgress(list: List<ForgetReceipt>): void {
  const { client } = useLive()
  const now = useRef(list)
  now.current = list
  useEffect(() => {
    const timer = setInterval(async () => {
      const open = now.current.rows?.filter(({ status }) => status === 'ERASING') ?? []
      if (open.length === 0 || document.visibilityState === 'hidden') return
      const fresh = await Promise.all(
        open.map(({ uuid }) => client.users.getForgetReceipt(uuid).catch(() => undefined)),
      )
      const byId = new Map(fresh.flatMap((receipt) => (receipt ? [[receipt.uuid, receipt] as const] : [])))
      now.current.change((rows) => rows.map((row) => byId.get(row.uuid) ?? row))
    }, pollMs)
    return () => clearInterval(timer)
  }, [client])
}
