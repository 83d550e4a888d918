import type { WebhookDelivery } from '@askline/client'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatTime } from '../../words/times.ts'
import { ShortId } from '../frame/short-id.tsx'
import { AnswerFacts } from './answer-facts.tsx'
import styles from './delivery-details.module.css'
import { eventName } from './event-name.ts'
import { say } from './webhook-words.ts'

/** A delivery with its ids and attempts. */
export function DeliveryDetails({
  delivery,
  onResend,
  onClose,
}: {
  delivery: WebhookDelivery
  onResend: () => void
  onClose: () => void
}) {
  const { uuid, status, type, version, attempts, date } = delivery
  return (
    <Dialog
      title={`${eventName(type)}, ${formatTime(date)}`}
      onClose={onClose}
      actions={
        <>
          {status !== 'WAITING' && (
            <Button icon="rotate-ccw" onClick={onResend}>
              {say('webhooks.resend')}
            </Button>
          )}
          <Button kind="primary" onClick={onClose}>
            {say('webhooks.close')}
          </Button>
        </>
      }
    >
      <dl className={styles['facts']}>
        <dt>{say('webhooks.event')}</dt>
        <dd>
          <code>{type}</code>
        </dd>
        <dt>{say('webhooks.deliveryId')}</dt>
        <dd>
          <ShortId id={uuid} />
        </dd>
        {version !== null && (
          <>
            <dt>{say('webhooks.version')}</dt>
            <dd>{version}</dd>
          </>
        )}
      </dl>
      <h3 className={styles['title']}>{say('webhooks.attempts')}</h3>
      {attempts.length === 0 && <p>{say('webhooks.attemptsNone')}</p>}
      <ol className={styles['attempts']}>
        {attempts.map((attempt) => (
          <li key={attempt.date}>
            <time dateTime={attempt.date}>{formatTime(attempt.date)}</time>
            <AnswerFacts {...attempt} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
