import { type Database, experts, inSystem, offers, questions, statement, type Tx, types } from '@askline/db'
import { closeOffer } from '../questions/close-offer.ts'
import { moveDueQuestions } from './due.ts'
import {
  type BetweenTables,
  betweenTables,
  brokenBetween,
  held,
  type InvariantName,
  isOverdue,
  ofClosed,
  ofQuestions,
  openStatus,
} from './invariants.ts'

const anyBroken = Object.values(ofQuestions)
  .map(({ broken }) => `(${broken})`)
  .join(' or ')

/** Most changed questions that one check looks at. The next pass looks at the others. */
const mostChanges = 5_000

/** Questions that changed after $1. Each company is queried separately, because it has a clock of its own. The inner limit keeps the planner from joining all questions. */
const changed = statement({
  name: 'find-changed-for-limbo',
  params: [types.instant, types.int],
  row: { ids: types.array(types.uuid), broken: types.array(types.uuid) },
  text: `with changed as materialized (
      select q.* from companies c cross join lateral (
        select * from questions q where q.company_id = c.id and q.changed_at > $1::timestamptz + c.clock_offset
        order by q.changed_at limit $2
      ) q limit $2
    )
    select coalesce((select array_agg(q.id) from changed q), '{}') as ids,
      coalesce((select array_agg(q.id) from changed q where q.closed_at is null and (${anyBroken})), '{}') as broken`,
})
const nextWindow = statement({
  name: 'find-limbo',
  params: [types.uuid, types.int],
  row: { broken: types.array(types.uuid), last: types.nullable(types.uuid) },
  text: `with window_of as materialized (
      select q.* from questions q where q.closed_at is null and q.id > $1 order by q.id limit $2
    )
    select coalesce((select array_agg(q.id) from window_of q where ${anyBroken}), '{}') as broken,
      (select id from window_of order by id desc limit 1) as last`,
})
const closedSuspects = statement({
  name: 'find-closed-limbo',
  params: [types.int],
  row: { id: questions.id },
  text: `select q.id from questions q where q.closed_at is not null
    and (q.next_due_at is not null or ${openStatus}) limit $1`,
})
/** SKIP LOCKED: a locked question is being moved, so it is checked again as a changed one. */
const lockSuspects = statement({
  name: 'lock-suspects',
  params: [types.array(types.uuid)],
  row: { id: questions.id },
  text: 'select id from questions where id = any($1::uuid[]) order by id for update skip locked',
})

/** Repairs the locked questions. Returns the company of each repair. */
type Repair = (tx: Tx, questionIds: string[]) => Promise<{ companyId: string }[]>

function repairOf(name: string, text: string): Repair {
  const repair = statement({
    name: `repair-${name}`,
    params: [types.array(types.uuid)],
    row: { id: questions.id, companyId: questions.companyId },
    text,
  })
  return (tx, questionIds) => tx.query(repair, [questionIds])
}

/** Most questions that one repair locks, and offers that it withdraws, because each takes a statement. The next pass does the others. */
const mostWithdrawn = 100

/** Withdraws offers as the job does: their experts are told, and the questions are routed on. */
function withdrawalOf(name: string, broken: string): Repair {
  const find = statement({
    name: `repair-${name}`,
    params: [types.array(types.uuid)],
    row: { id: questions.id, companyId: questions.companyId, expertId: offers.expertId },
    text: `select q.id, q.company_id as "companyId", x.expert_id as "expertId" from offers x, questions q ${broken} limit ${mostWithdrawn}`,
  })
  return async (tx, questionIds) => {
    const found = await tx.query(find, [questionIds])
    for (const { id, companyId, expertId } of found) {
      const system = { kind: 'system', companyId } as const
      await closeOffer(tx.of(companyId), system, { id }, 'withdrawOffer', expertId, 'expert is not available')
    }
    return found
  }
}

const repairsOf = (all: Record<string, { broken: string; repair: string }>, isClosed: boolean) =>
  Object.entries(all).map(([name, { broken, repair }]) => ({
    name: name as InvariantName,
    repair: repairOf(
      name,
      `update questions q set ${repair}
        where q.id = any($1::uuid[]) and q.closed_at is ${isClosed ? 'not null' : 'null'} and (${broken})
        returning q.id, q.company_id as "companyId"`,
    ),
  }))
const repairsOfOpen = repairsOf(ofQuestions, false)
const repairsOfClosed = repairsOf(ofClosed, true)
const brokenOf = ({ rows, questions }: BetweenTables) =>
  `where q.id = any($1::uuid[]) and q.id = x.question_id and ${rows} and ${questions}`
const repairsBetween = Object.entries<BetweenTables>(betweenTables).map(([name, rule]) => ({
  name: name as InvariantName,
  repair: rule.repair
    ? repairOf(name, `${rule.repair} ${brokenOf(rule)} returning q.id, q.company_id as "companyId"`)
    : withdrawalOf(name, brokenOf(rule)),
  ...(rule.repair ? {} : { most: mostWithdrawn }),
  findChanged: statement({
    name: `changed-${name}`,
    params: [types.array(types.uuid)],
    row: { id: questions.id },
    text: `select distinct q.id ${brokenBetween(rule)} and x.question_id = any($1::uuid[])`,
  }),
  // The rows are read first, by their index: between two open questions there may be thousands of closed ones.
  findInWindow: statement({
    name: `window-${name}`,
    params: [types.uuid, types.uuid, types.int],
    row: { id: questions.id },
    text: `select q.id from questions q where q.id = any(array(
        select distinct x.question_id from ${rule.table} x where ${rule.rows} and x.question_id > $1 and x.question_id <= $2
      )) and ${rule.questions} limit $3`,
  }),
}))

const loadRow = { id: experts.userId, companyId: experts.companyId } as const
/** Returns a statement's text that repairs the loads of the experts `e` of `from`. */
const repairLoads = (from: string) => `with held as (
      select e.user_id, ${held('e')} as load from ${from}
    ), wrong as (
      select e.user_id from experts e join held h on h.user_id = e.user_id where e.load <> h.load for update of e skip locked
    )
    update experts e set load = h.load, changed_at = statement_timestamp() from held h
    where h.user_id = e.user_id and e.user_id in (select user_id from wrong) returning e.user_id as id, e.company_id as "companyId"`
const wrongLoads = statement({
  name: 'repair-loads',
  row: loadRow,
  text: repairLoads(`experts e where e.load > 0 or exists (select 1 from questions q
    where q.holder_id = e.user_id and q.closed_at is null and q.status = 'UNRESOLVED')`),
})
const changedLoads = statement({
  name: 'repair-changed-loads',
  params: [types.instant],
  row: loadRow,
  text: repairLoads('companies c join experts e on e.company_id = c.id and e.changed_at > $1'),
})

/** Each sandbox is queried separately, as in `due.ts`. A sandbox whose clock is moving is skipped. */
const overdue = statement({
  name: 'find-overdue',
  params: [types.int],
  row: { id: types.uuid, companyId: types.uuid },
  text: `select q.id, q.company_id as "companyId" from questions q where ${isOverdue('statement_timestamp()')}
    union select late.* from companies c cross join lateral (
      select q.id, q.company_id from questions q
      where q.company_id = c.id and ${isOverdue('statement_timestamp() + c.clock_offset')} limit $1
    ) late
    where c.clock_offset > interval '0'
      and not exists (select 1 from clock_advances a where a.company_id = c.id and a.finished_at is null)
    limit $1`,
})
/** Most deadlines that one round meets, all in one transaction. */
const overdueAtOnce = 100

const keepRepairs = statement({
  name: 'keep-repairs',
  params: [types.text, types.array(types.uuid)],
  text: `insert into repairs as r (company_id, invariant, hour, count, last_at)
    select company_id, $1, date_trunc('hour', statement_timestamp()), count(*)::int, statement_timestamp()
    from unnest($2::uuid[]) as company_id group by company_id order by company_id
    on conflict (company_id, invariant, hour) do update set count = r.count + excluded.count, last_at = excluded.last_at`,
})

export type Repairs = Partial<Record<InvariantName, number>>

/** The start of a pass over all open questions, and the end of its last window. */
const [firstId, lastId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/**
 * Checks and repairs what changed after `since`, by the database's time: questions with their offers and prompts, and loads.
 * Looks at no more than 5,000 questions. Also repairs up to `limit` closed questions, whatever their age.
 */
export async function repairChanged(tx: Tx, repaired: Repairs, since: Date, limit: number): Promise<void> {
  const [found] = await tx.query(changed, [since, mostChanges])
  await mend(tx, repaired, repairsOfOpen, found?.broken ?? [])
  const closedOnes = await tx.query(closedSuspects, [limit])
  await mend(tx, repaired, repairsOfClosed, idsOf(closedOnes))
  if (found && found.ids.length > 0) {
    for (const mending of repairsBetween) {
      await mend(tx, repaired, [mending], idsOf(await tx.query(mending.findChanged, [found.ids])))
    }
  }
  await count(tx, repaired, 'load-is-what-is-held', await tx.query(changedLoads, [since]))
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
  await mend(tx, repaired, repairsOfOpen, found?.broken ?? [])
  const last = found?.last ?? null
  for (const mending of repairsBetween) {
    await mend(tx, repaired, [mending], idsOf(await tx.query(mending.findInWindow, [after, last ?? lastId, size])))
  }
  if (last === null) await count(tx, repaired, 'load-is-what-is-held', await tx.query(wrongLoads, []))
  return last
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** Makes moves that are overdue. A move that fails stays with the sweepers, which write a dead letter for it. */
export async function meetOverdue(db: Database, repaired: Repairs): Promise<void> {
  const find = () => inSystem(db, (tx) => tx.query(overdue, [overdueAtOnce]))
  const found = await find()
  if (found.length === 0) return
  await moveDueQuestions(db, found.length)
  const left = new Set((await find()).map(({ id }) => id))
  const met = found.filter(({ id }) => !left.has(id))
  await inSystem(db, (tx) => count(tx, repaired, 'deadlines-are-met', met))
}

type Mending = { name: InvariantName; repair: Repair; most?: number }

async function mend(tx: Tx, repaired: Repairs, mendings: Mending[], suspected: string[]): Promise<void> {
  if (suspected.length === 0) return
  const most = Math.min(...mendings.map(({ most = suspected.length }) => most))
  const ids = (await tx.query(lockSuspects, [suspected.slice(0, most)])).map((row) => row.id)
  if (ids.length === 0) return
  for (const { name, repair } of mendings) await count(tx, repaired, name, await repair(tx, ids))
}

async function count(tx: Tx, repaired: Repairs, name: InvariantName, rows: { companyId: string }[]): Promise<void> {
  if (rows.length === 0) return
  repaired[name] = (repaired[name] ?? 0) + rows.length
  await tx.query(keepRepairs, [name, rows.map((row) => row.companyId)])
}
