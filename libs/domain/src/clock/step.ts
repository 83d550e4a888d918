import { clockAdvances, type Database, inSystem, querySystem, statement, type Tx, types } from '@askline/db'
import { type DueQuestion, findDueOf, meetDeadlines } from '../routing/due.ts'

/*
 * Advances do not use the leases of work-lease.ts. The advances of a company are made in order, and an advance is never given up, so it
 * counts no attempts. Each step is one transaction that renews the lease, so a lost holder has written nothing that does not count.
 */

/** ms without a heartbeat after which another worker may take an advance. */
const leaseMs = 10_000
/** Most deadlines that one step meets. */
const atOnce = 100

const take = statement({
  name: 'take-advances',
  params: [types.uuid],
  row: { id: clockAdvances.id },
  text: `update clock_advances a set runner = $1, lease_until = statement_timestamp() + interval '${leaseMs} milliseconds'
    where a.id = any(array(
      select o.id from clock_advances o
      where o.finished_at is null and (o.runner is null or o.runner = $1 or o.lease_until < statement_timestamp())
        and not exists (select 1 from clock_advances b where b.company_id = o.company_id and b.finished_at is null and b.id < o.id)
      for update skip locked))
    returning a.id`,
})

/** Returns the advances that `runner` may make now: the first unfinished one of each company, unless another worker makes it. */
export async function takeAdvances(db: Database, runner: string): Promise<string[]> {
  const rows = await querySystem(db, take, [runner])
  return rows.map(({ id }) => id)
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
  row: { companyId: clockAdvances.companyId, isFirst: types.boolean },
  text: `update clock_advances a set lease_until = statement_timestamp() + interval '${leaseMs} milliseconds',
      from_at = coalesce(a.from_at, statement_timestamp() + c.clock_offset),
      to_offset = coalesce(a.to_offset, c.clock_offset + a.advance_ms * interval '1 millisecond')
    from companies c, clock_advances before
    where a.id = $1 and a.runner = $2 and a.finished_at is null and c.id = a.company_id and before.id = a.id
    returning a.company_id as "companyId", before.from_at is null as "isFirst"`,
})

/** `+ interval '0'` hides the index of all companies' deadlines, which would be read from its start. */
const nextOf = statement({
  name: 'next-due-of-company',
  params: [types.uuid],
  row: { due: types.nullable(types.instant) },
  text: `select min(q.next_due_at + interval '0') as due from questions q
    where q.company_id = $1 and q.closed_at is null and not exists (
      select 1 from dead_letters d where d.question_id = q.id and d.company_id = q.company_id and d.kind = 'deadline' and d.settled_at is null)`,
})

/** Sets the clock to a deadline, never back and never beyond the end of the advance. */
const setClock = statement({
  name: 'set-clock',
  params: [types.uuid, types.instant],
  row: { isWithin: types.boolean },
  text: `update companies c set clock_offset = greatest(c.clock_offset, least(a.to_offset, $2::timestamptz - statement_timestamp()))
    from clock_advances a where a.id = $1 and c.id = a.company_id
    returning $2::timestamptz <= statement_timestamp() + a.to_offset as "isWithin"`,
})

const finish = statement({
  name: 'finish-advance',
  params: [types.uuid],
  text: `with advance as (
      update clock_advances set finished_at = statement_timestamp() where id = $1 returning company_id, to_offset
    )
    update companies c set clock_offset = greatest(c.clock_offset, a.to_offset) from advance a where c.id = a.company_id`,
})

const count = statement({
  name: 'count-moves',
  params: [types.uuid, types.int],
  text: 'update clock_advances set moves = moves + $2 where id = $1',
})

/**
 * Moves a sandbox's clock to the next deadline of its company and meets it, in one transaction. Each deadline is met at its own
 * time, so deadlines that follow from it within the advance are met too. After the last one the clock is set to the end of the
 * advance. The worker that holds the advance repeats this until it is finished; another one can continue from the row.
 */
export function stepClock(db: Database, advanceId: string, runner: string): Promise<Step> {
  return inSystem(db, async (tx) => {
    const [held] = await tx.query(hold, [advanceId, runner])
    if (!held) return { kind: 'lost' }
    const { companyId, isFirst } = held
    const nothing = { kind: 'moved', companyId, isFirst, toRoute: [], drains: false, failed: [] } as const
    if (isFirst) return { ...nothing, toRoute: [], failed: [], drains: true }
    const [next] = await tx.query(nextOf, [companyId])
    const [set] = next?.due ? await tx.query(setClock, [advanceId, next.due]) : []
    if (!set?.isWithin) {
      await tx.query(finish, [advanceId])
      return { kind: 'finished' }
    }
    return { ...nothing, ...(await meetAll(tx, advanceId, companyId)) }
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
