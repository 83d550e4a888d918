import { limits, Paging, PersonalCredentialView, scopes } from '@askline/contracts'
import { inSystem } from '@askline/db'
import {
  changePersonalCredential,
  issuePersonalCredential,
  listPersonalCredentials,
  revokePersonalCredential,
} from '@askline/domain/access/personal-credentials'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act, WithAside } from '../../act.ts'
import { asAdmin, creatorScopes } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import type { CallerLimits } from '../../http/rate-limits.ts'
import { principalOf } from '../../http/request-state.ts'
import { uuidOf } from '../../repeated-ids.ts'
import { Named, Page, Slug } from '../fields.ts'
import { actOnCredential, credentialRules } from './act-on-credential.ts'

const Holder = Type.String({ description: 'The uuid of the owner.' })
const Credential = Type.Object({ uuid: Holder, ...PersonalCredentialView.properties })
const perMinute = (what: string) =>
  Type.Optional(
    Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: `${what} per minute of all its tokens together; null for the default.`,
    }),
  )
/** The body of a change of a credential. */
export const CredentialChanges = Type.Object({
  ...Named.properties,
  clientId: Slug('The client id of the credential.'),
  scopes: Type.Optional(
    Type.Array(Type.Enum(scopes), {
      minItems: 1,
      maxItems: scopes.length,
      description: 'The new scopes. Replaces all earlier ones.',
    }),
  ),
  readsPerMinute: perMinute('Reads'),
  writesPerMinute: perMinute('Writes'),
})
const NewCredential = Type.Object({
  ...Credential.properties,
  clientSecret: Type.Union([Type.String(), Type.Null()], {
    description: 'The secret. Shown once; null if the answer is repeated for an Idempotency-Key.',
  }),
})

/** Returns the default limits of tokens under the names that credentials have. */
export const perMinuteOf = ({ reads, writes }: CallerLimits) => ({ readsPerMinute: reads, writesPerMinute: writes })

/**
 * Personal credentials for scripts (decisions/callers.md), for the company's admins: with one an expert, agent or admin obtains tokens by
 * `client_credentials`, without signing in.
 */
export const credentialRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db, endpoint } = context

    app.route({
      ...endpoint({
        name: 'listPersonalCredentials',
        method: 'GET',
        path: '/admin/users/:uuid/credentials',
        of: 'person',
        ...forAdmins,
        summary: 'List personal credentials, including revoked ones',
        query: Page,
        answer: Type.Object({ credentials: Type.Array(PersonalCredentialView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const userId = request.params.uuid.toLowerCase()
        const found = await inSystem(db, (tx) => listPersonalCredentials(tx, companyId, userId, { limit, cursor }))
        return { credentials: found.credentials, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'createPersonalCredential',
        method: 'POST',
        path: '/admin/users/:uuid/credentials',
        of: 'person',
        ...forAdmins,
        summary: 'Create a personal credential for scripts and return its secret once',
        showsSecret: true,
        body: Named,
        answer: NewCredential,
        status: 201,
        errors: { 400: ['role_unfit', 'person_inactive'] },
      }),
      handler: (request, reply) => {
        const userId = uuidOf(request)
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'credential_created',
          status: 201,
          inEveryCompany: true,
          work: async (tx, { companyId }) => {
            const scopes = creatorScopes(request)
            const { credential, clientSecret } = await issuePersonalCredential(tx, companyId, userId, scopes)
            return new WithAside({ uuid: userId, ...credential }, clientSecret)
          },
          answer: (data, clientSecret) => ({ ...data, clientSecret: clientSecret ?? null }),
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'updatePersonalCredential',
        method: 'POST',
        path: '/admin/users/:uuid/credentials/update',
        of: 'person',
        ...forAdmins,
        summary: 'Change the scopes and limits of a personal credential',
        description: credentialRules,
        body: CredentialChanges,
        answer: Credential,
        errors: { 400: ['scope_unfit', 'limit_too_high'], 404: ['credential_not_found'] },
        sample: { body: { clientId: 'shop-7Jq2' }, shown: { scopes: ['expert'], readsPerMinute: 300 } },
      }),
      handler: (request, reply) =>
        actOnCredential(context, request, reply, 'credential_updated', async (tx, companyId, userId) => {
          const { credential, endedAt } = await changePersonalCredential(tx, companyId, userId, request.body, {
            creatorScopes: creatorScopes(request),
            most: perMinuteOf(config.rates.staff),
          })
          return new WithAside({ uuid: userId, ...credential }, endedAt)
        }),
    })

    app.route({
      ...endpoint({
        name: 'revokePersonalCredential',
        method: 'POST',
        path: '/admin/users/:uuid/credentials/revoke',
        of: 'person',
        ...forAdmins,
        summary: 'Revoke a personal credential and its tokens',
        body: Type.Object({ ...Named.properties, clientId: Slug('The client id of the credential.') }),
        answer: Credential,
        errors: { 404: ['credential_not_found'] },
        sample: { body: { clientId: 'shop-7Jq2' } },
      }),
      handler: (request, reply) =>
        actOnCredential(context, request, reply, 'credential_revoked', async (tx, companyId, userId) => {
          const { credential, at } = await revokePersonalCredential(tx, companyId, userId, request.body.clientId)
          return new WithAside({ uuid: userId, ...credential }, at)
        }),
    })
  }
