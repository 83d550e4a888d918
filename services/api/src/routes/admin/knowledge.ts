import { knowledgeSources, knowledgeStates, limits, Paging, VersionedKnowledgeView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import {
  changeKnowledge,
  findKnowledge,
  listKnowledge,
  removeKnowledge,
} from '@askline/domain/administration/knowledge'
import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../../act.ts'
import { asAdmin } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { exampleAnswer, exampleText } from '../../http/example-values.ts'
import { principalOf } from '../../http/request-state.ts'
import { Done } from '../../http/response-schema.ts'
import { uuidOf } from '../../repeated-ids.ts'
import { sendVersioned, versionOfRow, withVersion } from '../../versions.ts'
import { AnyCaseLanguage, Language, Named, pageFields, Slug, Subject, Text, Uuid } from '../fields.ts'

const Class = Slug('The class of questions that it answers.')

/** Routes of known answers, for admins. */
export const knowledgeRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint } = context

    app.route({
      ...endpoint({
        name: 'listKnowledge',
        method: 'GET',
        path: '/admin/knowledge',
        ...forAdmins,
        summary: 'List known answers',
        description:
          'Each page examines up to 3,000 known answers, so with a filter it may be short or empty although there are more. Request pages until `nextCursor` is null.',
        query: Type.Object({
          ...pageFields,
          text: Type.Optional(
            Subject(
              'Search text: up to ten words in any order, and phrases in quotes. All must occur in the question or in the answer.',
            ),
          ),
          state: Type.Optional(
            Type.Enum(knowledgeStates, {
              description:
                'The state. GIVEN: in use. SUSPENDED: not in use. Any other value: suspended for this reason.',
            }),
          ),
          class: Type.Optional(Class),
          language: Type.Optional(AnyCaseLanguage),
          source: Type.Optional(Type.Enum(knowledgeSources)),
        }),
        answer: Type.Object({ knowledge: Type.Array(VersionedKnowledgeView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, language, ...wanted } = request.query
        const filter = { ...wanted, limit, language: language?.toLowerCase() }
        const found = await inCompany(db, companyId, (tx) => listKnowledge(tx, companyId, filter))
        const knowledge = found.knowledge.map((answer) => withVersion('knowledge', answer))
        return { knowledge, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'createKnowledge',
        method: 'POST',
        path: '/admin/knowledge',
        ...forAdmins,
        summary: 'Add a known answer',
        body: Type.Object({
          question: Text,
          answer: Text,
          class: Type.Optional(Class),
          language: Type.Optional(Language),
          sources: Type.Optional(
            Type.Array(Uuid, {
              maxItems: 20,
              description:
                'Uuids of the responses that it came from. It is suspended when one of them is contested, edited or forgotten.',
            }),
          ),
        }),
        answer: VersionedKnowledgeView,
        status: 201,
        errors: { 400: ['source_unknown', 'source_forgotten'] },
        sample: { body: { question: exampleText, answer: exampleAnswer } },
      }),
      handler: (request, reply) =>
        act(context, request, reply, {
          by: asAdmin(request),
          audit: 'knowledge_created',
          status: 201,
          work: async (tx, { companyId }) => {
            const { knowledgeIds } = await addKnowledge(tx, { companyId, answers: [request.body] })
            return withVersion('knowledge', await findKnowledge(tx, companyId, knowledgeIds[0] ?? ''))
          },
        }),
    })

    app.route({
      ...endpoint({
        name: 'getKnowledge',
        method: 'GET',
        path: '/admin/knowledge/:uuid',
        of: 'knowledge',
        ...forAdmins,
        summary: 'Return a known answer',
        versioned: true,
        answer: VersionedKnowledgeView,
        errors: {},
      }),
      handler: async (request, reply) => {
        const { companyId } = principalOf(request)
        const knowledgeId = request.params.uuid.toLowerCase()
        const view = await inCompany(db, companyId, (tx) => findKnowledge(tx, companyId, knowledgeId))
        return sendVersioned(request, reply, withVersion('knowledge', view))
      },
    })

    app.route({
      ...endpoint({
        name: 'updateKnowledge',
        method: 'PUT',
        path: '/admin/knowledge/:uuid',
        of: 'knowledge',
        ...forAdmins,
        summary: 'Change a known answer',
        body: Type.Object({
          ...Named.properties,
          question: Type.Optional(Text),
          answer: Type.Optional(Text),
          class: Type.Optional(Type.Union([Class, Type.Null()])),
          language: Type.Optional(Type.Union([Language, Type.Null()])),
          isSuspended: Type.Optional(
            Type.Boolean({
              description:
                'true suspends it. false lifts the suspension and restarts the count of verdicts. Answers of a forgotten person stay suspended.',
            }),
          ),
        }),
        answer: VersionedKnowledgeView,
        errors: { 400: ['knowledge_forgotten'] },
        sample: { shown: { answer: 'In the app, under Cards and PIN.' } },
      }),
      handler: (request, reply) => {
        const knowledgeId = uuidOf(request)
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'knowledge_updated',
          version: versionOfRow('knowledge', knowledgeId, (tx, { companyId }) =>
            findKnowledge(tx, companyId, knowledgeId),
          ),
          work: async (tx, { companyId }) => {
            await changeKnowledge(tx, companyId, knowledgeId, request.body)
            return withVersion('knowledge', await findKnowledge(tx, companyId, knowledgeId))
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'removeKnowledge',
        method: 'POST',
        path: '/admin/knowledge/:uuid/remove',
        of: 'knowledge',
        ...forAdmins,
        summary: 'Remove a known answer',
        body: Named,
        answer: Done,
        errors: {},
      }),
      handler: (request, reply) => {
        const knowledgeId = uuidOf(request)
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'knowledge_removed',
          work: async (tx, { companyId }) => {
            await removeKnowledge(tx, companyId, knowledgeId)
            return { uuid: knowledgeId }
          },
        })
      },
    })
  }
