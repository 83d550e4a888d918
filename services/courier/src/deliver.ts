import { companyDefaults } from '@askline/contracts'
import { type Database, inSystem } from '@askline/db'
import { eventOfDelivery, type WebhookEvent } from '@askline/domain/webhooks/bodies'
import {
  type Attempt,
  type CourierEndpoint,
  type Destination,
  type DueDelivery,
  findDestination,
  settleAttempt,
} from '@askline/domain/webhooks/courier-work'
import { secretPurpose } from '@askline/domain/webhooks/endpoints'
import { slackBodyOf } from '@askline/domain/webhooks/formats/slack'
import { teamsBodyOf } from '@askline/domain/webhooks/formats/teams'
import { type Outcome, outcomeOf, readRetryAfter } from '@askline/domain/webhooks/schedule'
import type { Outbound } from '@askline/outbound'
import { type SecretBox, UnknownSecretsKeyError, wallClock } from '@askline/runtime'
import { Webhook } from 'standardwebhooks'
import type { CourierMetrics } from './courier-metrics.ts'

const limits = { connectMs: 5_000, firstByteMs: 15_000, wholeMs: 15_000, readBytes: 65_536 }
/** A person waits for the result of a test, and the API for a few seconds only. */
const testLimits = { ...limits, connectMs: 2_000, wholeMs: 4_000 }
/** Bytes of an answer that are stored. */
const answerBytes = 512

export type Sender = {
  db: Database
  outbound: Outbound
  secrets: SecretBox
  publicUrl: string
  metrics: CourierMetrics
}

type Wanted = { endpoint: CourierEndpoint; delivery: DueDelivery; failures: number; isProbe: boolean }

/**
 * Makes one attempt of a delivery and stores what came of it. Does nothing and returns `stopped` if the endpoint is not ACTIVE any more,
 * unless the delivery is a test. Throws if Postgres is unavailable; the attempt is then repeated.
 */
export async function deliver(
  sender: Sender,
  { endpoint, delivery, failures, isProbe }: Wanted,
): Promise<Outcome | 'stopped'> {
  const { db, metrics } = sender
  // Read for each attempt, because an admin may have paused the endpoint or changed its address since the deliveries were found.
  const found = await inSystem(db, async (tx) => {
    const own = tx.of(endpoint.companyId)
    const destination = await findDestination(own, endpoint.id)
    if (!destination || (destination.state !== 'ACTIVE' && delivery.position !== null)) return undefined
    return { destination, event: await eventOfDelivery(own, destination, delivery, sender.publicUrl) }
  })
  if (!found) return 'stopped'
  const { attempt, outcome, retryAfterMs } = await send(sender, endpoint, delivery, found)
  metrics.note(outcome, attempt.durationMs)
  const disabled = await inSystem(db, (tx) =>
    settleAttempt(tx.of(endpoint.companyId), {
      ...{ endpointId: endpoint.id, delivery, failures, isProbe },
      ...{ outcome, retryAfterMs, attempt },
    }),
  )
  if (disabled) metrics.noteDisabled(disabled)
  return outcome
}

/** Returns the body in the format of the endpoint: the event, or a message for a chat. */
function bodyOf(
  event: WebhookEvent,
  format: Destination['format'],
  { settings }: CourierEndpoint,
  publicUrl: string,
): object {
  if (format === 'STANDARD') return event
  const readers = { language: settings.language ?? companyDefaults.language, publicUrl: new URL(publicUrl).origin }
  return format === 'SLACK' ? slackBodyOf(event, readers) : teamsBodyOf(event, readers)
}

type Sent = { attempt: Attempt; outcome: Outcome; retryAfterMs: number | undefined }

async function send(
  { outbound, secrets, publicUrl }: Sender,
  endpoint: CourierEndpoint,
  delivery: DueDelivery,
  { destination, event }: { destination: Destination; event: WebhookEvent },
): Promise<Sent> {
  const body = JSON.stringify(bodyOf(event, destination.format, endpoint, publicUrl))
  const now = new Date(wallClock())
  const signatures = destination.secrets.map(({ secretId, encryptedSecret: text, encryptionKeyId: keyId }) => {
    try {
      return new Webhook(secrets.decrypt({ text, keyId }, secretPurpose(secretId))).sign(delivery.id, now, body)
    } catch (error) {
      if (error instanceof UnknownSecretsKeyError) return undefined
      throw error
    }
  })
  if (signatures.length === 0 || signatures.includes(undefined)) {
    const attempt = { status: null, fault: 'secret_unreadable', durationMs: 0, answer: null }
    return { attempt, outcome: 'failed', retryAfterMs: undefined }
  }
  const sent = await outbound.send({
    method: 'POST',
    url: destination.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Askline-Webhooks',
      'webhook-id': delivery.id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    },
    body,
    wanted: ['retry-after'],
    limits: delivery.position === null ? testLimits : limits,
  })
  const outcome = outcomeOf(sent)
  if ('fault' in sent) {
    const { kind, status = null } = sent.fault
    return {
      attempt: { status, fault: kind, durationMs: sent.durationMs, answer: null },
      outcome,
      retryAfterMs: undefined,
    }
  }
  const answer = new TextDecoder().decode(Buffer.from(sent.body).subarray(0, answerBytes), { stream: true })
  const attempt = { status: sent.status, fault: null, durationMs: sent.durationMs, answer }
  return { attempt, outcome, retryAfterMs: readRetryAfter(sent.headers['retry-after'], wallClock()) }
}
