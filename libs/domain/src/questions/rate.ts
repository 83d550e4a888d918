import { defaultRatingSystem, type SystemMessageType } from '@askline/contracts'
import type { CompanySettings, Statement, Tx } from '@askline/db'
import type { Person } from '../actors.ts'
import { InvalidValueError, MoveRefusedError } from '../errors.ts'
import { suspendKnowledgeOf } from '../knowledge/lineage.ts'
import { newMessage } from './message.ts'
import { makeMove } from './move.ts'
import { lockByResponse } from './own.ts'
import type { Question } from './question.ts'

const companySettings: Statement = { name: 'company-settings', text: 'select settings from companies where id = $1' }

export async function ratingValues(tx: Tx, companyId: string): Promise<string[]> {
  const [company] = await tx.query<{ settings: CompanySettings }>(companySettings, [companyId])
  return (company?.settings.ratingSystem ?? defaultRatingSystem).values
}

/** What a rating is worth: 1 for the first value of the system, 0 for its last. */
export const worthOf = (rating: string, values: readonly string[]): number =>
  values.length < 2 ? 1 : 1 - values.indexOf(rating) / (values.length - 1)

/** From this worth on a rating counts as good. */
const good = 0.75
/** Below this worth a rating contests the answer. */
const bad = 0.3

/** Whether who rates an answer so takes their acceptance back. A value of another rating system does not. */
export const isContesting = (rating: string, values: readonly string[]): boolean =>
  values.includes(rating) && worthOf(rating, values) < bad

const setRating: Statement = {
  name: 'set-rating',
  text: `update responses r set rating = $2, rated_at = q.changed_at, updated_at = next_stamp(r.updated_at, q.changed_at)
    from questions q where r.id = $1 and q.id = r.question_id`,
}
const countRating: Statement = {
  name: 'count-rating',
  text: `update experts set rated_answers = rated_answers + $2, rating_sum = greatest(0, rating_sum + $3),
    changed_at = clock_timestamp() where user_id = $1`,
}
const removeFromResponse: Statement = {
  name: 'remove-prompt-from-response',
  text: 'delete from messages where response_id = $1 and type = any($2::text[]) returning id',
}

/**
 * The asker rates a response, at any time and again if they change their mind.
 * Throws InvalidValueError `invalid_rating` for a value outside the company's system, NotFoundError.
 */
export async function rateResponse(tx: Tx, actor: Person, input: { responseId: string; rating: string }) {
  const { question, response } = await lockByResponse(tx, actor, input.responseId)
  const values = await ratingValues(tx, question.companyId)
  if (!values.includes(input.rating)) {
    throw new InvalidValueError('invalid_rating', 'rating', 'oneOf', `rating must be one of ${values.join(', ')}`)
  }
  await tx.query(removeFromResponse, [response.id, ['RATE_RESPONSE_SYSTEM_MESSAGE', 'ADD_TESTIMONIAL_SYSTEM_MESSAGE']])
  const mayThank = question.status === 'RESOLVED' && worthOf(input.rating, values) >= good
  await makeMove(tx, actor, question, 'rate', {
    detail: { rating: input.rating },
    adds:
      mayThank && !(await hasTestimonial(tx, response.id))
        ? [prompt('ADD_TESTIMONIAL_SYSTEM_MESSAGE', response.id)]
        : [],
  })
  await tx.query(setRating, [response.id, input.rating])
  if (isContesting(input.rating, values)) await suspendKnowledgeOf(tx, [response.id], 'CONTESTED')
  if (response.type === 'EXPERT') {
    const earlier = response.rating === null ? 0 : worthOf(response.rating, values)
    await tx.query(countRating, [
      response.authorId,
      response.rating === null ? 1 : 0,
      worthOf(input.rating, values) - earlier,
    ])
  }
  return { questionId: question.id, responseId: response.id }
}

const testimonial: Statement = {
  name: 'has-testimonial',
  text: `select 1 from messages where response_id = $1 and type = 'ADDED_TESTIMONIAL_SYSTEM_MESSAGE'`,
}
const hasTestimonial = async (tx: Tx, responseId: string) => (await tx.query(testimonial, [responseId])).length > 0

const prompt = (type: SystemMessageType, responseId: string) => ({ type, responseId })
const ratingOf: Statement = { name: 'rating-of-response', text: 'select rating from responses where id = $1' }

/** The prompts that a resolution brings: to rate an unrated response, or to thank for one that was rated well before. */
export async function rateOrThank(tx: Tx, question: Question, responseId: string) {
  const [row] = await tx.query<{ rating: string | null }>(ratingOf, [responseId])
  if (!row?.rating) return [prompt('RATE_RESPONSE_SYSTEM_MESSAGE', responseId)]
  const values = await ratingValues(tx, question.companyId)
  return worthOf(row.rating, values) >= good ? [prompt('ADD_TESTIMONIAL_SYSTEM_MESSAGE', responseId)] : []
}

/**
 * The asker thanks the expert in words: a message under the response, in place of the prompt.
 * Throws NotFoundError, MoveRefusedError `testimonial_exists` or where the question is not resolved.
 */
export async function addTestimonial(tx: Tx, actor: Person, input: { responseId: string; text: string }) {
  const { question, response } = await lockByResponse(tx, actor, input.responseId)
  if (await hasTestimonial(tx, response.id)) {
    throw new MoveRefusedError('testimonial_exists', 'You have written a testimonial for this response')
  }
  // With agents or not, it is open: that somebody else goes on with it is not why.
  if (!question.closedAt) {
    throw new MoveRefusedError('move_not_allowed', 'A testimonial can be written once the question is resolved')
  }
  await makeMove(tx, actor, question, 'addTestimonial', {
    responseId: response.id,
    messages: [newMessage(actor, 'USER', response.id, { text: input.text, externalIds: [] })],
  })
  return { questionId: question.id, responseId: response.id }
}
