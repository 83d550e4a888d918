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
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'
import { AnyCaseLanguage, DateQuery, Page, pageFields, readDate, Slug, Subject } from '../fields.ts'

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
  ({ db, endpoint }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...endpoint({
        name: 'searchQuestions',
        method: 'GET',
        path: '/admin/questions',
        ...forAdmins,
        summary: "Search the company's questions, most recently changed first",
        description:
          'Each page examines up to 3,000 questions, so it may be short or empty although there are more. Request pages until `nextCursor` is null. A question that changes meanwhile moves to the first page, so later pages may miss it.',
        query: Search,
        answer: Type.Object({ questions: Type.Array(ListedQuestionView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, from, to, language, ...wanted } = request.query
        const filter = {
          ...wanted,
          limit,
          language: language?.toLowerCase(),
          from: from === undefined ? undefined : readDate(from, 'query.from'),
          to: to === undefined ? undefined : readDate(to, 'query.to'),
        }
        const found = await readReport(db, companyId, (tx) => searchQuestions(tx, companyId, filter))
        return { questions: found.questions, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'listQuestionEvents',
        method: 'GET',
        path: '/admin/questions/:uuid/events',
        of: 'question',
        ...forAdmins,
        summary: 'List the changes of a question, oldest first',
        query: Page,
        answer: Type.Object({ events: Type.Array(QuestionEventView), paging: Paging }),
        errors: {},
      }),
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
