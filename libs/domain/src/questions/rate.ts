import { isDeepStrictEqual } from 'node:util'
import { companyDefaults, type RatingSystem, type SystemMessageType } from '@askline/contracts'
import { companies, messages, type RowOf, responses, statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import { InvalidValueError, MoveRefusedError } from '../errors.ts'
import { suspendKnowledgeOf } from '../knowledge/lineage.ts'
import { newMessage } from './add-message.ts'
import { nextStamp, underResponse } from './clauses.ts'
import { makeMove } from './move.ts'
import { lockByResponse } from './own.ts'
import type { Question } from './question.ts'

const companySettings = statement({
  name: 'company-settings',
  params: [types.uuid],
  row: { settings: companies.settings },
  text: 'select settings from companies where id = $1',
})

async function findRatingSystem(tx: Tx, companyId: string): Promise<RatingSystem> {
  const [company] = await tx.query(companySettings, [companyId])
  return company?.settings.ratingSystem ?? companyDefaults.ratingSystem
}

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

const setRating = statement({
  name: 'set-rating',
  params: [types.uuid, types.text, types.jsonText],
  text: `update responses r set rating = $2, rating_system = $3, rated_at = q.changed_at, updated_at = ${nextStamp('r.updated_at', 'q.changed_at')}
    from questions q where r.id = $1 and r.company_id = $company and q.id = r.question_id and q.company_id = r.company_id`,
})
const countRating = statement({
  name: 'count-rating',
  params: [types.nullable(types.uuid), types.int, types.float],
  text: `update experts set rated_answers = rated_answers + $2, rating_sum = greatest(0, rating_sum + $3),
    changed_at = statement_timestamp() where user_id = $1 and company_id = $company`,
})
const removeFromResponse = statement({
  name: 'remove-prompt-from-response',
  params: [types.uuid, types.array(types.text)],
  row: { id: messages.id },
  text: `delete from messages where ${underResponse} and type = any($2::text[]) returning id`,
})

/**
 * Rates a response for its asker, who may change their mind at any time. A rating equal to the present one changes nothing.
 * Throws InvalidValueError `invalid_rating` for a value outside the company's system, NotFoundError.
 */
export async function rateResponse(tx: Tx, actor: Person, input: { responseId: string; rating: string }) {
  const { question, response } = await lockByResponse(tx, actor, input.responseId)
  const scale = await findRatingSystem(tx, question.companyId)
  if (!scale.values.includes(input.rating)) {
    throw new InvalidValueError('invalid_rating', 'rating', 'oneOf', `rating must be one of ${scale.values.join(', ')}`)
  }
  if (response.rating === input.rating && isDeepStrictEqual(response.ratingSystem, scale))
    return { questionId: question.id, responseId: response.id }
  await tx.query(removeFromResponse, [response.id, ['RATE_RESPONSE_SYSTEM_MESSAGE', 'ADD_TESTIMONIAL_SYSTEM_MESSAGE']])
  const mayThank = question.status === 'RESOLVED' && worthOf(input.rating, scale) >= good
  await makeMove(tx, actor, question, 'rate', {
    detail: { rating: input.rating },
    adds:
      mayThank && !(await hasTestimonial(tx, response.id))
        ? [prompt('ADD_TESTIMONIAL_SYSTEM_MESSAGE', response.id)]
        : [],
  })
  await tx.query(setRating, [response.id, input.rating, JSON.stringify(scale)])
  if (isContesting(input.rating, scale)) await suspendKnowledgeOf(tx, [response.id], 'CONTESTED')
  if (response.type === 'EXPERT') {
    const earlier = response.rating === null ? 0 : worthOf(response.rating, response.ratingSystem ?? scale)
    await tx.query(countRating, [
      response.authorId,
      response.rating === null ? 1 : 0,
      worthOf(input.rating, scale) - earlier,
    ])
  }
  return { questionId: question.id, responseId: response.id }
}

const testimonial = statement({
  name: 'has-testimonial',
  params: [types.uuid],
  row: { id: messages.id },
  text: `select id from messages where ${underResponse} and type = 'ADDED_TESTIMONIAL_SYSTEM_MESSAGE'`,
})
const hasTestimonial = async (tx: Tx, responseId: string) => (await tx.query(testimonial, [responseId])).length > 0

const prompt = (type: SystemMessageType, responseId: string) => ({ type, responseId })

/** The columns of a rated response that `rateOrThank` reads. */
export const ratedRow = { id: responses.id, rating: responses.rating, ratingSystem: responses.ratingSystem } as const

/** Returns the prompt of a resolution: to rate an unrated response, or to thank for a well-rated one. */
export async function rateOrThank(tx: Tx, question: Question, { id, rating, ratingSystem }: RowOf<typeof ratedRow>) {
  if (!rating) return [prompt('RATE_RESPONSE_SYSTEM_MESSAGE', id)]
  const scale = ratingSystem ?? (await findRatingSystem(tx, question.companyId))
  return worthOf(rating, scale) >= good ? [prompt('ADD_TESTIMONIAL_SYSTEM_MESSAGE', id)] : []
}

/**
 * Adds the asker's testimonial as a message under the response and removes the prompt for it.
 * Throws NotFoundError, and MoveRefusedError if there is a testimonial already or the question is not resolved.
 */
export async function addTestimonial(tx: Tx, actor: Person, input: { responseId: string; text: string }) {
  const { question, response } = await lockByResponse(tx, actor, input.responseId)
  if (await hasTestimonial(tx, response.id)) {
    throw new MoveRefusedError('testimonial_exists', 'You have written a testimonial for this response')
  }
  // The general refusal would name the agents, who are not the reason here.
  if (!question.closedAt) {
    throw new MoveRefusedError('move_not_allowed', 'A testimonial can be written once the question is resolved')
  }
  await makeMove(tx, actor, question, 'addTestimonial', {
    responseId: response.id,
    messages: [newMessage(actor, 'USER', response.id, { text: input.text, externalIds: [] })],
  })
  return { questionId: question.id, responseId: response.id }
}
