import {
  ExpertRecordView,
  limits,
  MadeLinkView,
  Nullable,
  Paging,
  VersionedManagedExpertView,
} from '@askline/contracts'
import { inSystem, readReport, type Tx } from '@askline/db'
import { assertMayAppoint } from '@askline/domain/access/credentials'
import { resetPassword } from '@askline/domain/access/password-links'
import { pauseAccess } from '@askline/domain/access/revoke'
import { createExpert } from '@askline/domain/administration/create-expert'
import { changeExpert, findExpert, listExperts } from '@askline/domain/administration/experts'
import { findExpertRecord } from '@askline/domain/routing/expert-record'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act, WithAside } from '../../act.ts'
import { asAdmin, creatorScopes } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'
import { uuidOf } from '../../repeated-ids.ts'
import { sendVersioned, versionOfRow, withVersion } from '../../versions.ts'
import { ExpertFields, recordRules, refusedFields } from '../experts.ts'
import { Email, Name, Named, Page } from '../fields.ts'
import { Invite, invitationRules, inviteNewPerson, resetRules, showLink, withLink } from './made-link.ts'

const badges = {
  isOfficial: Type.Optional(Type.Boolean()),
  isCertified: Type.Optional(Type.Boolean()),
  isElite: Type.Optional(Type.Boolean()),
}
/** Fields that only admins change. Experts see them. */
const standing = {
  ...badges,
  topicLevels: Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), Type.Integer({ minimum: 1, maximum: 5 }), {
      maxProperties: 200,
      description: 'The level in each topic, 1 to 5. Replaces all levels. Requirements of categories check it.',
    }),
  ),
  categories: Type.Optional(
    Type.Array(Name('The name of a category.', 'Loans'), {
      maxItems: 200,
      description:
        'Names of the categories that the expert is assigned to. Replaces all earlier ones. Requirements of categories check it.',
    }),
  ),
}
const { name: _name, ...profile } = ExpertFields
const NewExpert = Type.Object({
  email: Email('The address with which the expert signs in. Askers never see it.', 'bruno@example.com'),
  name: Name('The display name, visible to askers.', 'Bruno'),
  ...profile,
  ...standing,
  invite: Invite,
})
const Changes = Type.Object({
  ...Named.properties,
  ...ExpertFields,
  ...standing,
  isActive: Type.Optional(
    Type.Boolean({
      description: 'Whether the expert is active. An inactive expert gets no offers and cannot sign in.',
    }),
  ),
})

const Invited = Type.Object({ ...VersionedManagedExpertView.properties, invitation: Nullable(MadeLinkView) })
const Reset = Type.Object({ ...VersionedManagedExpertView.properties, reset: MadeLinkView })

/** Routes of the company's experts, for admins. */
export const managedExpertRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint, verifier } = context
    const { publicUrl, issuer } = context.config
    const viewExpert = async (tx: Tx, companyId: string, expertId: string) =>
      withVersion('expert', await findExpert(tx, companyId, expertId, publicUrl))

    app.route({
      ...endpoint({
        name: 'listManagedExperts',
        method: 'GET',
        path: '/admin/experts',
        ...forAdmins,
        summary: "List the company's experts",
        query: Page,
        answer: Type.Object({ experts: Type.Array(VersionedManagedExpertView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inSystem(db, (tx) => listExperts(tx.of(companyId), companyId, { limit, cursor }, publicUrl))
        const experts = found.experts.map((expert) => withVersion('expert', expert))
        return { experts, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'getManagedExpert',
        method: 'GET',
        path: '/admin/experts/:uuid',
        of: 'expert',
        ...forAdmins,
        summary: 'Return an expert',
        versioned: true,
        answer: VersionedManagedExpertView,
        errors: {},
      }),
      handler: async (request, reply) => {
        const { companyId } = principalOf(request)
        const expertId = request.params.uuid.toLowerCase()
        return sendVersioned(
          request,
          reply,
          await inSystem(db, (tx) => viewExpert(tx.of(companyId), companyId, expertId)),
        )
      },
    })

    app.route({
      ...endpoint({
        name: 'getManagedExpertRecord',
        method: 'GET',
        path: '/admin/experts/:uuid/record',
        of: 'expert',
        ...forAdmins,
        summary: 'Return the record of an expert of the last 30 and 90 days',
        description: recordRules,
        answer: ExpertRecordView,
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const expertId = request.params.uuid.toLowerCase()
        return readReport(db, companyId, (tx) => findExpertRecord(tx, companyId, expertId))
      },
    })

    app.route({
      ...endpoint({
        name: 'createManagedExpert',
        method: 'POST',
        path: '/admin/experts',
        ...forAdmins,
        summary: 'Add an expert and create an invitation link, unless `invite` is false',
        description: invitationRules,
        showsSecret: true,
        body: NewExpert,
        answer: Invited,
        status: 201,
        errors: { 400: [...refusedFields, 'email_taken', 'email_invalid'] },
        sample: {
          body: { email: 'new@bank.example', name: 'New' },
          shown: { email: 'bruno@example.com', name: 'Bruno', topics: ['cards'] },
        },
      }),
      handler: (request, reply) => {
        const { email, name, languages = ['en'], topics = [], invite = true, ...rest } = request.body
        const { availability = invite ? 'OFFLINE' : 'AVAILABLE' } = rest
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'expert_created',
          status: 201,
          inEveryCompany: true,
          work: async (tx, admin) => {
            const { companyId } = admin
            assertMayAppoint('expert', creatorScopes(request))
            // The company comes last, so that no member of the body can replace it.
            const { userId } = await createExpert(tx, {
              ...rest,
              email,
              name,
              languages,
              topics,
              availability,
              companyId,
            })
            const made = invite ? await inviteNewPerson(tx, request, admin, userId) : undefined
            return withLink(await viewExpert(tx, companyId, userId), 'invitation', { issuer, made })
          },
          answer: (data, shown) => showLink(data, 'invitation', shown),
        })
      },
    })

    /** Refuses the expert's tokens on this instance, after the commit and before the answer. */
    const noteEnded = (expertId: string, endedAt: Date | undefined) => {
      if (endedAt) verifier.noteRevoked('person', expertId, endedAt)
    }

    app.route({
      ...endpoint({
        name: 'updateManagedExpert',
        method: 'PUT',
        path: '/admin/experts/:uuid',
        of: 'expert',
        ...forAdmins,
        summary: 'Change or reactivate an expert',
        body: Changes,
        answer: VersionedManagedExpertView,
        errors: { 400: refusedFields },
        sample: { shown: { capacity: 5, topics: ['cards'] } },
      }),
      handler: (request, reply) => {
        const expertId = uuidOf(request)
        const { uuid: _uuid, ...changes } = request.body
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: changes.isActive === false ? 'expert_deactivated' : 'expert_updated',
          version: versionOfRow('expert', expertId, (tx, { companyId }) => viewExpert(tx, companyId, expertId)),
          inEveryCompany: true,
          work: async (tx, { companyId }) => {
            await changeExpert(tx, companyId, expertId, changes)
            const endedAt = changes.isActive === false ? await pauseAccess(tx, companyId, expertId) : undefined
            return new WithAside(await viewExpert(tx, companyId, expertId), endedAt)
          },
          answer: (data, endedAt) => {
            noteEnded(expertId, endedAt)
            return data
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'deactivateExpert',
        method: 'POST',
        path: '/admin/experts/:uuid/deactivate',
        of: 'expert',
        ...forAdmins,
        summary: 'Deactivate an expert',
        body: Named,
        answer: VersionedManagedExpertView,
        errors: {},
      }),
      handler: (request, reply) => {
        const expertId = uuidOf(request)
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'expert_deactivated',
          inEveryCompany: true,
          work: async (tx, { companyId }) => {
            await changeExpert(tx, companyId, expertId, { isActive: false })
            const endedAt = await pauseAccess(tx, companyId, expertId)
            return new WithAside(await viewExpert(tx, companyId, expertId), endedAt)
          },
          answer: (data, endedAt) => {
            noteEnded(expertId, endedAt)
            return data
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'resetExpertPassword',
        method: 'POST',
        path: '/admin/experts/:uuid/resetPassword',
        of: 'expert',
        ...forAdmins,
        summary: 'Remove the password of an expert, end all tokens, and create a link for a new password',
        description: resetRules,
        showsSecret: true,
        body: Named,
        answer: Reset,
        errors: { 400: ['person_inactive'] },
      }),
      handler: (request, reply) => {
        const expertId = uuidOf(request)
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'expert_password_reset',
          inEveryCompany: true,
          work: async (tx, { companyId, userId: madeBy }) => {
            assertMayAppoint('expert', creatorScopes(request))
            await findExpert(tx, companyId, expertId, publicUrl)
            const made = await resetPassword(tx, { companyId, userId: expertId, madeBy })
            const expert = await viewExpert(tx, companyId, expertId)
            return withLink(expert, 'reset', { issuer, made, endedAt: made.endedAt })
          },
          answer: (data, shown) => {
            noteEnded(expertId, shown?.endedAt)
            return showLink(data, 'reset', shown)
          },
        })
      },
    })
  }
