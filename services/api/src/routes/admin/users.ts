import { limits, MadeLinkView, ManagedUserView, Paging, roles } from '@askline/contracts'
import { readCompany } from '@askline/db'
import { assertMayAppoint } from '@askline/domain/access/credentials'
import { lockPersonOfLink, makePasswordLink } from '@askline/domain/access/password-links'
import { pauseAccess } from '@askline/domain/access/revoke'
import { blockUser, listUsers } from '@askline/domain/administration/users'
import { ForbiddenError } from '@askline/domain/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act, WithAside } from '../../act.ts'
import { asAdmin, creatorScopes } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'
import { uuidOf } from '../../repeated-ids.ts'
import { Email, Named, pageFields, Subject, Uuid } from '../fields.ts'
import { invitationRules, showLink, withLink } from './made-link.ts'

/** Routes of the company's people, for admins. */
export const userRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint, verifier, config } = context

    app.route({
      ...endpoint({
        name: 'listUsers',
        method: 'GET',
        path: '/admin/users',
        ...forAdmins,
        summary: "List the company's people, newest first",
        description:
          'Each page examines up to 3,000 people, so with `text` or `isBlocked` it may be short or empty although there are more. Request pages until `nextCursor` is null. `userEmail`, or an e-mail address as `text`, finds its person on the first page.',
        query: Type.Object({
          ...pageFields,
          role: Type.Optional(Type.Enum(roles)),
          userEmail: Type.Optional(Email('Returns only this person.')),
          text: Type.Optional(
            Subject(
              'Search text: the e-mail address of a person, or up to ten words in any order and phrases in quotes, which must all occur in the name.',
            ),
          ),
          isBlocked: Type.Optional(Type.Boolean()),
        }),
        answer: Type.Object({ users: Type.Array(ManagedUserView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor, role, userEmail: email, isBlocked, text } = request.query
        const filter = { limit, cursor, role, email, isBlocked, text }
        const found = await readCompany(db, companyId, (tx) => listUsers(tx, companyId, filter))
        return { users: found.users, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'blockUser',
        method: 'POST',
        path: '/admin/users/:uuid/block',
        of: 'person',
        ...forAdmins,
        summary: 'Block a person and end their tokens',
        body: Named,
        answer: ManagedUserView,
        errors: { 400: ['last_admin'] },
      }),
      handler: (request, reply) => {
        const userId = uuidOf(request)
        if (userId === principalOf(request).id) {
          throw new ForbiddenError('not_yourself', 'You cannot block yourself. Ask another admin.')
        }
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'user_blocked',
          inEveryCompany: true,
          work: async (tx, { companyId }) => {
            const blocked = await blockUser(tx, companyId, userId, true)
            return new WithAside(blocked, await pauseAccess(tx, companyId, userId))
          },
          answer: (data, endedAt) => {
            if (endedAt) verifier.noteRevoked('person', userId, endedAt)
            return data
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'inviteUser',
        method: 'POST',
        path: '/admin/users/:uuid/invite',
        of: 'person',
        ...forAdmins,
        summary: 'Create a new invitation link for an expert, agent or another admin',
        description: `${invitationRules} The current password stays valid until the invitation is accepted. Requires the same scopes as \`resetPassword\`.`,
        showsSecret: true,
        body: Named,
        answer: Type.Object({ uuid: Uuid, invitation: MadeLinkView }),
        errors: { 400: ['person_inactive', 'person_is_asker'] },
      }),
      handler: (request, reply) => {
        const userId = uuidOf(request)
        if (userId === principalOf(request).id) throw invitesSelf()
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'person_invited',
          inEveryCompany: true,
          work: async (tx, { companyId, userId: madeBy }) => {
            const { role } = await lockPersonOfLink(tx, companyId, userId)
            // As for a new password, because the link sets one.
            assertMayAppoint(role, creatorScopes(request))
            const made = await makePasswordLink(tx, { companyId, userId, purpose: 'INVITATION', madeBy })
            return withLink({ uuid: userId }, 'invitation', { issuer: config.issuer, made })
          },
          answer: (data, shown) => showLink(data, 'invitation', shown),
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'unblockUser',
        method: 'POST',
        path: '/admin/users/:uuid/unblock',
        of: 'person',
        ...forAdmins,
        summary: 'Unblock a person',
        body: Named,
        answer: ManagedUserView,
        errors: {},
      }),
      handler: (request, reply) => {
        const userId = uuidOf(request)
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'user_unblocked',
          work: (tx, { companyId }) => blockUser(tx, companyId, userId, false),
        })
      },
    })
  }

const invitesSelf = () =>
  new ForbiddenError('not_yourself', 'You cannot invite yourself. Change your password with POST /me/password.')
