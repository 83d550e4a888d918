import { useCompanyNow } from '../live/use-live.ts'
import { formatTime } from '../words/times.ts'
import { say } from '../words/words.ts'
import styles from './answer-promise.module.css'

/** When an answer usually comes: a time of day, never a countdown. Once it has passed, the page says so. */
export function AnswerPromise({ expectedAt }: { expectedAt: string | null }) {
  const now = useCompanyNow(15_000)
  if (expectedAt === null) return <p className={styles['promise']}>{say('promise.unknown')}</p>
  const isOpen = new Date(expectedAt).getTime() > now
  return (
    <p className={styles['promise']}>
      {isOpen ? say('promise.by', { time: formatTime(expectedAt) }) : say('promise.late')}
    </p>
  )
}
