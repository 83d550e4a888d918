import type { OfferStatus } from '@askline/contracts'
import type { Facts } from '../changes/change.ts'
import { meetsOpenRule } from '../changes/rules.ts'
import { isOpenToAll } from '../changes/state.ts'
import { NotFoundError } from '../errors.ts'

/**
 * Returns the statuses of the expert's offers of a question. A question that is open to the expert counts as one more pending
 * offer, and one that was open in this round as withdrawn. Throws NotFoundError if there never was an offer.
 */
export function offersOf(facts: Facts, expertId: string): OfferStatus[] {
  const { question, offers } = facts
  const statuses = offers.filter((offer) => offer.expertId === expertId).map(({ status }) => status)
  const person = facts.person(expertId)
  const isByRule = question.openToAllAt !== null && person !== undefined && meetsOpenRule(facts, person)
  if (isByRule && !statuses.includes('pending')) statuses.push(isOpenToAll(question) ? 'pending' : 'withdrawn')
  if (statuses.length === 0) throw new NotFoundError('question', question.id)
  return statuses
}
