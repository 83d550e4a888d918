import type { WebhookDelivery, WebhookEndpoint } from '@askline/client'
import { useCompanyNow } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../words/times.ts'
import { RowFact } from '../frame/section.tsx'
import { say } from './webhook-words.ts'

const kinds = { WAITING: 'go', DELIVERED: 'good', FAILED: 'bad' } as const

type OfWebhook = { delivery: WebhookDelivery; webhook: Pick<WebhookEndpoint, 'state'> }

/** The status of a delivery, and its next attempt while it waits. */
export function DeliveryState({ delivery, webhook }: OfWebhook) {
  const { status } = delivery
  return (
    <>
      <Badge kind={kinds[status]}>{say(`webhooks.${status}`)}</Badge>{' '}
      {status === 'WAITING' && (
        <RowFact>
          <NextAttempt delivery={delivery} webhook={webhook} />
        </RowFact>
      )}
    </>
  )
}

function NextAttempt({ delivery: { dateNextAttempt }, webhook: { state } }: OfWebhook) {
  const now = useCompanyNow()
  if (state !== 'ACTIVE' || dateNextAttempt === null) return say('webhooks.notUntilEnabled')
  if (new Date(dateNextAttempt).getTime() <= now) return say('webhooks.dueNow')
  return <time dateTime={dateNextAttempt}>{say('webhooks.waitingUntil', { time: formatTime(dateNextAttempt) })}</time>
}
