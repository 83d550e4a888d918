import { useNow } from '../live/use-live.ts'
import { formatTime } from '../words/times.ts'
import { say } from '../words/words.ts'
import styles from './answer-promise.module.css'

/** When an answer usually comes: a time of day, never a countdown. Once it has passed, the page says so. */
export function AnswerPromise({ since, estimateMs }: { since: string; estimateMs: number | null }) {
  const now = useNow(15_000)
  if (estimateMs === null) return <p className={styles['promise']}>{say('promise.unknown')}</p>
  const due = new Date(since).getTime() + estimateMs
  return (
    <p className={styles['promise']}>
      {due > now ? say('promise.by', { time: formatTime(new Date(due).toISOString()) }) : say('promise.late')}
    </p>
  )
}
