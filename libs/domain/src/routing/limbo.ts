import { offers, questions, type RowOf, statement, type Tx, types } from '@askline/db'
import { byCompany, candidateArrays, candidatesOf, selectCandidates } from '../by-company.ts'
import { makeChanges } from '../changes/make-changes.ts'
import { type BetweenTables, betweenTables, brokenBetween, ofQuestions, openStatus } from './invariants.ts'
import { mend, mending } from './mend.ts'
import { countRepairs, type Repairs } from './repair-counts.ts'
import { changedLoads, mendLoads, wrongLoads } from './wrong-loads.ts'

const anyBroken = Object.values(ofQuestions)
  .map(({ broken }) => `(${broken})`)
  .join(' or ')

/** The start of a pass over all open questions, and the end of its last window. */
const [firstId, lastId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

const suspectRow = { id: questions.id, companyId: questions.companyId } as const
type Suspect = RowOf<typeof suspectRow>

/** Most changed questions that one check looks at. The next pass looks at the others. */
const mostChanges = 5_000

/**
 * Questions that changed after $1, by the clocks of their companies. The arrays of companies keep the planner from joining all
 * questions.
 */
const changed = statement({
  name: 'find-changed-for-limbo',
  params: [types.instant, types.int],
  row: { changed: types.array(types.uuid), ...candidateArrays },
  text: `with sandbox as materialized (
      select id as company_id, $1::timestamptz + clock_offset as since from companies where clock_offset > interval '0'
    ), changed as materialized (
      (select q.id from questions q
        where q.company_id = any(array(select id from companies where clock_offset = interval '0')) and q.changed_at > $1 limit $2)
      union all
      (select q.id from questions q join sandbox s on s.company_id = q.company_id and q.changed_at > s.since
        where q.company_id = any(array(select company_id from sandbox)) and q.changed_at > (select min(since) from sandbox) limit $2)
      limit $2
    ), broken as materialized (
      select q.id, q.company_id from questions q
      where q.id = any(array(select id from changed)) and q.closed_at is null and (${anyBroken})
    )
    select array(select id from changed) as changed, ${selectCandidates('broken')}`,
})
const nextWindow = statement({
  name: 'find-limbo',
  params: [types.uuid, types.int],
  row: { last: types.nullable(types.uuid), ...candidateArrays },
  text: `with last as materialized (
      select q.id from questions q where q.closed_at is null and q.id > $1 order by q.id offset $2 - 1 limit 1
    ), broken as materialized (
      select q.id, q.company_id from questions q
      where q.closed_at is null and q.id > $1 and q.id <= coalesce((select id from last), '${lastId}') and (${anyBroken})
    )
    select (select id from last) as last, ${selectCandidates('broken')}`,
})
const closedSuspects = statement({
  name: 'find-closed-limbo',
  params: [types.int],
  row: suspectRow,
  text: `select q.id, q.company_id as "companyId" from questions q where q.closed_at is not null
    and (q.next_due_at is not null or ${openStatus}) limit $1`,
})
const betweenFinders = Object.entries<BetweenTables>(betweenTables).map(([name, rule]) => ({
  findChanged: statement({
    name: `changed-${name}`,
    params: [types.array(types.uuid)],
    row: suspectRow,
    text: `select distinct q.id, q.company_id as "companyId" ${brokenBetween(rule)} and x.question_id = any($1::uuid[])`,
  }),
  // The rows are read first, by their index: between two open questions there may be thousands of closed ones.
  findInWindow: statement({
    name: `window-${name}`,
    params: [types.uuid, types.uuid, types.int],
    row: suspectRow,
    text: `select q.id, q.company_id as "companyId" from questions q where q.id = any(array(
        select distinct x.question_id from ${rule.table} x where ${rule.rows} and x.question_id > $1 and x.question_id <= $2
      )) and ${rule.questions} limit $3`,
  }),
}))
const absentExperts = statement({
  name: 'find-absent-experts-of-suspects',
  params: [types.array(types.uuid)],
  row: { id: offers.questionId, expertIds: types.array(types.uuid) },
  text: `select x.question_id as id, array_agg(x.expert_id) as "expertIds" from offers x
    where x.question_id = any($1::uuid[]) and x.company_id = $company and ${betweenTables['no-offer-to-the-absent'].rows}
    group by x.question_id`,
})

/**
 * Checks and repairs what changed after `since`, by the database's time: questions with their offers and prompts, and loads.
 * Looks at no more than 5,000 questions. Also repairs up to `limit` closed questions, whatever their age.
 */
export async function repairChanged(tx: Tx, repaired: Repairs, since: Date, limit: number): Promise<void> {
  const [found] = await tx.query(changed, [since, mostChanges])
  const suspects = [...(found ? candidatesOf(found) : []), ...(await tx.query(closedSuspects, [limit]))]
  if (found && found.changed.length > 0) {
    for (const { findChanged } of betweenFinders) suspects.push(...(await tx.query(findChanged, [found.changed])))
  }
  await mendQuestions(tx, repaired, suspects)
  await mendLoads(tx, repaired, await tx.query(changedLoads, [since]))
}

/**
 * Checks and repairs the next `size` open questions after `from` (null: from the first), the offers and prompts of all questions
 * up to the last of them, and after the last window all loads. Returns the last question, or null after the last window.
 */
export async function repairWindow(
  tx: Tx,
  repaired: Repairs,
  from: string | null,
  size: number,
): Promise<string | null> {
  const after = from ?? firstId
  const [found] = await tx.query(nextWindow, [after, size])
  const suspects = found ? candidatesOf(found) : []
  const last = found?.last ?? null
  for (const { findInWindow } of betweenFinders) {
    suspects.push(...(await tx.query(findInWindow, [after, last ?? lastId, size])))
  }
  await mendQuestions(tx, repaired, suspects)
  if (last === null) await mendLoads(tx, repaired, await tx.query(wrongLoads, []))
  return last
}

/**
 * Decides under the locks what is broken in the suspects, and mends it. A locked question is being moved, so it is skipped here and checked
 * again as a changed one.
 */
async function mendQuestions(whole: Tx, repaired: Repairs, suspects: Suspect[]): Promise<void> {
  for (const [companyId, own] of byCompany(suspects)) {
    const tx = whole.of(companyId)
    const ids = [...new Set(own.map(({ id }) => id))]
    const absent = new Map((await tx.query(absentExperts, [ids])).map(({ id, expertIds }) => [id, expertIds]))
    const outcomes = await makeChanges(
      tx,
      ids.map((id) => mending(companyId, id, absent.get(id))),
    )
    const broken = outcomes.flatMap((one) => (one.is === 'done' ? mend(one.facts).broken : []))
    for (const name of new Set(broken)) {
      await countRepairs(whole, repaired, name, companyId, broken.filter((other) => other === name).length)
    }
  }
}
