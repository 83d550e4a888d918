import type { CondensedQuestionView } from '@askline/contracts'
import { statement, type Tx, types } from '@askline/db'
import type { CompanyEventDetail } from '../feed/company-events.ts'
import { describeEvent, type EventBody } from '../feed/event-bodies.ts'
import { dateTime } from '../format/dates.ts'
import {
  condensedView,
  contextOf,
  questionRow,
  questionViewColumns,
  questionViewTables,
} from '../views/question-view.ts'
import type { Destination, DueDelivery } from './courier-work.ts'

/** The body for a receiver: what the feed holds of an event, and the state of its question if the endpoint includes it. */
export type WebhookEvent = EventBody & { data: { question?: ThinQuestion } }

/** The condensed question without what people wrote, and without names. */
export type ThinQuestion = ReturnType<typeof thinOf>

function thinOf({ metadata: _, takenBy: __, conversation: ___, state, ...question }: CondensedQuestionView) {
  const { reason: ____, ...rerouteStatus } = state.rerouteStatus
  return { ...question, state: { ...state, rerouteStatus } }
}

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
  { includeState }: Pick<Destination, 'includeState'>,
  { type, at, questionId, seq, position }: DueDelivery,
  publicUrl: string,
): Promise<WebhookEvent> {
  if (position === null) return { type, timestamp: dateTime(at), data: {} }
  const isOfQuestion = questionId !== null && seq !== null
  const [found] = isOfQuestion ? [] : await tx.query(companyEvent, [position])
  const about = isOfQuestion ? { questionId, seq } : { detail: found?.detail ?? {} }
  const body = await describeEvent(tx, { type, at, ...about })
  const [row] = isOfQuestion && includeState ? await tx.query(questionNow, [questionId]) : []
  const question = row && thinOf(condensedView(row, contextOf(row, publicUrl, 'integration')))
  return { ...body, data: { ...body.data, ...(question ? { question } : {}) } }
}
