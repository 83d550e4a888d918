import type { WebhookDelivery, WebhookEndpoint } from '@askline/client'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatExactTime, formatTime } from '../../words/times.ts'
import { WholeId } from '../frame/whole-id.tsx'
import { AnswerFacts } from './answer-facts.tsx'
import styles from './delivery-details.module.css'
import { DeliveryState } from './delivery-state.tsx'
import { eventName } from './event-name.ts'
import { say } from './webhook-words.ts'

/** A delivery with its ids and attempts. */
export function DeliveryDetails({
  delivery,
  webhook,
  fault,
  onResend,
  onClose,
}: {
  delivery: WebhookDelivery
  webhook: WebhookEndpoint
  /** Why it was not sent again. */
  fault: ReactNode
  onResend: (() => void) | undefined
  onClose: () => void
}) {
  const { uuid, type, version, questionUuid, attempts, date } = delivery
  return (
    <Dialog
      title={`${eventName(type)}, ${formatTime(date)}`}
      onClose={onClose}
      actions={
        <>
          {onResend && (
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
        <dt>{say('webhooks.date')}</dt>
        <dd>
          <time dateTime={date}>{formatExactTime(date)}</time>
        </dd>
        <dt>{say('webhooks.status')}</dt>
        <dd>
          <DeliveryState delivery={delivery} webhook={webhook} />
        </dd>
        <dt>{say('webhooks.deliveryId')}</dt>
        <dd>
          <WholeId id={uuid} label={say('webhooks.deliveryId')} />
        </dd>
        <dt>{say('webhooks.id')}</dt>
        <dd>
          <WholeId id={webhook.uuid} label={say('webhooks.id')} />
        </dd>
        {questionUuid !== null && (
          <>
            <dt>{say('webhooks.questionFilter')}</dt>
            <dd>
              <WholeId id={questionUuid} label={say('webhooks.questionFilter')} />
            </dd>
          </>
        )}
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
        {attempts.map((attempt, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two attempts can have the same second, and others are only added at the end
          <li key={at}>
            <time dateTime={attempt.date}>{formatExactTime(attempt.date)}</time>
            <AnswerFacts {...attempt} />
          </li>
        ))}
      </ol>
      {fault}
    </Dialog>
  )
}
