import { useEffect } from 'react'
import { useCell, useLive } from '../live/use-live.ts'

/**
 * Reports how many messages of all questions the asker has not read, and whether a question is open, at first and whenever
 * it changes. Shows nothing.
 */
export function Unread({ onChange }: { onChange: (count: number, isWaiting: boolean) => void }) {
  const { value: questions } = useCell(useLive().inbox('own'))
  const count = questions?.reduce((sum, { conversation }) => sum + (conversation?.unreadMessageCount ?? 0), 0)
  const isWaiting = questions?.some(({ state }) => state.isInteractionAllowed) ?? false
  useEffect(() => {
    if (count !== undefined) onChange(count, isWaiting)
  }, [count, isWaiting, onChange])
  return null
}
