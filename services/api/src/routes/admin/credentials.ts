import { limits, Paging, PersonalCredentialView } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { issuePersonalCredential, listPersonalCredentials, revokePersonalCredential } from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { administerWithAside, uuidOf } from '../../administer.ts'
import type { RouteContext } from '../../context.ts'
import { answers } from '../../http/answers.ts'
import { principalOf } from '../../http/request-state.ts'
import { Page, Path, Slug, Uuid } from '../fields.ts'

const Holder = Type.String({ description: 'The uuid of the person who holds it.' })
const Credential = Type.Object({ uuid: Holder, ...PersonalCredentialView.properties })
const NewCredential = Type.Object({
  ...Credential.properties,
  clientSecret: Type.Union([Type.String(), Type.Null()], {
    description: 'Shown this once; null where the answer is repeated for an Idempotency-Key.',
  }),
})

/**
 * Personal credentials for scripts (decisions §1), for the company's admins: with one an expert, agent or admin obtains tokens by
 * `client_credentials`, without signing in.
 */
export const credentialRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate, verifier } = context

    app.route({
      ...gate('listPersonalCredentials'),
      schema: {
        params: Path,
        querystring: Page,
        response: answers(Type.Object({ credentials: Type.Array(PersonalCredentialView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const userId = request.params.uuid.toLowerCase()
        const found = await inSystem(db, (tx) => listPersonalCredentials(tx, companyId, userId, { limit, cursor }))
        return { credentials: found.credentials, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...gate('createPersonalCredential'),
      schema: {
        params: Path,
        body: Type.Object({ uuid: Type.Optional(Uuid) }),
        response: answers(NewCredential, 201),
      },
      handler: async (request, reply) => {
        const userId = uuidOf(request)
        const { data, aside: clientSecret = null } = await administerWithAside(context, request, reply, {
          action: 'credential_created',
          status: 201,
          inEveryCompany: true,
          work: async (tx, companyId) => {
            const { credential, clientSecret } = await issuePersonalCredential(tx, companyId, userId)
            return { data: { uuid: userId, ...credential }, aside: clientSecret }
          },
        })
        return { ...data, clientSecret }
      },
    })

    app.route({
      ...gate('revokePersonalCredential'),
      schema: {
        params: Path,
        body: Type.Object({ uuid: Type.Optional(Uuid), clientId: Slug('The client id to end.') }),
        response: answers(Credential),
      },
      handler: async (request, reply) => {
        const userId = uuidOf(request)
        const { clientId } = request.body
        const { data, aside: at } = await administerWithAside(context, request, reply, {
          action: 'credential_revoked',
          inEveryCompany: true,
          work: async (tx, companyId) => {
            const { credential, at } = await revokePersonalCredential(tx, companyId, userId, clientId)
            return { data: { uuid: userId, ...credential }, aside: at }
          },
        })
        // Committed before it is noted, and noted before it is answered.
        if (at) verifier.noteRevoked('credential', clientId, at)
        return data
      },
    })
  }
