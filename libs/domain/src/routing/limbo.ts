import { type Database, experts, inSystem, questions, statement, type Tx, types } from '@askline/db'
import { moveDueQuestions } from './due.ts'
import { betweenTables, held, type InvariantName, isOverdue, ofClosed, ofQuestions, openStatus } from './invariants.ts'

const anyBroken = Object.values(ofQuestions)
  .map(({ broken }) => `(${broken})`)
  .join(' or ')

/** SKIP LOCKED: a locked question is being moved, so it is checked in the next round. */
const suspects = statement({
  name: 'find-limbo',
  params: [types.uuid, types.int],
  row: { ids: types.array(types.uuid), last: types.nullable(types.text) },
  text: `with window_of as (
      select q.* from questions q where q.closed_at is null and q.id > $1 order by q.id limit $2
    )
    select coalesce((select array_agg(q.id) from window_of q where ${anyBroken}), '{}') as ids,
      (select max(id::text) from window_of) as last`,
})
const closedSuspects = statement({
  name: 'find-closed-limbo',
  params: [types.int],
  row: { id: questions.id },
  text: `select q.id from questions q where q.closed_at is not null
    and (q.next_due_at is not null or ${openStatus}) limit $1`,
})
const lockSuspects = statement({
  name: 'lock-suspects',
  params: [types.array(types.uuid)],
  row: { id: questions.id },
  text: 'select id from questions where id = any($1::uuid[]) order by id for update skip locked',
})

const repairOf = (name: string, text: string) =>
  statement({
    name: `repair-${name}`,
    params: [types.array(types.uuid)],
    row: { id: questions.id, companyId: questions.companyId },
    text,
  })
const repairsOf = (all: Record<string, { broken: string; repair: string }>, isClosed: boolean) =>
  Object.entries(all).map(([name, { broken, repair }]) => ({
    name: name as InvariantName,
    statement: repairOf(
      name,
      `update questions q set ${repair}
        where q.id = any($1::uuid[]) and q.closed_at is ${isClosed ? 'not null' : 'null'} and (${broken})
        returning q.id, q.company_id as "companyId"`,
    ),
  }))
const repairsOfOpen = repairsOf(ofQuestions, false)
const repairsOfClosed = repairsOf(ofClosed, true)
const repairsBetween = Object.entries(betweenTables).map(([name, { broken, repair }]) => ({
  name: name as InvariantName,
  statement: repairOf(name, repair),
  find: statement({
    name: `suspect-${name}`,
    params: [types.int],
    row: { id: questions.id },
    text: `select distinct q.id ${broken} limit $1`,
  }),
}))

const wrongLoads = statement({
  name: 'repair-loads',
  row: { id: experts.userId, companyId: experts.companyId },
  text: `with held as (
      select e.user_id, ${held('e')} as load
      from experts e where e.load > 0 or exists (select 1 from questions q
        where q.holder_id = e.user_id and q.closed_at is null and q.status = 'UNRESOLVED')
    ), wrong as (
      select e.user_id from experts e join held h on h.user_id = e.user_id where e.load <> h.load for update of e skip locked
    )
    update experts e set load = h.load, changed_at = clock_timestamp() from held h
    where h.user_id = e.user_id and e.user_id in (select user_id from wrong) returning e.user_id as id, e.company_id as "companyId"`,
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
    select company_id, $1, date_trunc('hour', clock_timestamp()), count(*)::int, clock_timestamp()
    from unnest($2::uuid[]) as company_id group by company_id order by company_id
    on conflict (company_id, invariant, hour) do update set count = r.count + excluded.count, last_at = excluded.last_at`,
})

export type Repairs = Partial<Record<InvariantName, number>>
export type Round = { repaired: Repairs; next: string }

/** The start of a round of checks. */
export const firstWindow = '00000000-0000-0000-0000-000000000000'

/**
 * Checks the invariants of the next `size` open questions after `from` and repairs those that are broken. Returns the number of
 * repairs per invariant, and the start of the next window (`firstWindow` after the last). Safe to run concurrently.
 */
export async function repairLimbo(db: Database, from: string, size: number): Promise<Round> {
  return inSystem(db, async (tx) => {
    const repaired: Repairs = {}
    const [found] = await tx.query(suspects, [from, size])
    await mend(tx, repaired, repairsOfOpen, found?.ids ?? [])
    return { repaired, next: found?.last ?? firstWindow }
  })
}

/**
 * Checks and repairs the invariants of at most `limit` closed questions, of offers, prompts and loads, and of deadlines. Returns
 * the number of repairs per invariant.
 */
export async function repairBetweenTables(db: Database, limit: number): Promise<Repairs> {
  const repaired: Repairs = {}
  const idsIn = async (tx: Tx, find: typeof closedSuspects) => (await tx.query(find, [limit])).map((row) => row.id)
  await inSystem(db, async (tx) => mend(tx, repaired, repairsOfClosed, await idsIn(tx, closedSuspects)))
  for (const mending of repairsBetween) {
    await inSystem(db, async (tx) => mend(tx, repaired, [mending], await idsIn(tx, mending.find)))
  }
  await inSystem(db, async (tx) => count(tx, repaired, 'load-is-what-is-held', await tx.query(wrongLoads, [])))
  await meetOverdue(db, repaired)
  return repaired
}

/** Makes moves that are overdue. A move that fails stays with the sweepers, which write a dead letter for it. */
async function meetOverdue(db: Database, repaired: Repairs): Promise<void> {
  const find = () => inSystem(db, (tx) => tx.query(overdue, [overdueAtOnce]))
  const found = await find()
  if (found.length === 0) return
  await moveDueQuestions(db, found.length)
  const left = new Set((await find()).map(({ id }) => id))
  const met = found.filter(({ id }) => !left.has(id))
  await inSystem(db, (tx) => count(tx, repaired, 'deadlines-are-met', met))
}

type Mending = { name: InvariantName; statement: ReturnType<typeof repairOf> }

async function mend(tx: Tx, repaired: Repairs, mendings: Mending[], suspected: string[]): Promise<void> {
  if (suspected.length === 0) return
  const ids = (await tx.query(lockSuspects, [suspected])).map((row) => row.id)
  if (ids.length === 0) return
  for (const { name, statement } of mendings) await count(tx, repaired, name, await tx.query(statement, [ids]))
}

async function count(tx: Tx, repaired: Repairs, name: InvariantName, rows: { companyId: string }[]): Promise<void> {
  if (rows.length === 0) return
  repaired[name] = (repaired[name] ?? 0) + rows.length
  await tx.query(keepRepairs, [name, rows.map((row) => row.companyId)])
}
