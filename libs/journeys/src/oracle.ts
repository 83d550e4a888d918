import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from './stage/stage.ts'

/** One request of a load, with its last answer. `uuid` is what it created. */
export type LedgerEntry = { key: string; status: number; uuid: string | undefined }

/** Returns the broken guarantees of the stage as sentences. The README lists the codes. */
export async function findFaults(stage: Stage, ledger: readonly LedgerEntry[] = []): Promise<string[]> {
  const faults = await Promise.all([
    lostWrites(stage, ledger),
    doubleEffects(stage, ledger),
    illegalHistories(stage),
    waitingJobs(stage),
    falseTimers(stage),
    uncaughtErrors(stage),
  ])
  return faults.flat()
}

/** I1: everything that was answered with 2xx is in the database. Asks carry their key in `metadata.key`. */
async function lostWrites({ sql }: Stage, ledger: readonly LedgerEntry[]): Promise<string[]> {
  const made = ledger.filter((entry) => entry.status >= 200 && entry.status < 300).map((entry) => entry.uuid ?? '')
  const rows = await sql<{ id: string }>('select id from questions where id::text = any($1::text[])', [made])
  const kept = new Set(rows.map((row) => row.id))
  return made.filter((uuid) => !kept.has(uuid)).map((uuid) => `I1: question ${uuid} was acknowledged and is gone`)
}

/** I2: a key has one effect, however often it was sent. */
async function doubleEffects({ sql }: Stage, ledger: readonly LedgerEntry[]): Promise<string[]> {
  const rows = await sql<{ key: string; count: number }>(
    `select metadata ->> 'key' as key, count(*)::int from questions where metadata ->> 'key' = any($1) group by 1
     having count(*) > 1`,
    [ledger.map((entry) => entry.key)],
  )
  return rows.map(({ key, count }) => `I2: key ${key} made ${count} questions`)
}

const afterTheEnd = ['QUESTION_RATED', 'TESTIMONIAL_ADDED', 'RESPONSE_READ', 'QUESTION_RESTORED']
const refusals = ['QUESTION_REJECTED_BY_KEYWORD', 'QUESTION_REJECTED_BY_DOMAIN', 'QUESTION_REJECTED_BY_BLOCKED_USER']
const endings = ['QUESTION_RESOLVED', 'QUESTION_EXPIRED', 'QUESTION_CLOSED', ...refusals]

/** I3: each history has no gap beside that of a restored backup, ends once, and matches the row. A held question is not claimed. */
async function illegalHistories({ sql }: Stage): Promise<string[]> {
  const rows = await sql<{ id: string; fault: string }>(
    `with told as (
       select question_id as id, count(*)::int as events, max(seq) as last, min(seq) as first,
         coalesce(sum(seq - before - 1) filter (where type = 'QUESTION_RESTORED'), 0) as leapt,
         count(*) filter (where type = any($1)) as endings,
         count(*) filter (where type like 'QUESTION_ESCALATED%' or type = 'TAKEBACK') as reroutes,
         max(seq) filter (where type = any($1)) as ended,
         max(seq) filter (where not type = any($1) and not type = any($2)
           -- Texts of a forgotten person are erased after the end, too.
           and not (type = 'QUESTION_EDITED' and actor_kind = 'system')) as lived,
         count(*) filter (where type = 'QUESTION_CLAIMED') as claims,
         count(*) filter (where type = 'QUESTION_RELEASED') as releases
       from (select *, lag(seq) over (partition by question_id order by seq) as before from question_events) event group by 1)
     select q.id, case
       when t.id is null then 'has no history'
       when t.first <> 1 or t.last <> t.events + t.leapt or t.last <> q.version then 'has gaps in its history'
       when t.endings > 1 then 'ended more than once'
       when (t.endings = 1) <> (q.closed_at is not null) then 'is not as its history ended'
       when t.ended < t.lived then 'went on after its end'
       when t.reroutes > 1 then 'was rerouted more than once'
       when t.claims > t.releases + 1 then 'was claimed while it was held' end as fault
     from questions q left join told t on t.id = q.id`,
    [endings, afterTheEnd],
  )
  const messages = await sql<{ id: string; fault: string }>(
    `select q.id, 'has system messages that do not fit: ' || string_agg(m.type, ', ') as fault
     from questions q join messages m on m.question_id = q.id
     where q.closed_at is not null and m.type in ('NOTIFYING_EXPERTS_SYSTEM_MESSAGE', 'ACCEPT_RESPONSE_SYSTEM_MESSAGE',
       'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE', 'MARK_AS_RESOLVED_MESSAGE')
     group by q.id
     union all
     select question_id, 'has twice ' || type from messages
     where type in ('QUESTION_EXPIRED_SYSTEM_MESSAGE', 'QUESTION_CLOSED_SYSTEM_MESSAGE', 'QUESTION_REROUTED_SYSTEM_MESSAGE',
       'NOTIFYING_EXPERTS_SYSTEM_MESSAGE') group by question_id, type having count(*) > 1`,
  )
  return [...rows, ...messages].filter(({ fault }) => fault).map(({ id, fault }) => `I3: question ${id} ${fault}`)
}

/** I4: every committed job was handed over within 30 s. */
async function waitingJobs({ sql }: Stage): Promise<string[]> {
  const giveUpAt = performance.now() + 30_000
  for (;;) {
    const [left] = await sql<{ count: number }>('select count(*)::int from outbox')
    if (!left?.count) return []
    if (performance.now() > giveUpAt) return [`I4: ${left.count} rows stay in the outbox`]
    await pause(50)
  }
}

/** I5: no expiry came early, and each came once. */
async function falseTimers({ sql }: Stage): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `select q.id from questions q join question_events e on e.question_id = q.id
     where e.type = 'QUESTION_EXPIRED' and e.actor_kind = 'system' group by q.id, q.expires_at
     having count(*) > 1 or min(e.at) < q.expires_at`,
  )
  return rows.map(({ id }) => `I5: question ${id} expired early or twice`)
}

/** I8: no process logged an uncaught error. */
async function uncaughtErrors({ logs }: Stage): Promise<string[]> {
  return logs()
    .split('\n')
    .filter((line) => /unhandledRejection|uncaughtException|Uncaught error|"level":60/.test(line))
    .map((line) => `I8: ${line.slice(0, 300)}`)
}
