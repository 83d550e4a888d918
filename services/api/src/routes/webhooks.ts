import { randomBytes } from 'node:crypto'
import {
  limits,
  NewWebhookEndpoint,
  Paging,
  VersionedWebhookEndpointView,
  VersionedWebhookSecretView,
  WebhookDeliveryView,
  WebhookEnabling,
  WebhookEndpointChanges,
  type WebhookEndpointView,
  WebhookReplay,
  WebhookRotation,
  WebhookTestView,
  webhookDeliveryStatuses,
} from '@askline/contracts'
import { inCompany, newId, type Tx } from '@askline/db'
import { InvalidValueError } from '@askline/domain/errors'
import { listDeliveries, replayDeliveries, resendDelivery } from '@askline/domain/webhooks/deliveries'
import {
  addWebhook,
  changeWebhook,
  enableWebhook,
  findWebhook,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  rotateWebhookSecret,
  type StoredSecret,
  secretPurpose,
  type WebhookOwner,
} from '@askline/domain/webhooks/endpoints'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { act, WithAside } from '../act.ts'
import { asSystem } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { forAdmins, forWebhooks } from '../http/callers.ts'
import { principalOf } from '../http/request-state.ts'
import { Done } from '../http/response-schema.ts'
import { uuidOf } from '../repeated-ids.ts'
import { sendVersioned, versionOfRow, withVersion } from '../versions.ts'
import { Named, Page, pageFields, readDate, Uuid } from './fields.ts'

const DeliveryPage = Type.Object({
  ...pageFields,
  status: Type.Optional(Type.Enum(webhookDeliveryStatuses)),
  questionUuid: Type.Optional(Uuid),
})

/** The ways in: of admins, who manage all webhooks of the company, and of an integration, which manages its own. */
const doors = [
  { base: '/admin/webhooks', whose: 'Managed', ...forAdmins },
  { base: '/webhooks', whose: '', ...forWebhooks },
] as const

const deliveryRules =
  'The service sends each later event as a POST with a signature of the Standard Webhooks specification. Answer 2xx within 15 seconds. A failed delivery is repeated eight times within 28 hours. `secret` is returned once. A refused address is 400 `address_refused`, and `details` names the rule.'

const ownerOf = (request: FastifyRequest): WebhookOwner => {
  const { kind, id } = principalOf(request)
  return { integrationId: kind === 'integration' ? id : null }
}
const versionedOf = (view: WebhookEndpointView) => withVersion('webhook', view)

/** Routes of webhooks. A secret is part of one answer and never stored in clear. */
export const webhookRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const door of doors) await app.register(routesOf(context, door))
  }

const routesOf =
  (context: RouteContext, { base, whose, ...callers }: (typeof doors)[number]): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint, outbound, secrets, webhookTests } = context

    async function assertPermitted(url: string): Promise<void> {
      const fault = await outbound.checkUrl(url)
      if (!fault) return
      throw new InvalidValueError('address_refused', 'url', fault.rule ?? fault.kind, `url ${fault.explanation}.`)
    }
    function makeSecret(): { secret: string; stored: StoredSecret } {
      const secretId = newId()
      const secret = `whsec_${randomBytes(32).toString('base64')}`
      const { text, keyId } = secrets.encrypt(secret, secretPurpose(secretId))
      return { secret, stored: { secretId, encryptedSecret: text, encryptionKeyId: keyId } }
    }
    const showOnce = (data: object, secret: string | undefined) => ({ ...data, secret: secret ?? null })

    app.route({
      ...endpoint({
        name: `list${whose}Webhooks`,
        method: 'GET',
        path: base,
        ...callers,
        summary: 'List webhooks, newest first',
        query: Page,
        answer: Type.Object({ webhooks: Type.Array(VersionedWebhookEndpointView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, principalOf(request).companyId, (tx) =>
          listWebhooks(tx, ownerOf(request), { limit, cursor }),
        )
        return { webhooks: found.webhooks.map(versionedOf), paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: `get${whose}Webhook`,
        method: 'GET',
        path: `${base}/:uuid`,
        of: 'webhook',
        ...callers,
        summary: 'Return a webhook',
        answer: VersionedWebhookEndpointView,
        versioned: true,
        errors: {},
      }),
      handler: async (request, reply) => {
        const endpointId = request.params.uuid.toLowerCase()
        const view = await inCompany(db, principalOf(request).companyId, (tx) =>
          findWebhook(tx, ownerOf(request), endpointId),
        )
        return sendVersioned(request, reply, versionedOf(view))
      },
    })

    app.route({
      ...endpoint({
        name: `create${whose}Webhook`,
        method: 'POST',
        path: base,
        ...callers,
        summary: 'Add a webhook',
        description: deliveryRules,
        body: NewWebhookEndpoint,
        answer: VersionedWebhookSecretView,
        status: 201,
        showsSecret: true,
        errors: { 400: ['too_many_webhooks', 'name_invalid', 'address_refused'] },
        sample: {
          body: { name: 'Warehouse', url: 'http://127.0.0.1:9/' },
          shown: { url: 'https://shop.example.com/askline', types: ['QUESTION_APPROVED', 'QUESTION_RESPONSE'] },
        },
      }),
      handler: (request, reply) =>
        act(context, request, reply, {
          status: 201,
          by: asSystem(request),
          audit: 'webhook_created',
          prepare: async () => {
            await assertPermitted(request.body.url)
            return async (tx: Tx) => {
              const { secret, stored } = makeSecret()
              return new WithAside(versionedOf(await addWebhook(tx, ownerOf(request), request.body, stored)), secret)
            }
          },
          answer: showOnce,
        }),
    })

    app.route({
      ...endpoint({
        name: `update${whose}Webhook`,
        method: 'PUT',
        path: `${base}/:uuid`,
        of: 'webhook',
        ...callers,
        summary: 'Change a webhook',
        body: WebhookEndpointChanges,
        answer: VersionedWebhookEndpointView,
        errors: { 400: ['name_invalid', 'address_refused'] },
        sample: {
          shown: { url: 'https://shop.example.com/askline', types: ['QUESTION_APPROVED', 'QUESTION_RESPONSE'] },
        },
      }),
      handler: (request, reply) => {
        const endpointId = uuidOf(request)
        const owner = ownerOf(request)
        return act(context, request, reply, {
          by: asSystem(request),
          audit: 'webhook_updated',
          version: versionOfRow('webhook', endpointId, (tx) => findWebhook(tx, owner, endpointId)),
          prepare: async () => {
            if (request.body.url !== undefined) await assertPermitted(request.body.url)
            return async (tx: Tx) => versionedOf(await changeWebhook(tx, owner, endpointId, request.body))
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: `remove${whose}Webhook`,
        method: 'POST',
        path: `${base}/:uuid/remove`,
        of: 'webhook',
        ...callers,
        summary: 'Remove a webhook and its log',
        body: Named,
        answer: Done,
        errors: {},
      }),
      handler: (request, reply) => {
        const endpointId = uuidOf(request)
        return act(context, request, reply, {
          by: asSystem(request),
          audit: 'webhook_removed',
          work: async (tx) => {
            await removeWebhook(tx, ownerOf(request), endpointId)
            return { uuid: endpointId }
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: `rotate${whose}WebhookSecret`,
        method: 'POST',
        path: `${base}/:uuid/rotateSecret`,
        of: 'webhook',
        ...callers,
        summary: 'Replace the secret of a webhook',
        description:
          'Both secrets sign for 24 hours, so that a receiver can change without a gap. Another rotation meanwhile ends the older one at once.',
        body: WebhookRotation,
        answer: VersionedWebhookSecretView,
        showsSecret: true,
        errors: {},
        sample: { shown: { revokeNow: false } },
      }),
      handler: (request, reply) => {
        const endpointId = uuidOf(request)
        return act(context, request, reply, {
          by: asSystem(request),
          audit: 'webhook_secret_rotated',
          work: async (tx) => {
            const { secret, stored } = makeSecret()
            const { revokeNow } = request.body
            const rotated = await rotateWebhookSecret(tx, ownerOf(request), endpointId, { revokeNow, secret: stored })
            return new WithAside(versionedOf(rotated), secret)
          },
          answer: showOnce,
        })
      },
    })

    app.route({
      ...endpoint({
        name: `test${whose}Webhook`,
        method: 'POST',
        path: `${base}/:uuid/test`,
        of: 'webhook',
        ...callers,
        summary: 'Send a test event and return the answer of the receiver',
        description:
          'The event has the type `WEBHOOK_TEST` and empty `data`. It is also sent while the webhook is paused or disabled. The log does not list it.',
        body: Named,
        answer: WebhookTestView,
        errors: {},
      }),
      handler: (request, reply) => {
        const endpointId = uuidOf(request)
        return act(context, request, reply, {
          by: asSystem(request),
          audit: 'webhook_tested',
          prepare: async () => {
            const result = await webhookTests.send(principalOf(request).companyId, ownerOf(request), endpointId)
            return async () => result
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: `pause${whose}Webhook`,
        method: 'POST',
        path: `${base}/:uuid/pause`,
        of: 'webhook',
        ...callers,
        summary: 'Pause a webhook',
        body: Named,
        answer: VersionedWebhookEndpointView,
        errors: {},
      }),
      handler: (request, reply) => {
        const endpointId = uuidOf(request)
        return act(context, request, reply, {
          by: asSystem(request),
          audit: 'webhook_paused',
          work: async (tx) => versionedOf(await pauseWebhook(tx, ownerOf(request), endpointId)),
        })
      },
    })

    app.route({
      ...endpoint({
        name: `enable${whose}Webhook`,
        method: 'POST',
        path: `${base}/:uuid/enable`,
        of: 'webhook',
        ...callers,
        summary: 'Enable a paused or disabled webhook, with or without what it missed',
        body: WebhookEnabling,
        answer: VersionedWebhookEndpointView,
        errors: {},
        sample: { body: { from: 'NOW' } },
      }),
      handler: (request, reply) => {
        const endpointId = uuidOf(request)
        return act(context, request, reply, {
          by: asSystem(request),
          audit: 'webhook_enabled',
          work: async (tx) => versionedOf(await enableWebhook(tx, ownerOf(request), endpointId, request.body.from)),
        })
      },
    })

    app.route({
      ...endpoint({
        name: `replay${whose}Webhook`,
        method: 'POST',
        path: `${base}/:uuid/replay`,
        of: 'webhook',
        ...callers,
        summary: 'Send deliveries again, under the same ids',
        description:
          'Send `since` to repeat all events since a time, whether they were delivered or not. Send `deliveryUuids` to repeat some deliveries of the log.',
        body: WebhookReplay,
        answer: VersionedWebhookEndpointView,
        errors: {},
        sample: { body: { since: '2026-01-31T09:30:00Z' } },
      }),
      handler: (request, reply) => {
        const endpointId = uuidOf(request)
        const { since, deliveryUuids } = request.body
        const from = since === undefined ? undefined : readDate(since, 'since')
        return act(context, request, reply, {
          by: asSystem(request),
          audit: 'webhook_replayed',
          work: async (tx) => {
            const owner = ownerOf(request)
            await replayDeliveries(tx, owner, endpointId, { since: from, deliveryUuids })
            return versionedOf(await findWebhook(tx, owner, endpointId))
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: `list${whose}Deliveries`,
        method: 'GET',
        path: `${base}/:uuid/deliveries`,
        of: 'webhook',
        ...callers,
        summary: 'List the deliveries of a webhook with their attempts, newest first',
        description: 'Deliveries are kept for 30 days, and attempts for 7 days.',
        query: DeliveryPage,
        answer: Type.Object({ deliveries: Type.Array(WebhookDeliveryView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { limit = limits.pageSize, cursor, status, questionUuid: questionId } = request.query
        const filter = { limit, cursor, status, questionId }
        const found = await inCompany(db, principalOf(request).companyId, (tx) =>
          listDeliveries(tx, ownerOf(request), request.params.uuid.toLowerCase(), filter),
        )
        return { deliveries: found.deliveries, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: `resend${whose}Delivery`,
        method: 'POST',
        path: `${base}/deliveries/:uuid/resend`,
        of: 'delivery',
        ...callers,
        summary: 'Send a delivery once more, under the same id',
        description:
          'It is sent at once, also if it waits for another attempt or all deliveries wait for one to succeed, and gets all of its attempts again. While the webhook is not ACTIVE, it waits.',
        body: Named,
        answer: WebhookDeliveryView,
        errors: {},
      }),
      handler: (request, reply) => {
        const deliveryId = uuidOf(request)
        return act(context, request, reply, {
          by: asSystem(request),
          audit: 'webhook_delivery_resent',
          work: (tx) => resendDelivery(tx, ownerOf(request), deliveryId),
        })
      },
    })
  }
