import { offers, questions, type RowOf, statement, type Tx, together, types } from '@askline/db'
import { byCompany, candidateArrays, candidatesOf, selectCandidates } from '../by-company.ts'
import { makeChange } from '../changes/make-changes.ts'
import { companyClock } from '../clock/company-time.ts'
import { closeOffer } from '../questions/close-offer.ts'
import {
  type BetweenTables,
  betweenTables,
  brokenBetween,
  type InvariantName,
  ofClosed,
  ofQuestions,
  openStatus,
  withClock,
} from './invariants.ts'
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
/** SKIP LOCKED: a locked question is being moved, so it is checked again as a changed one. */
const lockSuspects = statement({
  name: 'lock-suspects',
  params: [types.array(types.uuid)],
  row: { id: questions.id },
  text: 'select id from questions where id = any($1::uuid[]) and company_id = $company order by id for update skip locked',
})

/** Repairs locked questions of a company. Returns the number of repairs. */
type Repair = (tx: Tx, companyId: string, questionIds: string[]) => Promise<number>

function repairOf(name: string, text: string): Repair {
  const repair = statement({
    name: `repair-${name}`,
    params: [types.array(types.uuid)],
    row: { id: questions.id },
    text,
  })
  return async (tx, companyId, questionIds) => (await tx.of(companyId).query(repair, [questionIds])).length
}

/** Most questions that one repair locks, and offers of a company that it withdraws, because each takes a statement. The next pass does the others. */
const mostWithdrawn = 100

/** Withdraws offers as the job does: their experts are told, and the questions are routed on. */
function withdrawalOf(name: string, broken: string): Repair {
  const find = statement({
    name: `repair-${name}`,
    params: [types.array(types.uuid)],
    row: { id: questions.id, expertId: offers.expertId },
    text: `select q.id, x.expert_id as "expertId" from offers x, questions q ${broken} limit ${mostWithdrawn}`,
  })
  return async (whole, companyId, questionIds) => {
    const tx = whole.of(companyId)
    const actor = { kind: 'system', companyId } as const
    const found = await tx.query(find, [questionIds])
    for (const { id, expertId } of found) {
      await makeChange(tx, {
        actor,
        of: { questionId: id },
        decide: (facts) =>
          closeOffer(facts, actor, { expertId, status: 'withdrawn', reason: 'expert is not available' }),
      })
    }
    return found.length
  }
}

const repairsOf = (all: Record<string, { broken: string; repair: string }>, isClosed: boolean) =>
  Object.entries(all).map(([name, { broken, repair }]) => ({
    name: name as InvariantName,
    repair: repairOf(
      name,
      `with ${companyClock}
        update questions q set ${repair} from clock cross join categories k
        where q.id = any($1::uuid[]) and q.company_id = $company and k.id = q.category_id and k.company_id = $company
          and q.closed_at is ${isClosed ? 'not null' : 'null'} and (${withClock(broken)}) returning q.id`,
    ),
  }))
const repairsOfOpen = repairsOf(ofQuestions, false)
const repairsOfClosed = repairsOf(ofClosed, true)
const brokenOf = ({ rows, questions }: BetweenTables) =>
  `where q.id = any($1::uuid[]) and q.company_id = $company and x.question_id = q.id and x.company_id = $company and ${rows} and ${questions}`
const repairsBetween = Object.entries<BetweenTables>(betweenTables).map(([name, rule]) => ({
  name: name as InvariantName,
  repair: rule.repair
    ? repairOf(name, `${rule.repair} ${brokenOf(rule)} returning q.id`)
    : withdrawalOf(name, brokenOf(rule)),
  ...(rule.repair ? {} : { most: mostWithdrawn }),
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

/**
 * Checks and repairs what changed after `since`, by the database's time: questions with their offers and prompts, and loads.
 * Looks at no more than 5,000 questions. Also repairs up to `limit` closed questions, whatever their age.
 */
export async function repairChanged(tx: Tx, repaired: Repairs, since: Date, limit: number): Promise<void> {
  const [found] = await tx.query(changed, [since, mostChanges])
  if (found) await mend(tx, repaired, repairsOfOpen, candidatesOf(found))
  await mend(tx, repaired, repairsOfClosed, await tx.query(closedSuspects, [limit]))
  if (found && found.changed.length > 0) {
    for (const mending of repairsBetween) {
      await mend(tx, repaired, [mending], await tx.query(mending.findChanged, [found.changed]))
    }
  }
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
  if (found) await mend(tx, repaired, repairsOfOpen, candidatesOf(found))
  const last = found?.last ?? null
  for (const mending of repairsBetween) {
    await mend(tx, repaired, [mending], await tx.query(mending.findInWindow, [after, last ?? lastId, size]))
  }
  if (last === null) await mendLoads(tx, repaired, await tx.query(wrongLoads, []))
  return last
}

type Mending = { name: InvariantName; repair: Repair; most?: number }

async function mend(tx: Tx, repaired: Repairs, mendings: Mending[], suspected: Suspect[]): Promise<void> {
  const most = Math.min(...mendings.map(({ most = suspected.length }) => most))
  for (const [companyId, own] of byCompany(suspected.slice(0, most))) {
    const locked = await tx.of(companyId).query(lockSuspects, [own.map(({ id }) => id)])
    if (locked.length === 0) continue
    const ids = locked.map(({ id }) => id)
    // They share a round trip. Postgres runs them in this order, so that each sees what the ones before repaired.
    const counts = await together(...mendings.map(({ repair }) => repair(tx, companyId, ids)))
    for (const [n, { name }] of mendings.entries()) await countRepairs(tx, repaired, name, companyId, counts[n] ?? 0)
  }
}
