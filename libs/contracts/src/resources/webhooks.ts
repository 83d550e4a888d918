import { type Static, Type } from 'typebox'
import {
  webhookDeliveryStatuses,
  webhookDisabledReasons,
  webhookEndpointStates,
  webhookFormats,
  webhookStarts,
} from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'

/** Webhooks: `/admin/webhooks` for admins, and `/webhooks` for an integration's own. */

/** The address, settings and state of a receiver. */
export const WebhookEndpointView = Type.Object({
  uuid: Uuid,
  integrationUuid: Nullable(
    Type.String({ ...Uuid, description: 'The integration that owns the endpoint, or null for one of the company.' }),
  ),
  name: Type.String({ examples: ['Warehouse'] }),
  url: Type.String({
    description: 'The address to which events are sent.',
    examples: ['https://shop.example.com/askline'],
  }),
  types: Type.Array(Type.String(), {
    description: 'The types of events that are sent.',
    examples: [['QUESTION_APPROVED', 'QUESTION_RESPONSE']],
  }),
  format: Type.Enum(webhookFormats, {
    description: 'STANDARD: JSON with a signature. SLACK and TEAMS: a message for an incoming webhook of that product.',
  }),
  includeState: Type.Boolean({ description: 'Whether `data.question` has the condensed question, without texts.' }),
  state: Type.Enum(webhookEndpointStates, {
    description:
      'ACTIVE: events are sent. PAUSED: a person paused it. DISABLED: the service stopped, see `disabledReason`.',
  }),
  disabledReason: Nullable(
    Type.Enum(webhookDisabledReasons, {
      description: 'GONE: the server answered 410. FAILING: no attempt succeeded for five days.',
    }),
  ),
  failing: Nullable(
    Type.Object(
      {
        since: DateTime,
        failures: Type.Integer({ description: 'Failed attempts since the last success.' }),
        dateNextAttempt: Nullable(
          Type.String({
            ...DateTime,
            description:
              'Set after ten failures in a row, while the webhook is ACTIVE. All deliveries wait until one attempt at this time succeeds.',
          }),
        ),
      },
      { description: 'The failures since the last success, or null.' },
    ),
  ),
  secrets: Type.Array(
    Type.Object({
      uuid: Uuid,
      dateCreated: DateTime,
      dateRetires: Nullable(
        Type.String({ ...DateTime, description: 'The end of a replaced secret. Until then both sign.' }),
      ),
    }),
    { description: 'The secrets that sign, oldest first. The secrets themselves are shown once.' },
  ),
  dateOldestWaiting: Nullable(
    Type.String({ ...DateTime, description: 'The time of the oldest event that was not delivered yet, or null.' }),
  ),
  dateCreated: DateTime,
  lastUpdated: DateTime,
})
export type WebhookEndpointView = Static<typeof WebhookEndpointView>

/** An endpoint with the secret that was made for it. */
export const WebhookSecretView = Type.Object({
  ...WebhookEndpointView.properties,
  secret: Nullable(
    Type.String({
      description: '`whsec_` and base64. Shown once; null if the answer is repeated for an Idempotency-Key.',
      examples: ['whsec_dGhpcyBpcyBhbiBleGFtcGxlIG9mIGEgc2VjcmV0'],
    }),
  ),
})
export type WebhookSecretView = Static<typeof WebhookSecretView>

const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description:
    'The address to which events are sent. It must be https, have port 443 or 8443 and be public, unless `OUTBOUND_ALLOWED` of the service permits others.',
  examples: ['https://shop.example.com/askline'],
})
const Types = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Types of events, as in `GET /events`. PERSON_FORGOTTEN is always sent.',
})
const RepeatedUuid = Type.Optional(Type.String({ ...Uuid, description: 'May repeat the uuid of the path.' }))
const Name = Type.String({ minLength: 1, maxLength: 200, examples: ['Warehouse'] })

/** Body of `POST …/webhooks`. */
export const NewWebhookEndpoint = Type.Object({
  name: Name,
  url: Url,
  types: Type.Optional(Types),
  format: Type.Optional(Type.Enum(webhookFormats, { description: 'The format of the body. STANDARD by default.' })),
  includeState: Type.Optional(
    Type.Boolean({
      description:
        'Adds the condensed question, without texts, to the body. False by default, and always for SLACK and TEAMS.',
    }),
  ),
})
export type NewWebhookEndpoint = Static<typeof NewWebhookEndpoint>

/** Body of `PUT …/webhooks/{uuid}`. Omitted members keep their value. */
export const WebhookEndpointChanges = Type.Object({
  uuid: RepeatedUuid,
  name: Type.Optional(Name),
  url: Type.Optional(Url),
  types: Type.Optional(Types),
  format: Type.Optional(Type.Enum(webhookFormats)),
  includeState: Type.Optional(Type.Boolean({ description: 'Must be false for SLACK and TEAMS.' })),
})
export type WebhookEndpointChanges = Static<typeof WebhookEndpointChanges>

/** Body of `POST …/webhooks/{uuid}/rotateSecret`. */
export const WebhookRotation = Type.Object({
  uuid: RepeatedUuid,
  revokeNow: Type.Optional(
    Type.Boolean({
      description: 'Ends the earlier secrets at once, for one that leaked. By default both sign for 24 hours.',
    }),
  ),
})

/** Body of `POST …/webhooks/{uuid}/enable`. */
export const WebhookEnabling = Type.Object({
  uuid: RepeatedUuid,
  from: Type.Enum(webhookStarts, {
    description: 'LAST: send all events since the last one that was sent. NOW: send events from now on.',
  }),
})

/** Body of `POST …/webhooks/{uuid}/replay`: one of both. */
export const WebhookReplay = Type.Object({
  uuid: RepeatedUuid,
  since: Type.Optional(
    Type.String({ ...DateTime, description: 'Sends every event since this time again, at most 30 days back.' }),
  ),
  deliveryUuids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 100 })),
})

export const WebhookAttemptView = Type.Object(
  {
    date: DateTime,
    status: Nullable(Type.Integer({ description: 'The HTTP status of the answer, or null without an answer.' })),
    fault: Nullable(
      Type.String({
        description:
          'Why no answer counts, such as `timeout`, `connection_failed` or `address_refused`. Null otherwise.',
      }),
    ),
    durationMs: Type.Integer(),
    answer: Nullable(Type.String({ description: 'The first 512 bytes of the answer.' })),
  },
  { examples: [{ date: '2026-01-31T09:30:00Z', status: 204, fault: null, durationMs: 84, answer: '' }] },
)
export type WebhookAttemptView = Static<typeof WebhookAttemptView>

/** An event that an endpoint gets: `GET …/webhooks/{uuid}/deliveries`. */
export const WebhookDeliveryView = Type.Object({
  uuid: Type.String({ ...Uuid, description: 'The `webhook-id` of all attempts.' }),
  type: Type.String({ examples: ['QUESTION_APPROVED'] }),
  questionUuid: Nullable(Uuid),
  version: Nullable(Type.Integer({ description: 'The version of the question after the change.' })),
  date: Type.String({ ...DateTime, description: 'The time of the event.' }),
  status: Type.Enum(webhookDeliveryStatuses, {
    description: 'FAILED: no attempt is left, or the address is refused.',
  }),
  dateNextAttempt: Nullable(
    Type.String({
      ...DateTime,
      description:
        'The time of the next attempt, which is due if it lies in the past. Null if the delivery is not WAITING or the webhook not ACTIVE.',
    }),
  ),
  attempts: Type.Array(WebhookAttemptView, { description: 'The attempts of the last 7 days, oldest first.' }),
  dateCreated: DateTime,
})
export type WebhookDeliveryView = Static<typeof WebhookDeliveryView>

/** The result of a test: `POST …/webhooks/{uuid}/test`. */
export const WebhookTestView = Type.Object(
  {
    uuid: Uuid,
    status: Nullable(Type.Integer({ description: 'The HTTP status of the answer, or null without an answer.' })),
    fault: Nullable(
      Type.String({
        description: 'Why no answer counts. `courier_silent`: no courier took the test in time.',
      }),
    ),
    durationMs: Nullable(Type.Integer()),
    answer: Nullable(Type.String({ description: 'The first 512 bytes of the answer.' })),
  },
  {
    examples: [{ uuid: '0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f', status: 204, fault: null, durationMs: 84, answer: '' }],
  },
)
export type WebhookTestView = Static<typeof WebhookTestView>
