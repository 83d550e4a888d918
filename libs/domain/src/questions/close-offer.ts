import { newId } from '@askline/db'
import type { Actor } from '../actors.ts'
import type { ClosedOffer, Decision, Facts, NewOffer } from '../changes/change.ts'
import { noChange, routeJob } from '../changes/decide.ts'
import { isOpenTo } from '../changes/rules.ts'

type Ending = { expertId: string; status: 'declined' | 'withdrawn'; reason: string | undefined }

/**
 * Closes one expert's pending offer, and tells only them: the question keeps its version. If no other offer is open, routing looks for
 * the next experts at once. Declining a question that is open to all writes a declined offer.
 * Nothing changes if the expert has no pending offer, or experts can no longer take the question.
 */
export function closeOffer(facts: Facts, actor: Actor, ending: Ending): Decision {
  const { question: q, offers } = facts
  const pending = offers.filter(({ status }) => status === 'pending')
  const own = pending.find(({ expertId }) => expertId === ending.expertId)
  const { expertId, status, reason } = ending
  const closes: ClosedOffer[] = own ? [{ id: own.id, expertId, status, reason: reason ?? null }] : []
  const declined: NewOffer[] =
    !own && status === 'declined' && isOpenTo(facts, expertId)
      ? [
          {
            id: newId(),
            ...ending,
            round: q.round,
            wave: q.wave,
            createdAt: q.openToAllAt ?? facts.now,
            closedAt: facts.now,
          },
        ]
      : []
  if (closes.length + declined.length === 0) return noChange
  const seeksOthers = q.turn === 'experts' && q.holderId === null && pending.every((offer) => offer === own)
  const isTold = q.status === 'UNRESOLVED'
  return {
    ...noChange,
    event: isTold ? 'OFFER_CLOSED' : undefined,
    closes,
    offers: declined,
    jobs: isTold && seeksOthers ? [routeJob(actor, q.id)] : [],
  }
}
