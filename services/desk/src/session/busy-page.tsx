import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { say } from '../words/shared-words.ts'
import type { BusyError } from './session.ts'

/** Longest wait in seconds, unless the service asks for more. */
const longestSeconds = 30

/** Says that the service wants to be asked later, counts the seconds down, and then calls `onRetry`. `tries` double the wait. */
export function BusyPage({ error, tries, onRetry }: { error: BusyError; tries: number; onRetry: () => void }) {
  const [left, setLeft] = useState(() => Math.max(error.retryAfter, Math.min(longestSeconds, 2 ** tries)))
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (left === 0) onRetry()
  }, [left, onRetry])
  return (
    <Empty
      icon="clock"
      title={say(error.isLimit ? 'session.limited' : 'session.busy')}
      isPage
      // Before the wait is over, the limit would refuse another try.
      action={!error.isLimit && <Button onClick={onRetry}>{say('session.again')}</Button>}
    >
      <span role="timer">{left > 0 ? say('session.goesOn', { n: left }) : say('session.opening')}</span>
    </Empty>
  )
}
