import { categoryDefaults } from '@askline/contracts'
import { knowledge, statement, type Tx, types } from '@askline/db'
import { timeOf } from '../clock/company-time.ts'
import { findPrecisionSettings } from './precision.ts'
import { recordsOf } from './verdicts.ts'

/** How many askers judged a known answer since it was last changed, and how many of them rejected it. */
export type AnswerRecord = { judged: number; rejected: number }
/** `asOf`: of how many changes of its verdicts, and of which words; it differs wherever the record may. */
export type KeptRecord = AnswerRecord & { knowledgeId: string; asOf: string }

/** Fewer askers than this take no answer away from the others. */
export const leastRejected = 3
/** One-sided 95 %: what is taken away was good to others, and a promise is only of the average. */
const cautious = 1.64

/**
 * Returns whether verdicts show that an answer is right less often than `precision` (0 to 1). At least three askers must have
 * rejected it, and the upper bound of the accepted share (Wilson 1927) must be below `precision`. For .9, three rejections
 * of three verdicts are enough, and so are four of thirteen.
 */
export function isContradicted({ judged, rejected }: AnswerRecord, precision: number): boolean {
  if (rejected < leastRejected) return false
  const share = 1 - rejected / judged
  const square = cautious ** 2 / judged
  const spread = cautious * Math.sqrt((share * (1 - share)) / judged + square / (4 * judged))
  return (share + square / 2 + spread) / (1 + square) < precision
}

const judged = statement({
  name: 'find-judged-answers',
  params: [types.uuid],
  row: { knowledgeId: knowledge.id, asOf: types.text },
  text: `select id as "knowledgeId", concat(verdict_changes, ' ', extract(epoch from updated_at)) as "asOf"
    from knowledge where company_id = $1 and verdict_changes > 0`,
})
const records = statement({
  name: 'find-answer-records',
  params: [types.uuid, types.array(types.uuid)],
  row: { knowledgeId: knowledge.id, judged: types.int, rejected: types.int },
  text: `select k.id as "knowledgeId", judged, rejected from ${recordsOf('knowledge')} where k.company_id = $1 and k.id = any($2::uuid[])`,
})

/**
 * Returns the records of a company's judged answers that differ from those `seen` before, so the cost depends on the changes
 * only. A verdict that commits between the two statements is read now and again the next time.
 */
export async function findAnswerRecords(
  tx: Tx,
  companyId: string,
  seen: readonly KeptRecord[] = [],
): Promise<KeptRecord[]> {
  const before = new Map(seen.map(({ knowledgeId, asOf }) => [knowledgeId, asOf]))
  const all = await tx.query(judged, [companyId])
  const changed = new Map(
    all.filter((one) => before.get(one.knowledgeId) !== one.asOf).map(({ knowledgeId, asOf }) => [knowledgeId, asOf]),
  )
  if (changed.size === 0) return []
  const found = await tx.query(records, [companyId, [...changed.keys()]])
  return found.map((record) => ({ ...record, asOf: changed.get(record.knowledgeId) ?? '' }))
}

const recordOf = statement({
  name: 'find-record-of-answer',
  params: [types.uuid, types.uuid],
  row: { judged: types.int, rejected: types.int },
  text: `select judged, rejected from ${recordsOf('knowledge')} where k.company_id = $1 and k.id = $2`,
})
// Not a change of the answer, so its date stays, from which on verdicts count.
const withhold = statement({
  name: 'withhold-rejected-answer',
  params: [types.uuid],
  text: `update knowledge set suspended_at = ${timeOf('$company')}, suspended_reason = 'REJECTED'
    where company_id = $company and id = $1 and suspended_at is null`,
})
const giveAgain = statement({
  name: 'give-rejected-answer-again',
  params: [types.uuid, types.uuid],
  text: `update knowledge set suspended_at = null, suspended_reason = null
    where company_id = $1 and id = $2 and suspended_reason = 'REJECTED'`,
})

/**
 * Suspends an answer after a verdict if its record contradicts the precision of the company's default category. Otherwise ends
 * such a suspension. The verdict locked the answer's row, so the later of two concurrent verdicts counts both.
 */
export async function weighRecord(tx: Tx, companyId: string, knowledgeId: string): Promise<void> {
  const [record] = await tx.query(recordOf, [companyId, knowledgeId])
  if (!record) return
  const { precision = categoryDefaults.precision } = await findPrecisionSettings(tx, companyId, undefined)
  if (isContradicted(record, precision)) await tx.of(companyId).query(withhold, [knowledgeId])
  // At least one asker accepted it. Rejections alone never end a suspension.
  else if (record.judged > record.rejected) await tx.query(giveAgain, [companyId, knowledgeId])
}
