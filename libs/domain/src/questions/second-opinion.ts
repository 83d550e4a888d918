import { categoryDefaults } from '@askline/contracts'
import { categories, questions, statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import { timeOf } from '../clock/company-time.ts'
import { languageOfTag } from '../people/language-tag.ts'
import { isAtWork } from '../people/working-hours.ts'
import { hindranceOf, neverTakes } from '../routing/hindrance.ts'
import { msBetween } from '../routing/milliseconds.ts'
import { requirementInForce } from '../routing/requirements.ts'
import { findRoutingExperts } from '../routing/routing-experts.ts'
import { notifyingAgain } from './claim.ts'
import { type MoveDetails, makeMove } from './move.ts'
import type { Question } from './question.ts'

const needed = statement({
  name: 'second-opinion-need',
  params: [types.uuid],
  row: {
    type: questions.type,
    language: questions.language,
    categoryId: questions.categoryId,
    askerId: questions.askerId,
    settings: categories.settings,
    now: types.float,
    ageMs: types.float,
    declinedExpertIds: types.array(types.uuid),
  },
  text: `select q.type, q.language, q.category_id as "categoryId", q.asker_id as "askerId", k.settings,
      extract(epoch from ${timeOf('q.company_id')})::float8 * 1000 as now,
      ${msBetween('q.queued_at', timeOf('q.company_id'))} as "ageMs",
      array(select o.expert_id from offers o where o.question_id = q.id and o.company_id = q.company_id and o.status = 'declined') as "declinedExpertIds"
    from questions q join categories k on k.id = q.category_id and k.company_id = q.company_id where q.id = $1`,
})

/** Returns whether another expert could be offered the question now. False if the category has no second opinions. */
export async function couldAnotherTake(tx: Tx, question: Question, expertId: string): Promise<boolean> {
  const [need] = await tx.query(needed, [question.id])
  if (!need) return false
  const { requirements, weight, secondOpinionMs } = { ...categoryDefaults, ...need.settings }
  if (secondOpinionMs === 0) return false
  const never = new Set([expertId, need.askerId, ...need.declinedExpertIds])
  const others = (await findRoutingExperts(tx, question.companyId)).filter((one) => !never.has(one.expertId))
  const wanted = {
    language: languageOfTag(need.language),
    units: need.type === 'ONE_TO_MANY' ? 0 : weight,
    categoryId: need.categoryId,
  }
  const { inForce } = requirementInForce(requirements, need.ageMs, (requirement) =>
    others.some((one) => neverTakes(one, { ...wanted, requirement }) === undefined),
  )
  if (!inForce) return false
  const { requirement } = inForce
  return others.some(
    (one) => hindranceOf(one, { ...wanted, requirement }, isAtWork(one.workingHours, need.now)) === undefined,
  )
}

/**
 * Starts the second opinion: other experts may take what this expert gives up, and it is not offered to this expert again.
 * Throws the error of `otherwise` if the expert may not give the question up.
 */
export async function seekOpinion(
  tx: Tx,
  actor: Person,
  question: Question,
  reason: string | undefined,
  otherwise: MoveDetails['otherwise'],
): Promise<void> {
  await makeMove(tx, actor, question, 'seekOpinion', {
    values: [actor.userId, reason ?? null],
    adds: question.holderId !== null && question.numResponses === 0 ? [notifyingAgain] : [],
    ownOffer: { expertId: actor.userId, status: 'declined', reason },
    leavesRound: { expertId: actor.userId, status: 'declined', reason: reason ?? 'gave it up' },
    otherwise,
  })
}

/**
 * Ends the second opinion: agents get the question. `isEarly`: no other expert is left, so the time need not be over.
 * Throws MoveRefusedError if an expert took the question meanwhile.
 */
export function rerouteAfterOpinion(tx: Tx, question: Question, isEarly: boolean): Promise<void> {
  return makeMove(tx, { kind: 'system', companyId: question.companyId }, question, 'rerouteAfterOpinion', {
    values: [isEarly],
    detail: { expertId: question.opinionOf },
  })
}
