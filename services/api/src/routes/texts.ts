import { randomUUID } from 'node:crypto'
import {
  AutomaticAnswerResponseView,
  AutomaticAnswerView,
  ClassificationView,
  limits,
  RoutingPredictionView,
} from '@askline/contracts'
import { inCompany } from '@askline/db'
import { giveAutomaticAnswer, judgeAutomaticAnswer, viewKnownAnswer } from '@askline/domain/knowledge/automatic-answers'
import { narrowFinding } from '@askline/domain/knowledge/narrow'
import { findRoutedCategory } from '@askline/domain/routing/category'
import { viewExperts } from '@askline/domain/views/experts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { act } from '../act.ts'
import { asAskerOrIntegration, asNewAskerOrIntegration } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { forTexts } from '../http/callers.ts'
import { exampleText } from '../http/example-values.ts'
import { base } from '../http/gate.ts'
import { principalOf } from '../http/request-state.ts'
import { AnyCaseLanguage, Email, metadataOf, predictedClassOf, Slug, Text } from './fields.ts'

const metadata = Type.Optional(
  metadataOf('Metadata, with the same rules as for a question. It is validated but not stored.'),
)
const Classify = Type.Object({ text: Text, language: Type.Optional(AnyCaseLanguage) })
const AskForAnswer = Type.Object({
  ...Classify.properties,
  questionCategory: Type.Optional(
    Slug('The name of the category whose `precision` applies. All categories share the same known answers.'),
  ),
  predictedClass: Type.Optional(predictedClassOf('The class, if it is already known.')),
  metadata,
  userEmail: Type.Optional(
    Email(
      'The e-mail address of the asker. The text is erased when the asker is forgotten. Texts without an asker or without feedback are deleted after 90 days.',
    ),
  ),
})
const Predict = Type.Object({
  ...Classify.properties,
  questionCategory: Type.Optional(
    Slug('The name of the category whose settings apply. By default, the default category.'),
  ),
  metadata,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limits.pageSizeMax, default: 10, description: 'Maximum number of experts.' }),
  ),
})
type AskForAnswer = Static<typeof AskForAnswer>

/** Routes of texts: classes, automatic answers and routing predictions from the routing worker. */
export const textRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { clock, db, endpoint, texts } = context

    async function classification(request: FastifyRequest, { text, language }: Static<typeof Classify>) {
      const { companyId } = principalOf(request)
      const query = { text, ...(language ? { language: language.toLowerCase() } : {}) }
      const found = await texts.read(companyId, query)
      const { predictedClass, classConfidence, classAbstains = null, runnerUp = null, decidedBy = [] } = found
      const content =
        found.knowledgeId === null
          ? null
          : await inCompany(db, companyId, async (tx) => {
              const { knowledgeId } = await narrowFinding(tx, companyId, found, { language: query.language })
              return knowledgeId === null ? null : viewKnownAnswer(tx, companyId, knowledgeId)
            })
      const date = clock.serverTime(companyId)
      return {
        predictedClass,
        confidence: classConfidence,
        abstains: classAbstains,
        runnerUp,
        decidedBy,
        content,
        date,
      }
    }

    function automaticAnswer(request: FastifyRequest, reply: FastifyReply, body: AskForAnswer) {
      const { companyId } = principalOf(request)
      const { text, predictedClass, questionCategory } = body
      const language = body.language?.toLowerCase()
      const query = {
        text,
        ...(language ? { language } : {}),
        ...(predictedClass ? { predictedClass } : {}),
        ...(questionCategory ? { questionCategory } : {}),
      }
      return act(context, request, reply, {
        by: asNewAskerOrIntegration(request, body, 'reads'),
        prepare: async () => {
          const finding = await texts.read(companyId, query)
          return async (tx, actor) => {
            const suiting = await narrowFinding(tx, companyId, finding, { ...body, language })
            return giveAutomaticAnswer(tx, companyId, text, suiting, 'userId' in actor ? actor.userId : undefined)
          }
        },
      })
    }

    app.route({
      ...endpoint({
        name: 'getClassification',
        method: 'GET',
        path: '/classifications',
        ...forTexts,
        summary: 'Classify a text',
        query: Classify,
        answer: ClassificationView,
        errors: {},
        sample: { query: { text: exampleText } },
      }),
      handler: async (request) => ({
        ...(await classification(request, request.query)),
        correlationId: request.id,
        questionText: request.query.text,
      }),
    })

    app.route({
      ...endpoint({
        name: 'classify',
        method: 'POST',
        path: '/classifications',
        ...forTexts,
        summary: 'Classify a text',
        body: Classify,
        answer: ClassificationView,
        errors: {},
        sample: { body: { text: exampleText } },
      }),
      // Nothing is created, but an Idempotency-Key is honored as everywhere.
      handler: (request, reply) =>
        act(context, request, reply, {
          by: asAskerOrIntegration(request, {}),
          prepare: async () => {
            const data = await classification(request, request.body)
            return async () => ({ uuid: randomUUID(), ...data })
          },
          // Not stored with the answer, because nothing tells whose they are. A repeated request has the same text.
          answer: (data) => ({ ...data, correlationId: request.id, questionText: request.body.text }),
        }),
    })

    app.route({
      ...endpoint({
        name: 'findAutomaticAnswer',
        method: 'POST',
        path: '/automaticAnswers',
        ...forTexts,
        summary: 'Find a known answer to a text',
        body: AskForAnswer,
        answer: AutomaticAnswerView,
        errors: { 400: ['category_unknown'] },
        sample: { body: { text: exampleText } },
      }),
      handler: (request, reply) => automaticAnswer(request, reply, request.body),
    })

    app.route({
      ...endpoint({
        name: 'judgeAutomaticAnswer',
        method: 'POST',
        path: '/automaticAnswers/:uuid/feedback',
        of: 'automatic_answer',
        ...forTexts,
        summary: 'Give feedback on an automatic answer, by its uuid or the uuid of its content',
        body: Type.Object({
          quickReply: Type.Enum(['ACCEPTED', 'REJECTED']),
          userEmail: Type.Optional(
            Email(
              'The e-mail address of the person who gives the verdict. Only the latest verdict of each person counts. Anonymous verdicts all count.',
            ),
          ),
        }),
        answer: AutomaticAnswerResponseView,
        errors: { 400: ['no_answer_given', 'already_decided'], 403: ['blocked'] },
        sample: { body: { quickReply: 'ACCEPTED' } },
      }),
      handler: (request, reply) => {
        const { companyId } = principalOf(request)
        const { quickReply } = request.body
        return act(context, request, reply, {
          by: asNewAskerOrIntegration(request, request.body, 'judges'),
          work: (tx, actor) => {
            const uuid = request.params.uuid.toLowerCase()
            const userId = 'userId' in actor ? actor.userId : undefined
            return judgeAutomaticAnswer(tx, companyId, { uuid, quickReply, userId })
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'predictRouting',
        method: 'POST',
        path: '/predictiveRouting',
        scope: 'routing:read',
        callers: ['integration', 'admin'],
        summary: 'Predict which experts would be offered a question',
        body: Predict,
        answer: RoutingPredictionView,
        errors: { 400: ['category_unknown'] },
        sample: { body: { text: exampleText } },
      }),
      handler: (request, reply) => {
        const { companyId } = principalOf(request)
        const { text, questionCategory, limit = 10 } = request.body
        const language = request.body.language?.toLowerCase()
        const query = {
          text,
          ...(language ? { language } : {}),
          ...(questionCategory ? { questionCategory } : {}),
          limit,
        }
        // Nothing is created, but an Idempotency-Key is honored as everywhere.
        return act(context, request, reply, {
          by: asAskerOrIntegration(request, {}),
          prepare: async () => {
            // As with an ask, an unknown category is an error.
            if (questionCategory)
              await inCompany(db, companyId, (tx) => findRoutedCategory(tx, companyId, questionCategory))
            const found = await texts.predict(companyId, query)
            const { estimatedResponseMs: ms, experts, reason = null, ...prediction } = found
            const ids = experts.map(({ expertId }) => expertId)
            return async (tx) => {
              const views = await viewExperts(tx, companyId, ids, context.config.publicUrl)
              return {
                uuid: randomUUID(),
                ...prediction,
                reason,
                estimatedResponseTimeInMillis: ms === null ? null : Math.round(ms),
                experts: experts.flatMap(({ expertId, ...why }) => {
                  const expert = views.get(expertId)
                  return expert ? [{ expert, ...why }] : []
                }),
              }
            }
          },
        })
      },
    })

    const content = endpoint({
      name: 'getContent',
      method: 'POST',
      path: '/content',
      ...forTexts,
      summary: 'Find a known answer to a text (deprecated; use `POST /automaticAnswers`)',
      deprecated: true,
      body: AskForAnswer,
      answer: AutomaticAnswerView,
      errors: { 400: ['category_unknown'] },
      sample: { body: { text: exampleText } },
    })
    app.route({
      ...content,
      onRequest: [announceSuccessor, content.onRequest],
      handler: (request, reply) => automaticAnswer(request, reply, request.body),
    })
  }

/** Announces the deprecation, since the day on which the specification replaced the endpoint. */
async function announceSuccessor(_request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ deprecation: '@1574640000', link: `<${base}/automaticAnswers>; rel="successor-version"` })
}
