import { IntegrationSecretView, IntegrationView, limits, Paging } from '@askline/contracts'
import { inSystem } from '@askline/db'
import {
  changeIntegration,
  createCredential,
  createIntegration,
  type EndedClient,
  findIntegration,
  listIntegrations,
  removeIntegration,
  rotateIntegrationSecret,
} from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { administer, administerWithAside, uuidOf } from '../../administer.ts'
import type { RouteContext } from '../../context.ts'
import { answers, Done } from '../../http/answers.ts'
import { principalOf } from '../../http/request-state.ts'
import { Name, Page, Path, Slug, Uuid } from '../fields.ts'

const RedirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), {
  maxItems: 20,
  description: 'Where people who sign in are sent back to: https, or an app’s own scheme. Compared letter for letter.',
})
const Named = Type.Object({ uuid: Type.Optional(Uuid) })

/** The company's client applications, for its admins. A secret is part of one answer and stored nowhere. */
export const integrationRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate, verifier } = context
    const note = (ended: readonly EndedClient[]) => {
      for (const { clientId, at } of ended) verifier.noteRevoked('credential', clientId, at)
    }

    app.route({
      ...gate('listIntegrations'),
      schema: {
        querystring: Page,
        response: answers(Type.Object({ integrations: Type.Array(IntegrationView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inSystem(db, (tx) => listIntegrations(tx, companyId, { limit, cursor }))
        return { integrations: found.integrations, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...gate('createIntegration'),
      schema: {
        body: Type.Object({
          systemId: Slug('Its public id, unique in the company: lower-case letters, digits, dots, dashes.'),
          name: Name('What people are told they sign in to.'),
          redirectUris: Type.Optional(RedirectUris),
        }),
        response: answers(IntegrationSecretView, 201),
      },
      handler: async (request, reply) => {
        const { data, aside: clientSecret = null } = await administerWithAside(context, request, reply, {
          action: 'integration_created',
          status: 201,
          inEveryCompany: true,
          work: async (tx, companyId) => {
            const { integrationId } = await createIntegration(tx, { ...request.body, companyId })
            const { clientId, clientSecret } = await createCredential(tx, { companyId, integrationId })
            return {
              data: { ...(await findIntegration(tx, companyId, integrationId)), clientId },
              aside: clientSecret,
            }
          },
        })
        return { ...data, clientSecret }
      },
    })

    app.route({
      ...gate('updateIntegration'),
      schema: {
        params: Path,
        body: Type.Object({
          uuid: Type.Optional(Uuid),
          name: Type.Optional(Name('What people are told they sign in to.')),
          redirectUris: Type.Optional(RedirectUris),
        }),
        response: answers(IntegrationView),
      },
      handler: (request, reply) => {
        const integrationId = uuidOf(request)
        return administer(context, request, reply, {
          action: 'integration_updated',
          inEveryCompany: true,
          work: async (tx, companyId) => {
            await changeIntegration(tx, companyId, integrationId, request.body)
            return findIntegration(tx, companyId, integrationId)
          },
        })
      },
    })

    app.route({
      ...gate('rotateIntegrationSecret'),
      schema: { params: Path, body: Named, response: answers(IntegrationSecretView) },
      handler: async (request, reply) => {
        const integrationId = uuidOf(request)
        const { data, aside } = await administerWithAside(context, request, reply, {
          action: 'integration_secret_rotated',
          inEveryCompany: true,
          work: async (tx, companyId) => {
            const { clientId, ...aside } = await rotateIntegrationSecret(tx, companyId, integrationId)
            return { data: { ...(await findIntegration(tx, companyId, integrationId)), clientId }, aside }
          },
        })
        note(aside?.ended ?? [])
        return { ...data, clientSecret: aside?.clientSecret ?? null }
      },
    })

    app.route({
      ...gate('removeIntegration'),
      schema: { params: Path, body: Named, response: answers(Done) },
      handler: async (request, reply) => {
        const integrationId = uuidOf(request)
        const { data, aside: ended = [] } = await administerWithAside(context, request, reply, {
          action: 'integration_removed',
          inEveryCompany: true,
          work: async (tx, companyId) => {
            const ended = await removeIntegration(tx, companyId, integrationId)
            return { data: { uuid: integrationId }, aside: ended }
          },
        })
        note(ended)
        return data
      },
    })
  }
