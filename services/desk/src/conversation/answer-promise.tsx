import { useCompanyNow, useLive } from '../live/use-live.ts'
import { sayToReader } from '../words/say-to-reader.ts'
import { say } from '../words/shared-words.ts'
import { formatTime } from '../words/times.ts'
import styles from './answer-promise.module.css'

/** When an answer usually comes: a time of day, never a countdown. Once it has passed, the page says so. */
export function AnswerPromise({ expectedAt }: { expectedAt: string | null }) {
  const now = useCompanyNow(15_000)
  const isAsker = useLive().me.role === 'user'
  if (expectedAt === null) return isAsker ? <p className={styles['promise']}>{say('promise.unknown')}</p> : null
  const isOpen = new Date(expectedAt).getTime() > now
  return (
    <p className={styles['promise']}>
      {isOpen ? say('promise.by', { time: formatTime(expectedAt) }) : sayToReader('promise.late')}
    </p>
  )
}
