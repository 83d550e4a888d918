import { CondensedQuestionView, limits, Paging, QuestionView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { findPerson } from '@askline/domain/people/find-person'
import { askQuestion } from '@askline/domain/questions/ask'
import { editQuestion } from '@askline/domain/questions/edit'
import { listQuestions } from '@askline/domain/views/list'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { act, idempotencyKeyOf, keyedOf, thenViewQuestion } from '../act.ts'
import { asAsker, asNewAsker } from '../actors.ts'
import { openAskGroups } from '../ask-groups.ts'
import type { RouteContext } from '../context.ts'
import { forReaders, forWriters } from '../http/callers.ts'
import { AnswerWithMirror } from '../http/envelope.ts'
import { exampleText } from '../http/example-values.ts'
import { moved } from '../http/refusals.ts'
import { invalidField } from '../http/request-faults.ts'
import { principalOf } from '../http/request-state.ts'
import { buildKnownAskers, isUnknownAsker } from '../known-askers.ts'
import { questionIdOf } from '../repeated-ids.ts'
import { versionOfQuestion } from '../versions.ts'
import {
  AnyCaseLanguage,
  Email,
  ExternalIdText,
  externalIdFields,
  LastChecked,
  Metadata,
  Name,
  pageFields,
  predictedClassOf,
  readDate,
  repeatedIds,
  Slug,
  Subject,
  Text,
  userEmail,
} from './fields.ts'

const PredictedClass = Type.Optional(predictedClassOf('A class obtained from `GET /classifications`.'))

const Ask = Type.Object({
  text: Text,
  subject: Type.Optional(Subject('The subject. By default it is derived from the text.')),
  ...userEmail,
  userName: Type.Optional(
    Name("The user's name. By default, a new user is named `Guest 7f3a`, with the last digits of their id.", 'Ada'),
  ),
  ...externalIdFields,
  metadata: Type.Optional(Metadata),
  questionCategory: Type.Optional(Slug("The name of the category. By default, the company's default category.")),
  language: Type.Optional(AnyCaseLanguage),
  predictedClass: PredictedClass,
  classification: Type.Optional(
    Type.Object({
      predictedClass: PredictedClass,
      correlationId: Type.Optional(Type.String({ maxLength: limits.nameLength })),
    }),
  ),
})

const List = Type.Object({
  ...pageFields,
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  userEmail: Type.Optional(Email('Returns only questions of this user.')),
  'externalId.id': Type.Optional(ExternalIdText),
  'externalId.system': Type.Optional(Slug('The public id of the system of the external id.')),
  lastChecked: Type.Optional(LastChecked),
  includeConversation: Type.Optional(Type.Boolean({ default: false })),
})

/** The class that a question comes with, under either name. Throws RequestFault if both are sent and disagree. */
function predictedClassIn({ predictedClass, classification }: Static<typeof Ask>): string | undefined {
  const bare = predictedClass ?? undefined
  const nested = classification?.predictedClass ?? undefined
  if (bare !== undefined && nested !== undefined && bare !== nested) {
    const field = 'classification.predictedClass'
    const message = `${field} is \`${nested}\` but predictedClass is \`${bare}\`. Send one of them, or the same value in both.`
    throw invalidField(field, 'agrees', message)
  }
  return bare ?? nested
}

/** Routes that ask, list and edit questions. */
export const questionRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db, endpoint, externalIds } = context
    const askers = buildKnownAskers()
    const groups = openAskGroups(db, config.publicUrl)

    app.route({
      ...endpoint({
        name: 'askQuestion',
        method: 'POST',
        path: '/questions',
        ...forWriters,
        summary: 'Ask a question',
        asAsker: true,
        body: Ask,
        answer: QuestionView,
        status: 201,
        errors: {
          400: ['external_id_taken', 'external_ids_disagree', 'category_unknown', 'name_invalid', 'email_invalid'],
          404: ['person_not_found'],
        },
        sample: { body: { text: exampleText } },
      }),
      handler: async (request, reply) => {
        const { body } = request
        const ids = await externalIds(principalOf(request), body)
        const by = asNewAsker(request, body, askers)
        const input = {
          text: body.text,
          subject: body.subject,
          externalIds: ids,
          metadata: body.metadata,
          category: body.questionCategory,
          language: body.language?.toLowerCase(),
          predictedClass: predictedClassIn(body),
        }
        const key = idempotencyKeyOf(request)
        const keyed = key === undefined ? undefined : keyedOf(request, key)
        const view = await groups.add(principalOf(request).companyId, { by, input, keyed })
        if (view) return reply.code(201).send(view)
        return act(context, request, reply, {
          status: 201,
          by,
          work: async (tx, asker) => {
            const asking = askQuestion(tx, asker, input, config.publicUrl).catch(async (error) => {
              if (!isUnknownAsker(error)) throw error
              askers.forget(asker.userId)
              return askQuestion(tx, await by(tx), input, config.publicUrl)
            })
            return (await asking).view
          },
        })
      },
    })

    const page = { questions: Type.Array(CondensedQuestionView), paging: Paging }
    app.route({
      ...endpoint({
        name: 'listQuestions',
        method: 'GET',
        path: '/questions',
        ...forReaders,
        summary: "List the user's questions in condensed form",
        query: List,
        answer: Type.Object(page),
        mirror: {
          questions: Type.Optional(
            Type.Array(CondensedQuestionView, {
              description: 'The same list as `data.questions`. Present if `externalId.id` is given.',
            }),
          ),
        },
        errors: {},
      }),
      handler: async (request) => {
        const me = principalOf(request)
        const { query } = request
        const limit = query.limit ?? limits.pageSize
        const id = query['externalId.id']
        const filter = {
          externalId: { id, system: query['externalId.system'] },
          lastChecked: query.lastChecked === undefined ? undefined : readDate(query.lastChecked, 'query.lastChecked'),
          limit,
          offset: query.offset,
          cursor: query.cursor,
          includeConversation: query.includeConversation,
        }
        const found = await inCompany(db, me.companyId, async (tx) => {
          if (me.kind !== 'integration') {
            const asker = await asAsker(request, query)(tx)
            return listQuestions(tx, asker, { ...filter, askerId: asker.userId }, config.publicUrl)
          }
          const person = query.userEmail && (await findPerson(tx, me.companyId, query.userEmail))
          if (query.userEmail && !person) return { questions: [], nextCursor: null }
          const integration = { kind: 'integration', integrationId: me.id, companyId: me.companyId } as const
          return listQuestions(
            tx,
            integration,
            { ...filter, askerId: person ? person.userId : undefined },
            config.publicUrl,
          )
        })
        const data = { questions: found.questions, paging: { limit, nextCursor: found.nextCursor } }
        return id === undefined ? data : new AnswerWithMirror(data, { questions: found.questions })
      },
    })

    app.route({
      ...endpoint({
        name: 'editQuestion',
        method: 'PUT',
        path: '/questions/:uuid',
        of: 'question',
        ...forWriters,
        summary: 'Change the text of a question',
        asAsker: true,
        comparedWith: 'It is compared with the ETag of `GET /questions/{uuid}`.',
        body: Type.Object({ ...userEmail, ...repeatedIds, text: Text, metadata: Type.Optional(Metadata) }),
        answer: QuestionView,
        errors: { 400: moved, 403: ['blocked'] },
        sample: { body: { text: exampleText } },
      }),
      handler: (request, reply) => {
        const { body } = request
        const questionId = questionIdOf(request)
        const { text, metadata } = body
        return act(context, request, reply, {
          by: asAsker(request, body),
          version: versionOfQuestion(questionId),
          work: thenViewQuestion(context, questionId, (tx, asker) =>
            editQuestion(tx, asker, { questionId, text, metadata }),
          ),
        })
      },
    })
  }
