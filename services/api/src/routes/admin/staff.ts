import { limits, MadeLinkView, Nullable, Paging, staffRoles, VersionedStaffMemberView } from '@askline/contracts'
import { inSystem, type Tx } from '@askline/db'
import { assertMayAppoint } from '@askline/domain/access/credentials'
import { endPasswordLinks } from '@askline/domain/access/end-password-links'
import { resetPassword } from '@askline/domain/access/password-links'
import { endTokens } from '@askline/domain/access/revoke'
import { changeStaffMember, findStaffMember, listStaff } from '@askline/domain/administration/staff'
import { createPerson } from '@askline/domain/companies/create-person'
import { ForbiddenError } from '@askline/domain/errors'
import { addressOf } from '@askline/domain/people/address'
import { lockRow } from '@askline/domain/views/versions'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act, WithAside } from '../../act.ts'
import { asAdmin, creatorScopes } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'
import { uuidOf } from '../../repeated-ids.ts'
import { sendVersioned, versionOfRow, withVersion } from '../../versions.ts'
import { Email, Name, Named, Page } from '../fields.ts'
import { Invite, invitationRules, inviteNewPerson, resetRules, showLink, withLink } from './made-link.ts'

const email = Email('The address to sign in with. Askers never see it.', 'dora@example.com')
const name = Name('The name, visible to askers in messages of the person.', 'Dora')
const role = Type.Enum(staffRoles, {
  description: 'The role. An agent answers questions that experts cannot answer. An admin also manages the company.',
})
const Changes = Type.Object({
  ...Named.properties,
  email: Type.Optional(email),
  name: Type.Optional(name),
  role: Type.Optional(role),
})
const Invited = Type.Object({ ...VersionedStaffMemberView.properties, invitation: Nullable(MadeLinkView) })
const Reset = Type.Object({ ...VersionedStaffMemberView.properties, reset: MadeLinkView })

/** Routes of the company's agents and admins, for admins. */
export const staffRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint, verifier } = context
    const { issuer } = context.config
    const view = async (tx: Tx, companyId: string, userId: string) =>
      withVersion('staffMember', await findStaffMember(tx, companyId, userId))
    /** Refuses the person's tokens on this instance, after the commit and before the answer. */
    const noteEnded = (userId: string, endedAt: Date | undefined) => {
      if (endedAt) verifier.noteRevoked('person', userId, endedAt)
    }

    app.route({
      ...endpoint({
        name: 'listStaff',
        method: 'GET',
        path: '/admin/staff',
        ...forAdmins,
        summary: "List the company's agents and admins, newest first",
        query: Page,
        answer: Type.Object({ staff: Type.Array(VersionedStaffMemberView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inSystem(db, (tx) => listStaff(tx.of(companyId), companyId, { limit, cursor }))
        const staff = found.staff.map((member) => withVersion('staffMember', member))
        return { staff, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'getStaffMember',
        method: 'GET',
        path: '/admin/staff/:uuid',
        of: 'person',
        ...forAdmins,
        summary: 'Return an agent or admin',
        versioned: true,
        answer: VersionedStaffMemberView,
        errors: {},
      }),
      handler: async (request, reply) => {
        const { companyId } = principalOf(request)
        const userId = request.params.uuid.toLowerCase()
        return sendVersioned(request, reply, await inSystem(db, (tx) => view(tx.of(companyId), companyId, userId)))
      },
    })

    app.route({
      ...endpoint({
        name: 'createStaffMember',
        method: 'POST',
        path: '/admin/staff',
        ...forAdmins,
        summary: 'Add an agent or admin and create an invitation link, unless `invite` is false',
        description: invitationRules,
        showsSecret: true,
        body: Type.Object({ email, name, role, invite: Invite }),
        answer: Invited,
        status: 201,
        errors: { 400: ['email_taken', 'email_invalid', 'name_invalid'] },
        sample: {
          body: { email: 'new@bank.example', name: 'New', role: 'agent' },
          shown: { email: 'dora@example.com', name: 'Dora' },
        },
      }),
      handler: (request, reply) => {
        const { email, name, role, invite = true } = request.body
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'staff_created',
          status: 201,
          inEveryCompany: true,
          work: async (tx, admin) => {
            const { companyId } = admin
            assertMayAppoint(role, creatorScopes(request))
            const { userId } = await createPerson(tx, { companyId, email, name, role })
            const made = invite ? await inviteNewPerson(tx, request, admin, userId) : undefined
            return withLink(await view(tx, companyId, userId), 'invitation', { issuer, made })
          },
          answer: (data, shown) => showLink(data, 'invitation', shown),
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'updateStaffMember',
        method: 'PUT',
        path: '/admin/staff/:uuid',
        of: 'person',
        ...forAdmins,
        summary: 'Change the name, e-mail address or role of an agent or admin',
        description:
          'A change of the role ends the tokens and sessions of the person; an open invitation stays valid. Admins cannot change their own role. A new address requires the same scopes as `resetPassword`, and invalidates the links of the person. To deactivate or reactivate a person, use `/admin/users/{uuid}/block` and `/unblock`.',
        body: Changes,
        answer: VersionedStaffMemberView,
        errors: { 400: ['email_taken', 'email_invalid', 'name_invalid', 'last_admin'] },
        sample: { shown: { name: 'Dora', role: 'agent' } },
      }),
      handler: (request, reply) => {
        const userId = uuidOf(request)
        const { uuid: _uuid, ...changes } = request.body
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'staff_updated',
          version: versionOfRow('staffMember', userId, (tx, { companyId }) => view(tx, companyId, userId)),
          inEveryCompany: true,
          work: async (tx, { companyId }) => {
            // Locked, because a role that a concurrent change gives must count as replaced.
            await lockRow(tx, 'users', userId)
            const before = await findStaffMember(tx, companyId, userId)
            const { role = before.role } = changes
            const isNewRole = role !== before.role
            if (isNewRole && userId === principalOf(request).id) throw ownRole()
            if (isNewRole) assertMayAppoint(role, creatorScopes(request))
            // As for a new password, because the address is half of a sign-in.
            const isNewEmail = changes.email !== undefined && addressOf(changes.email) !== addressOf(before.email)
            if (isNewEmail) assertMayAppoint(before.role, creatorScopes(request))
            if (isNewEmail) endPasswordLinks(tx, companyId, userId)
            const member = withVersion('staffMember', await changeStaffMember(tx, companyId, userId, changes))
            return new WithAside(member, isNewRole ? await endTokens(tx, companyId, userId) : undefined)
          },
          answer: (data, endedAt) => {
            noteEnded(userId, endedAt)
            return data
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'resetStaffPassword',
        method: 'POST',
        path: '/admin/staff/:uuid/resetPassword',
        of: 'person',
        ...forAdmins,
        summary:
          'Remove the password of an agent or another admin, end all tokens, and create a link for a new password',
        description: resetRules,
        showsSecret: true,
        body: Named,
        answer: Reset,
        errors: { 400: ['person_inactive'] },
      }),
      handler: (request, reply) => {
        const userId = uuidOf(request)
        if (userId === principalOf(request).id) throw ownPassword()
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'staff_password_reset',
          inEveryCompany: true,
          work: async (tx, { companyId, userId: madeBy }) => {
            const { role } = await findStaffMember(tx, companyId, userId)
            assertMayAppoint(role, creatorScopes(request))
            const made = await resetPassword(tx, { companyId, userId, madeBy })
            return withLink(await view(tx, companyId, userId), 'reset', { issuer, made, endedAt: made.endedAt })
          },
          answer: (data, shown) => {
            noteEnded(userId, shown?.endedAt)
            return showLink(data, 'reset', shown)
          },
        })
      },
    })
  }

const ownRole = () => new ForbiddenError('not_yourself', 'You cannot change your own role. Ask another admin.')
const ownPassword = () =>
  new ForbiddenError(
    'not_yourself',
    'You cannot reset your own password, because that would end your session. Change it with POST /me/password.',
  )
