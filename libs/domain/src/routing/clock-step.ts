import { clockAdvances, type Database, inSystem, querySystem, statement, type Tx, types } from '@askline/db'
import { byCompany } from '../by-company.ts'
import { timeOf } from '../clock/company-time.ts'
import { type DueQuestion, findDueOf, meetDeadlines } from './due.ts'

/*
 * Advances do not use the leases of work-lease.ts. The advances of a company are made in order, and an advance is never given up, so it
 * counts no attempts. Each step is one transaction that renews the lease, so a lost holder has written nothing that does not count.
 */

/** ms without a heartbeat after which another worker may take an advance. */
const leaseMs = 10_000
/** Most deadlines that one step meets. */
const atOnce = 100

export type Advance = { advanceId: string; companyId: string }

const advanceRow = { advanceId: clockAdvances.id, companyId: clockAdvances.companyId } as const

/** SQL: the advance `o` is the first unfinished one of its company, and no other worker than $1 makes it. */
const isFree = `o.finished_at is null and (o.runner is null or o.runner = $1 or o.lease_until < statement_timestamp())
  and not exists (select 1 from clock_advances b where b.company_id = o.company_id and b.finished_at is null and b.id < o.id)`

const findFree = statement({
  name: 'find-free-advances',
  params: [types.uuid],
  row: advanceRow,
  text: `select o.id as "advanceId", o.company_id as "companyId" from clock_advances o where ${isFree}`,
})
const take = statement({
  name: 'take-advance',
  params: [types.uuid],
  row: advanceRow,
  text: `update clock_advances a set runner = $1, lease_until = statement_timestamp() + interval '${leaseMs} milliseconds'
    where a.company_id = $company and a.id = any(array(
      select o.id from clock_advances o where o.company_id = $company and ${isFree} for update skip locked))
    returning a.id as "advanceId", a.company_id as "companyId"`,
})

/** Returns the advances that `runner` may make now: the first unfinished one of each company, unless another worker makes it. */
export async function takeAdvances(db: Database, runner: string): Promise<Advance[]> {
  const free = await querySystem(db, findFree, [runner])
  if (free.length === 0) return []
  return inSystem(db, async (tx) => {
    const taken: Advance[] = []
    for (const [companyId] of byCompany(free)) taken.push(...(await tx.of(companyId).query(take, [runner])))
    return taken
  })
}

export type Step =
  /** Another worker makes this advance. */
  | { kind: 'lost' }
  | { kind: 'finished' }
  | {
      kind: 'moved'
      companyId: string
      /** The first step: questions that waited before the clock moved are routed first. */
      isFirst: boolean
      /** Questions to route at the present time of the clock, before it moves on. */
      toRoute: string[]
      /** An expert has capacity again, so the whole backlog is routed. */
      drains: boolean
      /** Deadlines that could not be met, with their errors. */
      failed: { question: DueQuestion; error: unknown }[]
    }

const hold = statement({
  name: 'hold-advance',
  params: [types.uuid, types.uuid],
  row: { endsAheadS: types.nullable(types.float) },
  text: `update clock_advances set lease_until = statement_timestamp() + interval '${leaseMs} milliseconds'
    where id = $1 and company_id = $company and runner = $2 and finished_at is null
    returning extract(epoch from to_offset)::float8 as "endsAheadS"`,
})

const begin = statement({
  name: 'begin-advance',
  params: [types.uuid],
  text: `update clock_advances set from_at = ${timeOf('$company')},
      to_offset = (select clock_offset from companies where id = $company) + advance_ms * interval '1 millisecond'
    where id = $1 and company_id = $company`,
})

/** `+ interval '0'` hides the index of all companies' deadlines, which would be read from its start. */
const nextOf = statement({
  name: 'next-due-of-company',
  params: [types.uuid, types.float],
  row: { due: types.instant },
  text: `select due from (select min(q.next_due_at + interval '0') as due from questions q
    where q.company_id = $1 and q.closed_at is null and not exists (
      select 1 from dead_letters d where d.question_id = q.id and d.company_id = q.company_id and d.kind = 'deadline' and d.settled_at is null)) first_of
    where due <= statement_timestamp() + $2 * interval '1 second'`,
})

/** Sets the clock to a deadline, never back and never beyond the end of the advance. */
const setClock = statement({
  name: 'set-clock',
  params: [types.float, types.instant],
  text: `update companies
    set clock_offset = greatest(clock_offset, least($1 * interval '1 second', $2::timestamptz - statement_timestamp()))
    where id = $company`,
})

const finish = statement({
  name: 'finish-advance',
  params: [types.uuid],
  text: 'update clock_advances set finished_at = statement_timestamp() where id = $1 and company_id = $company',
})
const reachEnd = statement({
  name: 'set-clock-to-end',
  params: [types.float],
  text: `update companies set clock_offset = greatest(clock_offset, $1 * interval '1 second') where id = $company`,
})

const count = statement({
  name: 'count-moves',
  params: [types.uuid, types.int],
  text: 'update clock_advances set moves = moves + $2 where id = $1 and company_id = $company',
})

/**
 * Moves a sandbox's clock to the next deadline of its company and meets it, in one transaction. Each deadline is met at its own
 * time, so deadlines that follow from it within the advance are met too. After the last one the clock is set to the end of the
 * advance. The worker that holds the advance repeats this until it is finished; another one can continue from the row.
 */
export function stepClock(db: Database, { advanceId, companyId }: Advance, runner: string): Promise<Step> {
  return inSystem(db, async (whole) => {
    const tx = whole.of(companyId)
    const [held] = await tx.query(hold, [advanceId, runner])
    if (!held) return { kind: 'lost' }
    const { endsAheadS } = held
    if (endsAheadS === null) {
      tx.send(begin, [advanceId])
      return { kind: 'moved', companyId, isFirst: true, toRoute: [], drains: true, failed: [] }
    }
    const [next] = await tx.query(nextOf, [companyId, endsAheadS])
    if (!next) {
      tx.send(finish, [advanceId])
      tx.send(reachEnd, [endsAheadS])
      return { kind: 'finished' }
    }
    tx.send(setClock, [endsAheadS, next.due])
    return { kind: 'moved', companyId, isFirst: false, ...(await meetAll(tx, advanceId, companyId)) }
  })
}

async function meetAll(tx: Tx, advanceId: string, companyId: string) {
  const questions = await findDueOf(tx, companyId, atOnce)
  const failed: { question: DueQuestion; error: unknown }[] = []
  const toRoute: string[] = []
  /** Meets one deadline. A failure does not affect the others. */
  async function meet(some: DueQuestion[]): Promise<void> {
    try {
      toRoute.push(...(await tx.savepoint(() => meetDeadlines(tx, some, 'caller'))))
    } catch (error) {
      const [question] = some
      if (question && some.length === 1) failed.push({ question, error })
      else for (const one of some) await meet([one])
    }
  }
  // A due wave has no effect until it is routed, so all due waves are one statement.
  const waves = questions.filter(({ deadline }) => deadline === 'wave')
  for (const question of questions) if (question.deadline !== 'wave') await meet([question])
  if (waves.length > 0) await meet(waves)
  tx.send(count, [advanceId, questions.length - failed.length])
  const jobs = tx.outgoing.flatMap((row) => row.jobs)
  toRoute.push(...jobs.flatMap((one) => (one.job === 'route-question' ? [one.payload.questionId] : [])))
  return { toRoute: [...new Set(toRoute)], drains: jobs.some(({ job }) => job === 'drain-backlog'), failed }
}
