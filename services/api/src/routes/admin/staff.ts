import { limits, Paging, staffRoles, VersionedStaffMemberView } from '@askline/contracts'
import { inCompany, type Tx } from '@askline/db'
import { assertMayAppoint } from '@askline/domain/access/credentials'
import { pauseAccess, revokePerson } from '@askline/domain/access/revoke'
import { changeStaffMember, findStaffMember, listStaff } from '@askline/domain/administration/staff'
import { createPerson, setPassword } from '@askline/domain/companies/create-person'
import { ForbiddenError } from '@askline/domain/errors'
import { addressOf } from '@askline/domain/people/address'
import { lockRow } from '@askline/domain/versions'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act, WithAside } from '../../act.ts'
import { asAdmin, creatorScopes } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { answers } from '../../http/answers.ts'
import { principalOf } from '../../http/request-state.ts'
import { hashPassword, newPassword } from '../../oauth/passwords.ts'
import { uuidOf } from '../../repeated-ids.ts'
import { sendVersioned, versionOfRow, withVersion } from '../../versions.ts'
import { Email, Name, Page, Path, Uuid } from '../fields.ts'

const email = Email('The address to sign in with. Askers never see it.')
const name = Name('Shown to askers under what the person answers.')
const role = Type.Enum(staffRoles, {
  description: 'An agent answers questions that experts cannot. An admin also manages the company.',
})
const Named = Type.Object({ uuid: Type.Optional(Uuid) })
const Changes = Type.Object({
  uuid: Type.Optional(Uuid),
  email: Type.Optional(email),
  name: Type.Optional(name),
  role: Type.Optional(role),
})
const FirstPassword = Type.Object({
  ...VersionedStaffMemberView.properties,
  password: Type.Union([Type.String(), Type.Null()], {
    description: 'Shown once; null in an answer that is repeated for an Idempotency-Key.',
  }),
})

/** Routes of the company's agents and admins, for admins. */
export const staffRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate, verifier } = context
    const view = async (tx: Tx, companyId: string, userId: string) =>
      withVersion('staffMember', await findStaffMember(tx, companyId, userId))
    /** Refuses the person's tokens on this instance, after the commit and before the answer. */
    const noteEnded = (userId: string, endedAt: Date | undefined) => {
      if (endedAt) verifier.noteRevoked('person', userId, endedAt)
    }

    app.route({
      ...gate('listStaff'),
      schema: {
        querystring: Page,
        response: answers(Type.Object({ staff: Type.Array(VersionedStaffMemberView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, companyId, (tx) => listStaff(tx, companyId, { limit, cursor }))
        const staff = found.staff.map((member) => withVersion('staffMember', member))
        return { staff, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...gate('getStaffMember'),
      schema: { params: Path, response: answers(VersionedStaffMemberView) },
      handler: async (request, reply) => {
        const { companyId } = principalOf(request)
        const userId = request.params.uuid.toLowerCase()
        return sendVersioned(request, reply, await inCompany(db, companyId, (tx) => view(tx, companyId, userId)))
      },
    })

    app.route({
      ...gate('createStaffMember'),
      schema: { body: Type.Object({ email, name, role }), response: answers(FirstPassword, 201) },
      handler: async (request, reply) => {
        const { email, name, role } = request.body
        const password = newPassword()
        // Hashed before the transaction opens, because hashing is slow by design.
        const passwordHash = await hashPassword(password)
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'staff_created',
          status: 201,
          work: async (tx, { companyId }) => {
            assertMayAppoint(role, creatorScopes(request))
            const { userId } = await createPerson(tx, { companyId, email, name, role, passwordHash })
            return new WithAside(await view(tx, companyId, userId), password)
          },
          answer: (data, shown) => ({ ...data, password: shown ?? null }),
        })
      },
    })

    app.route({
      ...gate('updateStaffMember'),
      schema: { params: Path, body: Changes, response: answers(VersionedStaffMemberView) },
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
            const member = withVersion('staffMember', await changeStaffMember(tx, companyId, userId, changes))
            return new WithAside(member, isNewRole ? await pauseAccess(tx, companyId, userId) : undefined)
          },
          answer: (data, endedAt) => {
            noteEnded(userId, endedAt)
            return data
          },
        })
      },
    })

    app.route({
      ...gate('resetStaffPassword'),
      schema: { params: Path, body: Named, response: answers(FirstPassword) },
      handler: async (request, reply) => {
        const userId = uuidOf(request)
        if (userId === principalOf(request).id) throw ownPassword()
        const password = newPassword()
        const passwordHash = await hashPassword(password)
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'staff_password_reset',
          inEveryCompany: true,
          work: async (tx, { companyId }) => {
            const { role } = await findStaffMember(tx, companyId, userId)
            assertMayAppoint(role, creatorScopes(request))
            await setPassword(tx, userId, passwordHash)
            const endedAt = await revokePerson(tx, companyId, userId)
            return new WithAside(await view(tx, companyId, userId), { password, endedAt })
          },
          answer: (data, shown) => {
            noteEnded(userId, shown?.endedAt)
            return { ...data, password: shown?.password ?? null }
          },
        })
      },
    })
  }

const ownRole = () => new ForbiddenError('not_yourself', 'You cannot change your own role. Ask another admin.')
const ownPassword = () =>
  new ForbiddenError(
    'not_yourself',
    'You cannot reset your own password, because that ends your session before you could read it. Change it under your own settings (POST /me/password).',
  )
