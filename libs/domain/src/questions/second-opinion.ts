import type { QuestionType } from '@askline/contracts'
import type { CategorySettings, Statement, Tx } from '@askline/db'
import type { Person } from '../actors.ts'
import { languageOfTag } from '../people/language-tag.ts'
import { isAtWork } from '../people/working-hours.ts'
import { hindranceOf, neverTakes } from '../routing/hindrance.ts'
import { msBetween } from '../routing/milliseconds.ts'
import { requirementInForce } from '../routing/requirements.ts'
import { findRoutingExperts } from '../routing/routing-experts.ts'
import { closeOffer, leaveRound } from './claim.ts'
import { type MoveDetails, makeMove } from './move.ts'
import type { Question } from './question.ts'
import { standardSecondOpinionMs, standardWeight } from './standards.ts'

const needed: Statement = {
  name: 'second-opinion-need',
  text: `select q.type, q.language, q.category_id as "categoryId", q.asker_id as "askerId", k.settings,
      extract(epoch from company_now(q.company_id))::float8 * 1000 as now,
      ${msBetween('q.queued_at', 'company_now(q.company_id)')} as "ageMs",
      array(select o.expert_id from offers o where o.question_id = q.id and o.status = 'declined') as "declinedExpertIds"
    from questions q join categories k on k.id = q.category_id where q.id = $1`,
}
type Needed = {
  type: QuestionType
  language: string | null
  categoryId: string
  askerId: string
  settings: CategorySettings
  now: number
  ageMs: number
  declinedExpertIds: string[]
}

/** Whether somebody but this expert could be offered the question now, by the rules of routing; never where the category wants no second opinions. */
export async function couldAnotherTake(tx: Tx, question: Question, expertId: string): Promise<boolean> {
  const [need] = await tx.query<Needed>(needed, [question.id])
  if (!need) return false
  const { requirements = [], weight = standardWeight, secondOpinionMs = standardSecondOpinionMs } = need.settings
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

/** Opens the window in which others may take what this expert gave up; to them it is not offered again. */
export async function seekOpinion(
  tx: Tx,
  actor: Person,
  question: Question,
  reason: string | undefined,
  details: MoveDetails,
): Promise<void> {
  const sought = await makeMove(tx, actor, question, 'seekOpinion', { ...details, alsoTold: [actor.userId] })
  const closed = await tx.query(closeOffer, [question.id, actor.userId, reason ?? null])
  if (closed.length === 0) await leaveRound(tx, sought, actor.userId, 'declined', reason ?? 'gave it up')
}

/**
 * The window is over, or `isEarly`: nobody is left who could take it. The agents get the question, as its expert wanted. Throws
 * MoveRefusedError where it was taken meanwhile.
 */
export function rerouteAfterOpinion(tx: Tx, question: Question, isEarly: boolean): Promise<Question> {
  return makeMove(tx, { kind: 'system', companyId: question.companyId }, question, 'rerouteAfterOpinion', {
    values: [isEarly],
    detail: { expertId: question.opinionOf },
  })
}
