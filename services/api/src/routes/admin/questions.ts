import {
  automaticFilters,
  ListedQuestionView,
  limits,
  Paging,
  QuestionEventView,
  questionStages,
  questionStatuses,
} from '@askline/contracts'
import { inCompany, readReport } from '@askline/db'
import { listQuestionEvents } from '@askline/domain/views/events'
import { searchQuestions } from '@askline/domain/views/search'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { RouteContext } from '../../context.ts'
import { principalOf } from '../../http/request-state.ts'
import { answers } from '../../http/response-schema.ts'
import { AnyCaseLanguage, DateQuery, Page, Path, pageFields, readDate, Slug, Subject } from '../fields.ts'

const Search = Type.Object({
  ...pageFields,
  text: Type.Optional(
    Subject(
      'Search text: up to ten words in any order, and phrases in quotes. All must occur in the question, or in one message of it.',
    ),
  ),
  status: Type.Optional(Type.Enum(questionStatuses)),
  stage: Type.Optional(Type.Enum(questionStages)),
  category: Type.Optional(Slug('The name of a category.')),
  class: Type.Optional(Slug('The class of the question.')),
  language: Type.Optional(AnyCaseLanguage),
  person: Type.Optional(
    Subject('The asker, the holder, or a person who answered: uuid, e-mail address, or words of the name.'),
  ),
  automatic: Type.Optional(
    Type.Enum(automaticFilters, {
      description:
        'The outcome of the newest automatic answer. GIVEN: any outcome. ACCEPTED, REJECTED: this outcome. NONE: no automatic answer.',
    }),
  ),
  from: DateQuery('Start of the period, included.'),
  to: DateQuery('End of the period, excluded.'),
})

/** Routes of all questions of the company and of their history, for admins. */
export const adminQuestionRoutes =
  ({ db, gate }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...gate('searchQuestions'),
      schema: {
        querystring: Search,
        response: answers(Type.Object({ questions: Type.Array(ListedQuestionView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, from, to, language, ...wanted } = request.query
        const filter = {
          ...wanted,
          limit,
          language: language?.toLowerCase(),
          from: from === undefined ? undefined : readDate(from, 'from'),
          to: to === undefined ? undefined : readDate(to, 'to'),
        }
        const found = await readReport(db, companyId, (tx) => searchQuestions(tx, companyId, filter))
        return { questions: found.questions, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...gate('listQuestionEvents'),
      schema: {
        params: Path,
        querystring: Page,
        response: answers(Type.Object({ events: Type.Array(QuestionEventView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const questionId = request.params.uuid.toLowerCase()
        const found = await inCompany(db, companyId, (tx) =>
          listQuestionEvents(tx, companyId, questionId, { limit, cursor }),
        )
        return { events: found.events, paging: { limit, nextCursor: found.nextCursor } }
      },
    })
  }
