import {
  AnswerRuleView,
  AnswersLatelyView,
  limits,
  Paging,
  RejectedAnswerView,
  StaleAnswerView,
  UnansweredView,
} from '@askline/contracts'
import { inCompany } from '@askline/db'
import { countAnswersLately, listRejectedAnswers, listStaleAnswers } from '@askline/domain/knowledge/oversight'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { RouteContext } from '../../context.ts'
import { answers } from '../../http/answers.ts'
import { invalidField } from '../../http/faults.ts'
import { principalOf } from '../../http/request-state.ts'
import { Page, pageFields } from '../fields.ts'

/** Reports on automatic answers, for admins. */
export const answerRoutes =
  ({ db, gate, texts }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...gate('listUnanswered'),
      schema: {
        querystring: Page,
        response: answers(Type.Object({ unanswered: Type.Array(UnansweredView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const from = placeOf(cursor)
        const { clusters } = await texts.cluster(companyId)
        const next = from + limit < clusters.length ? String(from + limit) : null
        return { unanswered: clusters.slice(from, from + limit), paging: { limit, nextCursor: next } }
      },
    })

    app.route({
      ...gate('getAnswerPrecision'),
      schema: { response: answers(Type.Object({ rules: Type.Array(AnswerRuleView), lately: AnswersLatelyView })) },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { rules } = await texts.rules(companyId)
        const lately = await inCompany(db, companyId, (tx) => countAnswersLately(tx, companyId))
        return { rules, lately }
      },
    })

    app.route({
      ...gate('listRejectedAnswers'),
      schema: {
        querystring: Page,
        response: answers(Type.Object({ answers: Type.Array(RejectedAnswerView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, companyId, (tx) => listRejectedAnswers(tx, companyId, { limit, cursor }))
        return { answers: found.answers, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...gate('listStaleAnswers'),
      schema: {
        querystring: Type.Object({
          ...pageFields,
          days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650, default: 180 })),
        }),
        response: answers(Type.Object({ answers: Type.Array(StaleAnswerView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor, days = 180 } = request.query
        const found = await inCompany(db, companyId, (tx) => listStaleAnswers(tx, companyId, { limit, cursor, days }))
        return { answers: found.answers, paging: { limit, nextCursor: found.nextCursor } }
      },
    })
  }

/** Reads the cursor: groups are computed for each page, so it is an offset. */
function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,4}$/.test(cursor))
    throw invalidField('query.cursor', 'cursor', 'query.cursor must be the `nextCursor` of a previous page.')
  return Number(cursor)
}
