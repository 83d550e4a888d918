import { KnowledgeView, limits, Paging } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { addKnowledge, changeKnowledge, findKnowledge, listKnowledge, removeKnowledge } from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { administer, uuidOf } from '../../administer.ts'
import type { RouteContext } from '../../context.ts'
import { answers, Done } from '../../http/answers.ts'
import { principalOf } from '../../http/request-state.ts'
import { Path, pageFields, Slug, Text, Uuid } from '../fields.ts'

const Class = Slug('The class of questions it answers.')
const Language = Type.String({ pattern: '^[a-z]{2}$', description: 'ISO 639-1.', examples: ['en'] })

/** What automatic answers draw on, for the company's admins. */
export const knowledgeRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate } = context

    app.route({
      ...gate('listKnowledge'),
      schema: {
        querystring: Type.Object({ ...pageFields, class: Type.Optional(Class) }),
        response: answers(Type.Object({ knowledge: Type.Array(KnowledgeView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor, class: ofClass } = request.query
        const wish = { limit, cursor, class: ofClass }
        const found = await inCompany(db, companyId, (tx) => listKnowledge(tx, companyId, wish))
        return { knowledge: found.knowledge, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...gate('createKnowledge'),
      schema: {
        body: Type.Object({
          question: Text,
          answer: Text,
          class: Type.Optional(Class),
          language: Type.Optional(Language),
          sources: Type.Optional(
            Type.Array(Uuid, {
              maxItems: 20,
              description:
                'Responses it came from: suspended when one is contested, edited or forgotten, from the start where one is contested already.',
            }),
          ),
        }),
        response: answers(KnowledgeView, 201),
      },
      handler: (request, reply) =>
        administer(context, request, reply, {
          action: 'knowledge_created',
          status: 201,
          work: async (tx, companyId) => {
            const { knowledgeIds } = await addKnowledge(tx, { companyId, answers: [request.body] })
            return findKnowledge(tx, companyId, knowledgeIds[0] ?? '')
          },
        }),
    })

    app.route({
      ...gate('getKnowledge'),
      schema: { params: Path, response: answers(KnowledgeView) },
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => findKnowledge(tx, companyId, request.params.uuid.toLowerCase()))
      },
    })

    app.route({
      ...gate('updateKnowledge'),
      schema: {
        params: Path,
        body: Type.Object({
          uuid: Type.Optional(Uuid),
          question: Type.Optional(Text),
          answer: Type.Optional(Text),
          class: Type.Optional(Type.Union([Class, Type.Null()])),
          language: Type.Optional(Type.Union([Language, Type.Null()])),
          isSuspended: Type.Optional(
            Type.Boolean({
              description:
                'true: not given any more. false: given again, also what was contested, edited or rejected, whose verdicts then count from now on; never what came from a forgotten person.',
            }),
          ),
        }),
        response: answers(KnowledgeView),
      },
      handler: (request, reply) => {
        const knowledgeId = uuidOf(request)
        return administer(context, request, reply, {
          action: 'knowledge_updated',
          work: async (tx, companyId) => {
            await changeKnowledge(tx, companyId, knowledgeId, request.body)
            return findKnowledge(tx, companyId, knowledgeId)
          },
        })
      },
    })

    app.route({
      ...gate('removeKnowledge'),
      schema: { params: Path, body: Type.Object({ uuid: Type.Optional(Uuid) }), response: answers(Done) },
      handler: (request, reply) => {
        const knowledgeId = uuidOf(request)
        return administer(context, request, reply, {
          action: 'knowledge_removed',
          work: async (tx, companyId) => {
            await removeKnowledge(tx, companyId, knowledgeId)
            return { uuid: knowledgeId }
          },
        })
      },
    })
  }
