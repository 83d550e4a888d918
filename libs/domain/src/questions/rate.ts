import { isDeepStrictEqual } from 'node:util'
import type { RatingSystem, SystemMessageType } from '@askline/contracts'
import { statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import type { Change, Decision, Facts, ResponseFact } from '../changes/change.ts'
import { decide, noChange } from '../changes/decide.ts'
import { makeChange } from '../changes/make-changes.ts'
import { InvalidValueError, MoveRefusedError } from '../errors.ts'
import { suspendKnowledgeOf } from '../knowledge/lineage.ts'
import { newMessage } from './new-message.ts'
import { responseOf } from './own.ts'

/** Returns the worth of a rating: 1 for the best value of its scale, 0 for the worst. */
export function worthOf(rating: string, { order, values }: RatingSystem): number {
  if (values.length < 2) return 1
  const share = values.indexOf(rating) / (values.length - 1)
  return order === 'ASCENDING' ? share : 1 - share
}

/** Least worth of a good rating. */
const good = 0.75
/** Ratings below this worth contest the answer. */
const bad = 0.3

/** Returns whether a rating contests the answer. Without its scale it does not. */
export const isContesting = (rating: string, scale: RatingSystem | null): boolean =>
  scale?.values.includes(rating) === true && worthOf(rating, scale) < bad

const countRating = statement({
  name: 'count-rating',
  params: [types.nullable(types.uuid), types.int, types.float],
  text: `update experts set rated_answers = rated_answers + $2, rating_sum = greatest(0, rating_sum + $3),
    changed_at = statement_timestamp() where user_id = $1 and company_id = $company`,
})
/**
 * Rates a response for its asker, who may change their mind at any time. A rating equal to the present one changes nothing.
 * Throws InvalidValueError `invalid_rating` for a value outside the company's system, NotFoundError.
 */
export async function rateResponse(
  tx: Tx,
  actor: Person,
  { responseId, rating }: { responseId: string; rating: string },
) {
  const { facts, decision } = await makeChange(tx, ratingOf(actor, { responseId, rating }))
  const response = responseOf(facts, actor, responseId)
  const { ratingSystem: scale } = facts.company.settings
  if (decision.event !== undefined) {
    if (isContesting(rating, scale)) await suspendKnowledgeOf(tx, [response.id], 'CONTESTED')
    if (response.type === 'EXPERT') {
      const earlier = response.rating === null ? 0 : worthOf(response.rating, response.ratingSystem ?? scale)
      await tx.query(countRating, [
        response.authorId,
        response.rating === null ? 1 : 0,
        worthOf(rating, scale) - earlier,
      ])
    }
  }
  return { questionId: facts.question.id, responseId: response.id }
}

/** Returns the change of `rateResponse`. */
export const ratingOf = (actor: Person, { responseId, rating }: { responseId: string; rating: string }): Change => ({
  actor,
  of: { responseId },
  decide: (facts) => decideRating(facts, actor, responseOf(facts, actor, responseId), rating),
})

function decideRating(facts: Facts, actor: Person, response: ResponseFact, rating: string): Decision {
  const { question, company, prompts } = facts
  const { ratingSystem: scale } = company.settings
  if (!scale.values.includes(rating)) {
    throw new InvalidValueError('invalid_rating', 'rating', 'oneOf', `rating must be one of ${scale.values.join(', ')}`)
  }
  if (response.rating === rating && isDeepStrictEqual(response.ratingSystem, scale)) return noChange
  const answered = prompts.filter(({ type, responseId }) => responseId === response.id && ratingPrompts.includes(type))
  const mayThank = question.status === 'RESOLVED' && worthOf(rating, scale) >= good
  const decision = decide(facts, actor, 'rate', {
    detail: { rating },
    prompts:
      mayThank && !hasTestimonial(facts, response.id) ? [prompt('ADD_TESTIMONIAL_SYSTEM_MESSAGE', response.id)] : [],
    answers: [{ id: response.id, rating, ratingSystem: scale }],
  })
  return { ...decision, removes: [...decision.removes, ...answered.map(({ id }) => id)] }
}

const ratingPrompts: SystemMessageType[] = ['RATE_RESPONSE_SYSTEM_MESSAGE', 'ADD_TESTIMONIAL_SYSTEM_MESSAGE']

const hasTestimonial = ({ prompts }: Facts, responseId: string): boolean =>
  prompts.some((one) => one.type === 'ADDED_TESTIMONIAL_SYSTEM_MESSAGE' && one.responseId === responseId)

const prompt = (type: SystemMessageType, responseId: string) => ({ type, responseId })

/** Returns the prompt of a resolution: to rate an unrated response, or to thank for a well-rated one. */
export function rateOrThank({ company }: Facts, { id, rating, ratingSystem }: ResponseFact) {
  if (!rating) return [prompt('RATE_RESPONSE_SYSTEM_MESSAGE', id)]
  return worthOf(rating, ratingSystem ?? company.settings.ratingSystem) >= good
    ? [prompt('ADD_TESTIMONIAL_SYSTEM_MESSAGE', id)]
    : []
}

/**
 * Adds the asker's testimonial as a message under the response and removes the prompt for it.
 * Throws NotFoundError, and MoveRefusedError if there is a testimonial already or the question is not resolved.
 */
export const addTestimonial = (actor: Person, { responseId, text }: { responseId: string; text: string }): Change => ({
  actor,
  of: { responseId },
  decide: (facts) => {
    const response = responseOf(facts, actor, responseId)
    if (hasTestimonial(facts, response.id)) {
      throw new MoveRefusedError('testimonial_exists', 'You already wrote a testimonial for this response.')
    }
    // The general refusal would name the agents, who are not the reason here.
    if (!facts.question.closedAt) {
      throw new MoveRefusedError('move_not_allowed', 'A testimonial requires a resolved question.')
    }
    return decide(facts, actor, 'addTestimonial', {
      responseId: response.id,
      messages: [newMessage(actor, 'USER', response.id, { text })],
    })
  },
})
