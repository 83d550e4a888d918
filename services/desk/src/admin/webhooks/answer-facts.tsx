import type { WebhookAttempt } from '@askline/client'
import { language } from '../../words/messages.ts'
import styles from './answer-facts.module.css'
import { say } from './webhook-words.ts'

type Answer = Pick<WebhookAttempt, 'status' | 'fault' | 'answer'> & { durationMs: number | null }

/** Returns whether the receiver took the event. */
export const isAccepted = ({ status, fault }: Answer): boolean =>
  fault === null && status !== null && status >= 200 && status < 300

const millisecondsText = (ms: number) =>
  new Intl.NumberFormat(language(), { style: 'unit', unit: 'millisecond', unitDisplay: 'short' }).format(ms)

/** The answer of a receiver, or the reason that there is none. */
export function AnswerFacts({ status, fault, durationMs, answer }: Answer) {
  return (
    <div className={styles['facts']}>
      {fault !== null && <p>{say(`webhooks.fault.${fault}` as 'webhooks.fault.timeout')}</p>}
      {status !== null && durationMs !== null && (
        <p>{say('webhooks.answered', { status, time: millisecondsText(durationMs) })}</p>
      )}
      {status !== null && answer === '' && <p>{say('webhooks.noAnswer')}</p>}
      {answer && <pre className={styles['answer']}>{answer}</pre>}
    </div>
  )
}
