import { audienceKey } from '@askline/contracts'
import type { Decision, Facts } from './change.ts'
import { isOpenToAll, isWithAgents, type State } from './state.ts'

/** The recipients of a change, as audience keys. */
export type Audience = {
  /** Everyone who may see the question after the change. The event stores them. */
  entitled: string[]
  /** The experts among them. All experts of a question that is open to all share one key. */
  involved: string[]
  /** Experts who can no longer act. This is the last change that they are told. */
  lost: string[]
  /** The agents, if the question is or was in their queue. */
  agents: string[]
}

/** Returns who is told of a decided change. `after`: the question after the change. */
export function audienceOf(facts: Facts, decision: Decision, after: State): Audience {
  const { question: before, company } = facts
  const closed = new Set(decision.closes.map(({ id }) => id))
  const people = new Set<string>()
  const add = (id: string | null) => {
    if (id !== null && id !== before.askerId) people.add(id)
  }
  add(after.holderId)
  for (const { type, authorId } of facts.responses) if (type !== 'AutoResponse') add(authorId)
  for (const { id, expertId, status } of facts.offers) if (status === 'pending' && !closed.has(id)) add(expertId)
  add(decision.response?.authorId ?? null)
  for (const { expertId, status } of decision.offers) if (status === 'pending') add(expertId)

  const former = before.status === 'UNRESOLVED' && before.holderId !== after.holderId ? before.holderId : null
  const losers = new Set<string>()
  // An expert who declines a question that is open to all had no offer to close.
  const declined = decision.event === 'OFFER_CLOSED' ? decision.offers : []
  for (const id of [...[...decision.closes, ...declined].map(({ expertId }) => expertId), former]) {
    if (id !== null && id !== before.askerId && !people.has(id)) losers.add(id)
  }
  const experts = [audienceKey.experts(company.id)]
  const [wasOpen, isOpen] = [isOpenToAll(before), isOpenToAll(after)]
  const involved = [...[...people].map(audienceKey.person), ...(isOpen ? experts : [])]
  // Readers are not notified of their own read.
  const asker = decision.event === 'RESPONSE_READ' ? [] : [audienceKey.person(before.askerId)]
  const isOrWasWithAgents = [before, after].some((one) => one.isRerouted || isWithAgents(one))
  return {
    entitled: [audienceKey.company(company.id), audienceKey.staff(company.id), ...asker, ...involved],
    involved,
    lost: [...[...losers].map(audienceKey.person), ...(wasOpen && !isOpen ? experts : [])],
    agents: isOrWasWithAgents ? [audienceKey.staff(company.id)] : [],
  }
}

/** Returns who is told of a new question: its asker and the company, and the agents if it joins their queue. */
export function audienceOfNew(companyId: string, question: State): Audience {
  const [company, staff] = [audienceKey.company(companyId), audienceKey.staff(companyId)]
  return {
    entitled: [company, staff, audienceKey.person(question.askerId)],
    involved: [],
    lost: [],
    agents: isWithAgents(question) ? [staff] : [],
  }
}
