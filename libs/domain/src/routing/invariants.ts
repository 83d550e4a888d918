import { type Database, inSystem, type Statement, type Tx } from '@askline/db'
import { standardTimes } from '../questions/moves.ts'

const now = 'company_now(q.company_id)'
const lease = `category_ms(q.category_id, 'leaseMs', ${standardTimes.leaseMs})`
const escalation = `category_ms(q.category_id, 'escalationMs', ${standardTimes.escalationMs})`
const liveOffer = `exists (select 1 from offers o where o.question_id = q.id and o.status = 'pending'
  and (o.due_at is null or o.due_at > ${now}))`

/**
 * What must hold of every open question `q` (decisions §5, "whose turn"). `broken` finds the opposite, `repair` is the SET
 * that mends it. None of it is visible in the question's views, so no version is counted; what a repair leads to (a wave, a
 * reroute) is a move like any other.
 */
const ofQuestions = {
  'experts-have-offer-or-wave': {
    says: 'While the experts’ turn lasts and nobody holds the question, an offer is open or a wave is due within five minutes.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'experts' and q.holder_id is null and not ${liveOffer}
      and (q.wave_due_at is null or q.wave_due_at > ${now} + interval '5 minutes')`,
    repair: `wave_due_at = ${now}`,
  },
  'holder-has-lease': {
    says: 'While the experts’ turn lasts, whoever holds the question holds it under a lease.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'experts' and q.holder_id is not null and q.lease_due_at is null`,
    repair: `lease_due_at = ${now} + ${lease}`,
  },
  'experts-clock-runs': {
    says: 'While the experts’ turn lasts, an escalation is due.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'experts' and q.escalation_due_at is null`,
    repair: `escalation_due_at = ${now} + ${escalation}`,
  },
  'asker-has-answer': {
    says: 'It is the asker’s turn only when an answer waits for them.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'asker' and q.num_responses = 0 and q.hold_due_at is null`,
    repair: `turn = 'experts', wave_due_at = case when q.holder_id is null then ${now} end,
      lease_due_at = case when q.holder_id is not null then ${now} + ${lease} end, escalation_due_at = ${now} + ${escalation}`,
  },
  'agents-only-when-rerouted': {
    says: 'It is the agents’ turn only on a rerouted or flagged question.',
    broken: `q.status = 'UNRESOLVED' and q.turn = 'agents'`,
    repair: `turn = 'experts', wave_due_at = case when q.holder_id is null then ${now} end,
      lease_due_at = case when q.holder_id is not null then ${now} + ${lease} end, escalation_due_at = ${now} + ${escalation}`,
  },
  'second-opinion-ends': {
    says: 'What an expert gave up has a time at which agents get it, until somebody takes it: then it has none.',
    broken: `q.status = 'UNRESOLVED' and case when q.holder_id is null then (q.opinion_of is not null or q.opinion_held) and q.opinion_due_at is null
      else q.opinion_due_at is not null or q.opinion_held end`,
    repair: `opinion_due_at = case when q.holder_id is null then ${now} end, opinion_of = case when q.holder_id is null then q.opinion_of end,
      opinion_held = q.holder_id is null and q.opinion_held`,
  },
  'rerouted-with-agents': {
    says: 'A rerouted or flagged question is with the agents, or an answer of theirs waits for the asker; no deadline ends it.',
    broken: `q.status in ('CLOSED_BY_ESCALATION', 'FLAGGED') and (q.turn = 'experts' or q.next_due_at is not null)`,
    repair: `turn = case when q.turn = 'experts' then 'agents' else q.turn end, wave_due_at = null, lease_due_at = null,
      prompt_due_at = null, escalation_due_at = null, approval_due_at = null, hold_due_at = null, expiry_due_at = null, opinion_due_at = null`,
  },
  'unresolved-expires': {
    says: 'An unresolved question expires some day.',
    broken: `q.status = 'UNRESOLVED' and q.expiry_due_at is null`,
    repair: 'expiry_due_at = q.expires_at',
  },
} as const

/** What must hold between tables. `repair` mends what `broken` finds among $1, under the questions' locks. */
const betweenTables = {
  'no-offer-of-what-is-taken': {
    says: 'Offers are open only on a question that experts can still take.',
    suspects: `select distinct o.question_id as id from offers o join questions q on q.id = o.question_id
      where o.status = 'pending' and (q.status <> 'UNRESOLVED' or (q.type = 'ONE_TO_ONE' and q.holder_id is not null)) limit $1`,
    repair: `update offers o set status = 'withdrawn', closed_at = clock_timestamp() from questions q
      where q.id = any($1::uuid[]) and o.question_id = q.id and o.status = 'pending'
        and (q.status <> 'UNRESOLVED' or (q.type = 'ONE_TO_ONE' and q.holder_id is not null)) returning q.id`,
  },
} as const

export type InvariantName = keyof typeof ofQuestions | keyof typeof betweenTables | 'load-is-what-is-held'

/** Each invariant in plain words. */
export const invariants: Record<InvariantName, string> = {
  ...(Object.fromEntries(Object.entries(ofQuestions).map(([name, { says }]) => [name, says])) as Record<
    keyof typeof ofQuestions,
    string
  >),
  'no-offer-of-what-is-taken': betweenTables['no-offer-of-what-is-taken'].says,
  'load-is-what-is-held': 'An expert’s load is what the unresolved questions they hold weigh together.',
}

const anyBroken = Object.values(ofQuestions)
  .map(({ broken }) => `(${broken})`)
  .join(' or ')

/** SKIP LOCKED: a question that somebody is moving right now is not in limbo; it is looked at on the next round. */
const suspects: Statement = {
  name: 'find-limbo',
  text: `with window_of as (
      select q.* from questions q where q.closed_at is null and q.id > $1 order by q.id limit $2
    )
    select coalesce((select array_agg(q.id) from window_of q where ${anyBroken}), '{}') as ids,
      (select max(id::text) from window_of) as last`,
}
const lockSuspects: Statement = {
  name: 'lock-suspects',
  text: 'select id from questions where id = any($1::uuid[]) order by id for update skip locked',
}
const repairs = Object.entries(ofQuestions).map(([name, { broken, repair }]) => ({
  name: name as InvariantName,
  statement: {
    name: `repair-${name}`,
    text: `update questions q set ${repair} where q.id = any($1::uuid[]) and q.closed_at is null and (${broken}) returning q.id`,
  },
}))

const wrongLoads: Statement = {
  name: 'repair-loads',
  text: `with held as (
      select e.user_id, (select coalesce(sum(q.units), 0) from questions q
        where q.holder_id = e.user_id and q.closed_at is null and q.status = 'UNRESOLVED')::int as load
      from experts e where e.load > 0 or exists (select 1 from questions q
        where q.holder_id = e.user_id and q.closed_at is null and q.status = 'UNRESOLVED')
    ), wrong as (
      select e.user_id from experts e join held h on h.user_id = e.user_id where e.load <> h.load for update of e skip locked
    )
    update experts e set load = h.load, changed_at = clock_timestamp() from held h
    where h.user_id = e.user_id and e.user_id in (select user_id from wrong) returning e.user_id as id`,
}

export type Repairs = Partial<Record<InvariantName, number>>
export type Round = { repaired: Repairs; next: string }

/** Where a round of checks begins. */
export const firstWindow = '00000000-0000-0000-0000-000000000000'

/**
 * Proves, from Postgres alone, that on each of the next `size` open questions after `from` it is exactly one party's turn,
 * and mends where it is not. Yields what was mended, and where the next window begins (`firstWindow` after the last one).
 * Any number of processes may do it at once.
 */
export async function repairLimbo(db: Database, from: string, size: number): Promise<Round> {
  return inSystem(db, async (tx) => {
    const repaired: Repairs = {}
    const [found] = await tx.query<{ ids: string[]; last: string | null }>(suspects, [from, size])
    const ids = await lock(tx, found?.ids ?? [])
    for (const { name, statement } of ids.length > 0 ? repairs : []) {
      count(repaired, name, await tx.query(statement, [ids]))
    }
    return { repaired, next: found?.last ?? firstWindow }
  })
}

/** As `repairLimbo`, for what must hold between tables: offers and loads. */
export async function repairBetweenTables(db: Database, limit: number): Promise<Repairs> {
  const repaired: Repairs = {}
  for (const [name, { suspects, repair }] of Object.entries(betweenTables)) {
    await inSystem(db, async (tx) => {
      const found = await tx.query<{ id: string }>({ name: `suspect-${name}`, text: suspects }, [limit])
      const ids = await lock(
        tx,
        found.map((row) => row.id),
      )
      if (ids.length > 0)
        count(repaired, name as InvariantName, await tx.query({ name: `repair-${name}`, text: repair }, [ids]))
    })
  }
  await inSystem(db, async (tx) => count(repaired, 'load-is-what-is-held', await tx.query(wrongLoads, [])))
  return repaired
}

async function lock(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  return (await tx.query<{ id: string }>(lockSuspects, [ids])).map((row) => row.id)
}

function count(repaired: Repairs, name: InvariantName, rows: unknown[]) {
  if (rows.length > 0) repaired[name] = (repaired[name] ?? 0) + rows.length
}
