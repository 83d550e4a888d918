import { categoryDefaults } from '@askline/contracts'
import { categories, questions, statement, type Tx, types } from '@askline/db'
import type { Actor, Person } from '../actors.ts'
import type { Change } from '../changes/change.ts'
import { decide } from '../changes/decide.ts'
import { timeOf } from '../clock/company-time.ts'
import { msBetween } from '../clock/milliseconds.ts'
import { languageOfTag } from '../people/language-tag.ts'
import { requirementInForce } from '../people/requirements.ts'
import { isAtWork } from '../people/working-hours.ts'
import { hindranceOf, neverTakes } from '../routing/hindrance.ts'
import { findRoutingExperts } from '../routing/routing-experts.ts'

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
    from questions q join categories k on k.id = q.category_id and k.company_id = q.company_id where q.id = $1 and q.company_id = $company`,
})

/** Returns whether an expert other than this one could be offered the question now. False if the category has no second opinions. */
export async function couldAnotherTake(tx: Tx, questionId: string, { userId, companyId }: Person): Promise<boolean> {
  const [need] = await tx.query(needed, [questionId])
  if (!need) return false
  const { requirements, weight, secondOpinionMs } = { ...categoryDefaults, ...need.settings }
  if (secondOpinionMs === 0) return false
  const never = new Set([userId, need.askerId, ...need.declinedExpertIds])
  const others = (await findRoutingExperts(tx, companyId)).filter((one) => !never.has(one.expertId))
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

/** Ends the second opinion: agents get the question. `isEarly`: no other expert is left, so the time need not be over. */
export const rerouteAfterOpinion = (actor: Actor, isEarly: boolean): Change['decide'] => {
  return (facts) =>
    decide(facts, actor, 'rerouteAfterOpinion', { isEarly, detail: { expertId: facts.question.opinionOf } })
}
