import { useEffect } from 'react'
import { useCell, useLive } from '../live/use-live.ts'

/** Reports how many messages of all questions the asker has not read, at first and whenever it changes. Shows nothing. */
export function Unread({ onChange }: { onChange: (count: number) => void }) {
  const { value: questions } = useCell(useLive().inbox('own'))
  const count = (questions ?? []).reduce((sum, { conversation }) => sum + (conversation?.unreadMessageCount ?? 0), 0)
  useEffect(() => onChange(count), [count, onChange])
  return null
}
