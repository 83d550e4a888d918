import { questionEvents, questions, statement, type Tx, types } from '@askline/db'
import { dateTime, lastUpdatedOf } from '../format/dates.ts'
import type { CompanyEventDetail } from './company-events.ts'

/** An event as clients and receivers get it: ids and dates. They fetch texts from the API, because a copy elsewhere cannot be erased. */
export type EventBody = {
  type: string
  timestamp: string
  data: Record<string, unknown> & { questionUuid?: string }
}

/** An event of a question, which `questionId` and `seq` name, or of the company. */
type DescribedEvent = { type: string; at: Date } & (
  | { questionId: string; seq: number }
  | { detail: CompanyEventDetail }
)

const questionsOfEvents = statement({
  name: 'find-questions-of-events',
  params: [types.array(types.uuid), types.array(types.int)],
  row: {
    questionId: questionEvents.questionId,
    seq: questionEvents.seq,
    correlationId: questionEvents.correlationId,
    version: questions.version,
    updatedAt: questions.updatedAt,
    externalIds: types.json<{ id: string; system: string }[]>(),
  },
  text: `select e.question_id as "questionId", e.seq, e.correlation_id as "correlationId", q.version, q.updated_at as "updatedAt",
      coalesce((select jsonb_agg(jsonb_build_object('id', x.external_id, 'system', x.system) order by x.system, x.external_id)
        from question_external_ids x where x.question_id = q.id and x.company_id = $company), '[]') as "externalIds"
    from unnest($1::uuid[], $2::int[]) as named(question_id, seq)
    join question_events e on e.question_id = named.question_id and e.seq = named.seq and e.company_id = $company
    join questions q on q.id = e.question_id and q.company_id = $company`,
})

/** Returns the bodies of events, in their order. Takes one statement, or none if no event is of a question. */
export async function describeEvents(tx: Tx, events: readonly DescribedEvent[]): Promise<EventBody[]> {
  const ofQuestions = events.flatMap((event) => ('questionId' in event ? [event] : []))
  const rows = ofQuestions.length > 0 ? await findQuestions(tx, ofQuestions) : []
  const found = new Map(rows.map((row) => [keyOf(row), row]))
  return events.map((event) => bodyOf(event, 'questionId' in event ? found.get(keyOf(event)) : undefined))
}

/** Returns the body of one event. */
export async function describeEvent(tx: Tx, event: DescribedEvent): Promise<EventBody> {
  const [row] = 'questionId' in event ? await findQuestions(tx, [event]) : []
  return bodyOf(event, row)
}

type Named = { questionId: string; seq: number }
const findQuestions = (tx: Tx, events: readonly Named[]) =>
  tx.query(questionsOfEvents, [events.map(({ questionId }) => questionId), events.map(({ seq }) => seq)])
const keyOf = ({ questionId, seq }: Named) => `${questionId} ${seq}`

function bodyOf(event: DescribedEvent, row: Awaited<ReturnType<typeof findQuestions>>[number] | undefined): EventBody {
  const { type, at } = event
  const timestamp = dateTime(at)
  if ('detail' in event) return { type, timestamp, data: event.detail }
  const { questionId: questionUuid, seq: version } = event
  // The stamp of this version is known until the next one. Afterwards it is at least the time of the event.
  const lastUpdated = lastUpdatedOf(row?.version === version ? row.updatedAt : at)
  const { externalIds = [], correlationId = null } = row ?? {}
  return { type, timestamp, data: { questionUuid, version, lastUpdated, externalIds, correlationId } }
}
