import {
  AnswerConflictView,
  AnswerPrecisionView,
  type AnswerRulesFinding,
  type CategoryPrecisionView,
  categoryDefaults,
  limits,
  Paging,
  RejectedAnswerView,
  StaleAnswerView,
  UnansweredView,
} from '@askline/contracts'
import { inCompany, readReport, type Tx } from '@askline/db'
import { findGivenKnowledge } from '@askline/domain/administration/knowledge'
import { type Judgements, observeAnswers, observeClasses } from '@askline/domain/knowledge/observed-precision'
import { countAnswersLately, listRejectedAnswers, listStaleAnswers } from '@askline/domain/knowledge/oversight'
import { listPrecisionSettings } from '@askline/domain/knowledge/precision'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { invalidField } from '../../http/request-faults.ts'
import { principalOf } from '../../http/request-state.ts'
import { withVersion } from '../../versions.ts'
import { Page, pageFields, Uuid } from '../fields.ts'

/** Reports on automatic answers, for admins. */
export const answerRoutes =
  ({ db, endpoint, texts }: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      ...endpoint({
        name: 'listUnanswered',
        method: 'GET',
        path: '/admin/answers/unanswered',
        ...forAdmins,
        summary: 'Group the unanswered questions of the last 30 days by similarity, largest group first',
        query: Page,
        answer: Type.Object({ unanswered: Type.Array(UnansweredView), paging: Paging }),
        errors: {},
      }),
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
      ...endpoint({
        name: 'getAnswerPrecision',
        method: 'GET',
        path: '/admin/answers/precision',
        ...forAdmins,
        summary: 'Return the required, expected and observed precision of classes and automatic answers, by category',
        answer: AnswerPrecisionView,
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { rules, categories: expected = [] } = await texts.rules(companyId)
        return readReport(db, companyId, async (tx) => ({
          rules,
          categories: await precisionOfCategories(tx, companyId, expected),
          lately: await countAnswersLately(tx, companyId),
        }))
      },
    })

    app.route({
      ...endpoint({
        name: 'listRejectedAnswers',
        method: 'GET',
        path: '/admin/answers/rejected',
        ...forAdmins,
        summary: 'List known answers that most askers reject, or that are suspended for it',
        query: Page,
        answer: Type.Object({ answers: Type.Array(RejectedAnswerView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, companyId, (tx) => listRejectedAnswers(tx, companyId, { limit, cursor }))
        return { answers: found.answers, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'listStaleAnswers',
        method: 'GET',
        path: '/admin/answers/stale',
        ...forAdmins,
        summary: 'List known answers that were neither changed nor accepted for a long time',
        query: Type.Object({
          ...pageFields,
          days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650, default: 180 })),
        }),
        answer: Type.Object({ answers: Type.Array(StaleAnswerView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor, days = 180 } = request.query
        const found = await inCompany(db, companyId, (tx) => listStaleAnswers(tx, companyId, { limit, cursor, days }))
        return { answers: found.answers, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'listAnswerConflicts',
        method: 'GET',
        path: '/admin/answers/conflicts',
        ...forAdmins,
        summary: 'List groups of known answers that differ although their questions are nearly the same',
        query: Type.Object({
          ...pageFields,
          knowledgeUuid: Type.Optional({ ...Uuid, description: 'Returns only groups with this known answer.' }),
        }),
        answer: Type.Object({
          conflicts: Type.Array(AnswerConflictView, {
            description:
              'Groups of conflicting answers. Answers in different languages do not conflict. Compares the newest 5,000 known answers, and returns up to 200 groups of up to ten answers.',
          }),
          paging: Paging,
        }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const from = placeOf(cursor)
        const id = request.query.knowledgeUuid?.toLowerCase()
        const all = (await texts.findConflicts(companyId)).groups
        const groups = id === undefined ? all : all.filter((group) => group.includes(id))
        const shown = groups.slice(from, from + limit)
        const found = await inCompany(db, companyId, (tx) => findGivenKnowledge(tx, companyId, shown.flat()))
        const byId = new Map(found.map((one) => [one.uuid, withVersion('knowledge', one)]))
        const conflicts = shown
          .map((ids) => ({ knowledge: ids.flatMap((id) => byId.get(id) ?? []) }))
          // Some may have been suspended or removed meanwhile.
          .filter(({ knowledge }) => knowledge.length > 1)
        return { conflicts, paging: { limit, nextCursor: from + limit < groups.length ? String(from + limit) : null } }
      },
    })
  }

/** Joins the settings of each category with the worker's expectation and what people judged. */
async function precisionOfCategories(
  tx: Tx,
  companyId: string,
  expected: NonNullable<AnswerRulesFinding['categories']>,
): Promise<CategoryPrecisionView[]> {
  const settings = await listPrecisionSettings(tx, companyId)
  const [classes, known] = [await observeClasses(tx, companyId), await observeAnswers(tx, companyId)]
  return settings.map(({ categoryId: uuid, name, precision = categoryDefaults.precision }) => {
    const promise = expected.find(({ categoryId }) => categoryId === uuid)
    return {
      uuid,
      name,
      precision,
      classes: { expected: promise?.classes ?? null, observed: observedIn(classes, uuid) },
      answers: { expected: promise?.answers ?? null, observed: observedIn(known, uuid) },
    }
  })
}

function observedIn(judgements: Judgements[], categoryId: string) {
  const { judged, right } = judgements.find((one) => one.categoryId === categoryId) ?? { judged: 0, right: 0 }
  return { judged, right, precision: judged === 0 ? null : right / judged }
}

/** Reads the cursor: groups are computed for each page, so it is an offset. */
function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,4}$/.test(cursor))
    throw invalidField('query.cursor', 'cursor', 'query.cursor must be the `nextCursor` of a previous page.')
  return Number(cursor)
}
