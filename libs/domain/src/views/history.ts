import type { QuestionHistoryView } from '@askline/contracts'
import { offers, questionEvents, statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import { dateTime } from '../format/dates.ts'
import { mustSeeAsStaff } from './find.ts'

const selectOffers = statement({
  name: 'history-offers',
  params: [types.uuid, types.int],
  row: {
    expertId: offers.expertId,
    name: types.text,
    status: offers.status,
    reason: offers.reason,
    createdAt: offers.createdAt,
    closedAt: offers.closedAt,
  },
  text: `select o.expert_id as "expertId", ${shownNameOf('u')} as name, o.status, o.reason, o.created_at as "createdAt", o.closed_at as "closedAt"
    from offers o join users u on u.id = o.expert_id and u.company_id = o.company_id where o.question_id = $1 order by o.created_at, o.id limit $2`,
})

const selectEvents = statement({
  name: 'history-events',
  params: [types.uuid, types.int],
  row: {
    type: questionEvents.type,
    at: questionEvents.at,
    actorId: questionEvents.actorId,
    name: types.nullable(types.text),
  },
  text: `select e.type, e.at, u.id as "actorId", ${shownNameOf('u')} as name from question_events e left join users u on u.id = e.actor_id and u.company_id = e.company_id
    where e.question_id = $1 and e.type not in ('RESPONSE_READ', 'AUTO_RESPONSE_OPENED') order by e.seq desc limit $2`,
})

/** The most offers and the most events of one answer. */
const mostRows = 200

/**
 * Returns what happened to a question before now: its offers with the experts' reasons, oldest first, and its newest events in
 * order. Throws NotFoundError if the agent may not see the question or asked it.
 */
export async function viewHistory(tx: Tx, actor: Person, questionId: string): Promise<QuestionHistoryView> {
  await mustSeeAsStaff(tx, actor, questionId)
  const made = await tx.query(selectOffers, [questionId, mostRows])
  const events = await tx.query(selectEvents, [questionId, mostRows])
  return {
    uuid: questionId,
    offers: made.map((offer) => ({
      expert: { uuid: offer.expertId, name: offer.name },
      status: offer.status,
      reason: offer.reason,
      dateOffered: dateTime(offer.createdAt),
      dateClosed: offer.closedAt && dateTime(offer.closedAt),
    })),
    events: events.reverse().map(({ type, at, actorId, name }) => ({
      type,
      date: dateTime(at),
      person: actorId !== null && name !== null ? { uuid: actorId, name } : null,
    })),
  }
}
