import type { EventType, OutboxJob } from '@askline/contracts'
import { type Actor, originOf } from '../actors.ts'
import type { Audience } from './audience.ts'
import type { Decision } from './change.ts'
import type { State } from './state.ts'

/** Returns the jobs of a decided change: the news for its audience, and its own jobs. */
export function jobsOf(actor: Actor, { event, jobs }: Decision, after: State, audience: Audience): OutboxJob[] {
  return event === undefined ? jobs : [...newsOf(actor, event, after, audience), ...jobs]
}

/**
 * A wave ends other offers without being an offer to their experts: they are told that theirs is closed. For the same reason a new
 * question, which has no subscribers yet, is told only to the agents whose queue it joins.
 */
function newsOf(
  actor: Actor,
  event: EventType,
  after: State,
  { entitled, involved, lost, agents }: Audience,
): OutboxJob[] {
  const news = (type: EventType, to: string[], inbox: string[]): OutboxJob[] => {
    // Socket.io sends to everyone if no room is named.
    if (to.length === 0) return []
    const { id: questionId, version, updatedAt } = after
    const payload = {
      questionId,
      version,
      type,
      lastUpdated: stampOf(updatedAt),
      ...originOf(actor),
      audience: to,
      inbox,
    }
    return [{ job: 'question-changed', payload }]
  }
  if (event === 'OFFER_CLOSED') return news(event, lost, lost)
  if (after.version === 1 && agents.length === 0) return []
  if (event === 'QUESTION_OFFERED') return [...news(event, entitled, involved), ...news('OFFER_CLOSED', lost, lost)]
  return news(event, [...entitled, ...lost], [...involved, ...lost, ...agents])
}

/** Returns a freshness stamp as the API prints it: in whole seconds, rounded up (decisions/questions.md). */
const stampOf = (updatedAt: Date): string =>
  `${new Date(Math.ceil(updatedAt.getTime() / 1000) * 1000).toISOString().slice(0, 19)}Z`
