import type { WebhookEndpoint } from '@askline/client'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatTime } from '../../words/times.ts'
import { say } from './webhook-words.ts'

/** The state of a webhook in a word or two. */
export function StateBadge({ webhook: { state, failing } }: { webhook: WebhookEndpoint }) {
  if (state === 'DISABLED') return <Badge kind="bad">{say('webhooks.DISABLED')}</Badge>
  if (state === 'PAUSED') return <Badge>{say('webhooks.PAUSED')}</Badge>
  if (!failing) return <Badge kind="good">{say('webhooks.ACTIVE')}</Badge>
  return (
    <>
      <Badge kind="warn">{say('webhooks.failing')}</Badge> {say('webhooks.since', { time: formatTime(failing.since) })}
    </>
  )
}

/** Says why events do not arrive, and what happens next; nothing while they do. */
export function StateNotice({ webhook, enable }: { webhook: WebhookEndpoint; enable: ReactNode }) {
  const { state, disabledReason, failing, dateOldestWaiting } = webhook
  const oldest = dateOldestWaiting && <p>{say('webhooks.oldestWaiting', { time: formatTime(dateOldestWaiting) })}</p>
  if (state === 'DISABLED')
    return (
      <Notice kind="bad" title={say(`webhooks.${disabledReason ?? 'DISABLED'}`)} actions={enable}>
        {disabledReason && <p>{say(`webhooks.${disabledReason}Hint`)}</p>}
      </Notice>
    )
  if (state === 'PAUSED')
    return (
      <Notice title={say('webhooks.pausedTitle')} actions={enable}>
        <p>{say('webhooks.pausedHint')}</p>
      </Notice>
    )
  if (!failing) return null
  const { since, failures, dateNextAttempt } = failing
  return (
    <Notice kind="warn" title={say('webhooks.failingSince', { time: formatTime(since) })}>
      <p>
        {say('webhooks.failures', { n: failures })}{' '}
        {dateNextAttempt === null
          ? say('webhooks.retried')
          : say('webhooks.nextAttempt', { time: formatTime(dateNextAttempt) })}{' '}
        {say('webhooks.untilDisabled')}
      </p>
      {oldest}
    </Notice>
  )
}
