import { randomBytes } from 'node:crypto'
import { limits, ManagedExpertView, Paging } from '@askline/contracts'
import { inCompany } from '@askline/db'
import {
  changeExpert,
  createExpert,
  endAccess,
  findExpert,
  listExperts,
  revokePerson,
  setPassword,
} from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { administerWithAside, uuidOf } from '../../administer.ts'
import type { RouteContext } from '../../context.ts'
import { answers } from '../../http/answers.ts'
import { principalOf } from '../../http/request-state.ts'
import { hashPassword } from '../../oauth/passwords.ts'
import { ExpertFields } from '../experts.ts'
import { Email, Name, Page, Path, Uuid } from '../fields.ts'

const badges = {
  isOfficial: Type.Optional(Type.Boolean()),
  isCertified: Type.Optional(Type.Boolean()),
  isElite: Type.Optional(Type.Boolean()),
}
/** What the company vouches for: experts see it, and cannot change it. */
const standing = {
  ...badges,
  topicLevels: Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), Type.Integer({ minimum: 1, maximum: 5 }), {
      maxProperties: 200,
      description: 'Topic → level, 1 to 5; takes the place of all levels. Requirements of categories look at it.',
    }),
  ),
  categories: Type.Optional(
    Type.Array(Name('The name of a category.'), {
      maxItems: 200,
      description: 'Categories the expert is assigned to, instead of those before. Requirements look at it.',
    }),
  ),
}
const { name: _name, ...profile } = ExpertFields
const NewExpert = Type.Object({
  email: Email("The expert's address, to sign in with. Askers never see it."),
  name: Name('Shown to askers.'),
  ...profile,
  ...standing,
})
const Changes = Type.Object({
  uuid: Type.Optional(Uuid),
  ...ExpertFields,
  ...standing,
  isActive: Type.Optional(Type.Boolean({ description: 'Whether the expert is offered questions and may sign in.' })),
})
const Named = Type.Object({ uuid: Type.Optional(Uuid) })

const FirstPassword = Type.Object({
  ...ManagedExpertView.properties,
  password: Type.Union([Type.String(), Type.Null()], {
    description: 'Shown this once; null where the answer is repeated for an Idempotency-Key.',
  }),
})

const newPassword = (): string => randomBytes(12).toString('base64url')

/** The company's experts, for its admins. */
export const managedExpertRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate, verifier } = context
    const { publicUrl } = context.config

    app.route({
      ...gate('listManagedExperts'),
      schema: {
        querystring: Page,
        response: answers(Type.Object({ experts: Type.Array(ManagedExpertView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, companyId, (tx) => listExperts(tx, companyId, { limit, cursor }, publicUrl))
        return { experts: found.experts, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...gate('createManagedExpert'),
      schema: { body: NewExpert, response: answers(FirstPassword, 201) },
      handler: async (request, reply) => {
        const { email, name, languages = ['en'], topics = [], ...rest } = request.body
        const password = newPassword()
        // Hashed before the transaction opens: it takes long on purpose.
        const passwordHash = await hashPassword(password)
        const { data, aside: shown = null } = await administerWithAside(context, request, reply, {
          action: 'expert_created',
          status: 201,
          work: async (tx, companyId) => {
            // Ours comes last: the body may hold members that no schema names, of whatever name.
            const wanted = { ...rest, companyId, email, name, languages, topics, passwordHash }
            const { userId } = await createExpert(tx, wanted)
            return { data: await findExpert(tx, companyId, userId, publicUrl), aside: password }
          },
        })
        return { ...data, password: shown }
      },
    })

    /** A change that ended the expert's tokens is committed before it is noted, and noted before it is answered. */
    const note = (expertId: string, endedAt: Date | undefined) => {
      if (endedAt) verifier.noteRevoked('person', expertId, endedAt)
    }

    app.route({
      ...gate('updateManagedExpert'),
      schema: { params: Path, body: Changes, response: answers(ManagedExpertView) },
      handler: async (request, reply) => {
        const expertId = uuidOf(request)
        const { uuid: _uuid, ...changes } = request.body
        const { data, aside: endedAt } = await administerWithAside(context, request, reply, {
          action: changes.isActive === false ? 'expert_deactivated' : 'expert_updated',
          inEveryCompany: true,
          work: async (tx, companyId) => {
            await changeExpert(tx, companyId, expertId, changes)
            const endedAt = changes.isActive === false ? await endAccess(tx, companyId, expertId) : undefined
            return { data: await findExpert(tx, companyId, expertId, publicUrl), aside: endedAt }
          },
        })
        note(expertId, endedAt)
        return data
      },
    })

    app.route({
      ...gate('deactivateExpert'),
      schema: { params: Path, body: Named, response: answers(ManagedExpertView) },
      handler: async (request, reply) => {
        const expertId = uuidOf(request)
        const { data, aside: endedAt } = await administerWithAside(context, request, reply, {
          action: 'expert_deactivated',
          inEveryCompany: true,
          work: async (tx, companyId) => {
            await changeExpert(tx, companyId, expertId, { isActive: false })
            const endedAt = await endAccess(tx, companyId, expertId)
            return { data: await findExpert(tx, companyId, expertId, publicUrl), aside: endedAt }
          },
        })
        note(expertId, endedAt)
        return data
      },
    })

    app.route({
      ...gate('resetExpertPassword'),
      schema: { params: Path, body: Named, response: answers(FirstPassword) },
      handler: async (request, reply) => {
        const expertId = uuidOf(request)
        const password = newPassword()
        const passwordHash = await hashPassword(password)
        const { data, aside } = await administerWithAside(context, request, reply, {
          action: 'expert_password_reset',
          inEveryCompany: true,
          work: async (tx, companyId) => {
            const expert = await findExpert(tx, companyId, expertId, publicUrl)
            await setPassword(tx, expertId, passwordHash)
            return { data: expert, aside: { password, endedAt: await revokePerson(tx, companyId, expertId) } }
          },
        })
        note(expertId, aside?.endedAt)
        return { ...data, password: aside?.password ?? null }
      },
    })
  }
