import { IntegrationSecretView, limits, Paging, VersionedIntegrationView } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { createCredential, scopesWithin } from '@askline/domain/access/credentials'
import {
  changeIntegration,
  changeIntegrationCredential,
  type EndedClient,
  findIntegration,
  listIntegrations,
  removeIntegration,
  rotateIntegrationSecret,
} from '@askline/domain/administration/integrations'
import { createIntegration } from '@askline/domain/companies/create-integration'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act, WithAside } from '../../act.ts'
import { asAdmin, creatorScopes } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'
import { Done } from '../../http/response-schema.ts'
import { uuidOf } from '../../repeated-ids.ts'
import { sendVersioned, versionOfRow, withVersion } from '../../versions.ts'
import { Name, Named, Page, Slug } from '../fields.ts'
import { actOnCredential, credentialRules } from './act-on-credential.ts'
import { CredentialChanges, perMinuteOf } from './credentials.ts'

const RedirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), {
  maxItems: 20,
  description:
    'Addresses to which people return after signing in: https, or the scheme of an app. A request must match one exactly.',
})
const dayMs = 86_400_000
const Rotation = Type.Object({
  ...Named.properties,
  overlapMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 7 * dayMs,
      description:
        'Time in ms for which the earlier secrets and their tokens keep working. 24 hours by default. Send 0 for a leaked secret.',
    }),
  ),
})

/** Routes of the company's client applications, for admins. A secret is part of one answer and never stored in clear. */
export const integrationRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db, endpoint, verifier } = context
    const note = (ended: readonly EndedClient[]) => {
      for (const { clientId, at } of ended) verifier.noteRevoked('credential', clientId, at)
    }

    app.route({
      ...endpoint({
        name: 'listIntegrations',
        method: 'GET',
        path: '/admin/integrations',
        ...forAdmins,
        summary: "List the company's integrations",
        query: Page,
        answer: Type.Object({ integrations: Type.Array(VersionedIntegrationView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inSystem(db, (tx) => listIntegrations(tx, companyId, { limit, cursor }))
        const integrations = found.integrations.map((integration) => withVersion('integration', integration))
        return { integrations, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'getIntegration',
        method: 'GET',
        path: '/admin/integrations/:uuid',
        of: 'integration',
        ...forAdmins,
        summary: 'Return an integration',
        versioned: true,
        answer: VersionedIntegrationView,
        errors: {},
      }),
      handler: async (request, reply) => {
        const { companyId } = principalOf(request)
        const integrationId = request.params.uuid.toLowerCase()
        const view = await inSystem(db, (tx) => findIntegration(tx, companyId, integrationId))
        return sendVersioned(request, reply, withVersion('integration', view))
      },
    })

    app.route({
      ...endpoint({
        name: 'createIntegration',
        method: 'POST',
        path: '/admin/integrations',
        ...forAdmins,
        summary: 'Add an integration and return its secret once',
        showsSecret: true,
        body: Type.Object({
          systemId: Slug('The public id, unique in the company: lower-case letters, digits, dots and dashes.'),
          name: Name('The display name, shown to people when they sign in.', 'Shop'),
          redirectUris: Type.Optional(RedirectUris),
        }),
        answer: IntegrationSecretView,
        status: 201,
        errors: { 400: ['name_invalid', 'system_id_invalid', 'system_id_taken', 'redirect_uri_invalid'] },
        sample: { body: { systemId: 'shop', name: 'Shop' } },
      }),
      handler: (request, reply) => {
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'integration_created',
          status: 201,
          inEveryCompany: true,
          work: async (tx, { companyId }) => {
            const { integrationId } = await createIntegration(tx, { ...request.body, companyId })
            const scopes = scopesWithin('integration', creatorScopes(request))
            const { clientId, clientSecret } = await createCredential(tx, { companyId, integrationId, scopes })
            return new WithAside({ ...(await findIntegration(tx, companyId, integrationId)), clientId }, clientSecret)
          },
          answer: (data, clientSecret) => ({ ...data, clientSecret: clientSecret ?? null }),
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'updateIntegration',
        method: 'PUT',
        path: '/admin/integrations/:uuid',
        of: 'integration',
        ...forAdmins,
        summary: 'Change the name or redirect addresses of an integration',
        body: Type.Object({
          ...Named.properties,
          name: Type.Optional(Name('The display name, shown to people when they sign in.', 'Shop')),
          redirectUris: Type.Optional(RedirectUris),
        }),
        answer: VersionedIntegrationView,
        errors: { 400: ['name_invalid', 'redirect_uri_invalid'] },
        sample: { shown: { name: 'Shop' } },
      }),
      handler: (request, reply) => {
        const integrationId = uuidOf(request)
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'integration_updated',
          version: versionOfRow('integration', integrationId, (tx, { companyId }) =>
            findIntegration(tx, companyId, integrationId),
          ),
          inEveryCompany: true,
          work: async (tx, { companyId }) => {
            await changeIntegration(tx, companyId, integrationId, request.body)
            return withVersion('integration', await findIntegration(tx, companyId, integrationId))
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'rotateIntegrationSecret',
        method: 'POST',
        path: '/admin/integrations/:uuid/rotateSecret',
        of: 'integration',
        ...forAdmins,
        summary: 'Create a new client id and secret, shown once, and end the earlier ones with their tokens',
        showsSecret: true,
        body: Rotation,
        answer: IntegrationSecretView,
        errors: {},
        sample: { shown: { overlapMs: 3_600_000 } },
      }),
      handler: (request, reply) => {
        const integrationId = uuidOf(request)
        const { overlapMs = dayMs } = request.body
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'integration_secret_rotated',
          inEveryCompany: true,
          work: async (tx, { companyId }) => {
            const { clientId, ...aside } = await rotateIntegrationSecret(tx, companyId, integrationId, {
              overlapMs,
              creatorScopes: creatorScopes(request),
            })
            return new WithAside({ ...(await findIntegration(tx, companyId, integrationId)), clientId }, aside)
          },
          answer: (data, made) => {
            // An end in the future is read from the database when it comes.
            if (overlapMs === 0) note(made?.ended ?? [])
            return { ...data, clientSecret: made?.clientSecret ?? null }
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'updateIntegrationCredential',
        method: 'POST',
        path: '/admin/integrations/:uuid/credentials/update',
        of: 'integration',
        ...forAdmins,
        summary: 'Change the scopes and limits of a credential of an integration',
        description: credentialRules,
        body: CredentialChanges,
        answer: VersionedIntegrationView,
        errors: { 400: ['scope_unfit', 'limit_too_high'], 404: ['credential_not_found'] },
        sample: { body: { clientId: 'shop-7Jq2' }, shown: { scopes: ['questions:read', 'events:read'] } },
      }),
      handler: (request, reply) =>
        actOnCredential(context, request, reply, 'credential_updated', async (tx, companyId, integrationId) => {
          const changer = { creatorScopes: creatorScopes(request), most: perMinuteOf(config.rates.integration) }
          const changed = await changeIntegrationCredential(tx, companyId, integrationId, request.body, changer)
          return new WithAside(withVersion('integration', changed.integration), changed.endedAt)
        }),
    })

    app.route({
      ...endpoint({
        name: 'removeIntegration',
        method: 'POST',
        path: '/admin/integrations/:uuid/remove',
        of: 'integration',
        ...forAdmins,
        summary: 'Remove an integration and end its tokens',
        body: Named,
        answer: Done,
        errors: {},
      }),
      handler: (request, reply) => {
        const integrationId = uuidOf(request)
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'integration_removed',
          inEveryCompany: true,
          work: async (tx, { companyId }) => {
            const ended = await removeIntegration(tx, companyId, integrationId)
            return new WithAside({ uuid: integrationId }, ended)
          },
          answer: (data, ended) => {
            note(ended ?? [])
            return data
          },
        })
      },
    })
  }
