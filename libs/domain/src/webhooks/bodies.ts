import type { CondensedQuestionView } from '@askline/contracts'
import { questionEvents, questions, statement, type Tx, types } from '@askline/db'
import type { CompanyEventDetail } from '../feed/company-events.ts'
import { dateTime, lastUpdatedOf } from '../format/dates.ts'
import {
  condensedView,
  contextOf,
  questionRow,
  questionViewColumns,
  questionViewTables,
} from '../views/question-view.ts'
import type { CourierEndpoint, DueDelivery } from './courier-work.ts'

/** The body for a receiver: ids and dates of an event. The receiver fetches texts from the API, because a copy elsewhere cannot be erased. */
export type WebhookEvent = {
  type: string
  timestamp: string
  data: Record<string, unknown> & { questionUuid?: string; question?: ThinQuestion }
}

/** The condensed question without what people wrote, and without names. */
export type ThinQuestion = ReturnType<typeof thinOf>

function thinOf({ metadata: _, takenBy: __, conversation: ___, state, ...question }: CondensedQuestionView) {
  const { reason: ____, ...rerouteStatus } = state.rerouteStatus
  return { ...question, state: { ...state, rerouteStatus } }
}

const questionEvent = statement({
  name: 'find-question-event-of-webhook',
  params: [types.uuid, types.int],
  row: {
    correlationId: questionEvents.correlationId,
    at: questionEvents.at,
    version: questions.version,
    updatedAt: questions.updatedAt,
    externalIds: types.json<{ id: string; system: string }[]>(),
  },
  text: `select e.correlation_id as "correlationId", e.at, q.version, q.updated_at as "updatedAt",
      coalesce((select jsonb_agg(jsonb_build_object('id', x.external_id, 'system', x.system) order by x.system, x.external_id)
        from question_external_ids x where x.question_id = q.id and x.company_id = $company), '[]') as "externalIds"
    from question_events e join questions q on q.id = e.question_id and q.company_id = $company
    where e.company_id = $company and e.question_id = $1 and e.seq = $2`,
})

const companyEvent = statement({
  name: 'find-company-event-of-webhook',
  params: [types.int],
  row: { detail: types.json<CompanyEventDetail>() },
  text: 'select detail from company_events where company_id = $company and position = $1',
})

const questionNow = statement({
  name: 'find-question-of-webhook',
  params: [types.uuid],
  row: questionRow,
  text: `select ${questionViewColumns} from ${questionViewTables} where q.company_id = $company and q.id = $1`,
})

/** Returns what an endpoint gets of a delivery. `includeState` adds the question as it is now, which may be newer than `version`. */
export async function eventOfDelivery(
  tx: Tx,
  { includeState }: Pick<CourierEndpoint, 'includeState'>,
  { type, at, questionId, seq, position }: DueDelivery,
  publicUrl: string,
): Promise<WebhookEvent> {
  const event = (data: WebhookEvent['data']): WebhookEvent => ({ type, timestamp: dateTime(at), data })
  if (position === null) return event({})
  if (questionId === null || seq === null) {
    const [found] = await tx.query(companyEvent, [position])
    return event(found?.detail ?? {})
  }
  const [found] = await tx.query(questionEvent, [questionId, seq])
  const [row] = includeState ? await tx.query(questionNow, [questionId]) : []
  return event({
    questionUuid: questionId,
    version: seq,
    // The stamp of this version is known until the next one. Afterwards it is at least the time of the event.
    lastUpdated: lastUpdatedOf(found?.version === seq ? found.updatedAt : at),
    externalIds: found?.externalIds ?? [],
    correlationId: found?.correlationId ?? null,
    ...(row ? { question: thinOf(condensedView(row, contextOf(row, publicUrl, 'integration'))) } : {}),
  })
}
