import { type Database, inSystem, questions, statement, types } from '@askline/db'
import { byCompany } from '../by-company.ts'
import type { Facts } from '../changes/change.ts'
import { noChange } from '../changes/decide.ts'
import { makeChanges } from '../changes/make-changes.ts'
import { plus } from '../changes/rules.ts'

/**
 * The database does not know which questions changed after the backup's time, so every question gets this change. A client that
 * holds a lost version or stamp then gets the present state instead of "nothing new".
 */
const restored = 'QUESTION_RESTORED'

/**
 * Raises a question above every version that a client knows from the lost time. That time may have had restores of its own, so the
 * version follows the clock: no question changes once a second for long. An integer has room for the seconds until 2088. Quick changes
 * push a stamp ahead of the clock by a second each, so the stamp rises by a minute.
 */
function raise({ question, now }: Facts) {
  const seconds = Math.floor((now.getTime() - Date.UTC(2020, 0, 1)) / 1000)
  const updatedAt = plus(question.updatedAt > now ? question.updatedAt : now, 60_000)
  return { ...noChange, event: restored, raises: { version: seconds, updatedAt } } as const
}

const batch = 500
const firstId = '00000000-0000-0000-0000-000000000000'

/** SQL: the question `q` did not change since $2, in its company's time. */
const isOfBackup = (since: string) => `q.changed_at <= ${since}::timestamptz + coalesce(c.clock_offset, interval '0')`

const next = statement({
  name: 'next-restored-questions',
  params: [types.uuid, types.instant, types.int],
  row: { id: questions.id, companyId: questions.companyId, isOld: types.boolean },
  text: `select q.id, q.company_id as "companyId", ${isOfBackup('$2')} as "isOld"
    from questions q join companies c on c.id = q.company_id where q.id > $1 order by q.id limit $3`,
})

/**
 * Raises version and stamp of every question that did not change since `lostSince`, with one event each, in batches that commit
 * separately. Returns their number. Idempotent: a second run continues an interrupted one. A routing worker notifies the clients.
 */
export async function raiseRestoredQuestions(db: Database, lostSince: Date): Promise<number> {
  let after = firstId
  let total = 0
  for (;;) {
    const found = await inSystem(db, async (tx) => {
      const some = await tx.query(next, [after, lostSince, batch])
      const old = some.filter(({ isOld }) => isOld)
      for (const [companyId, own] of byCompany(old)) {
        const actor = { kind: 'system', companyId } as const
        await makeChanges(
          tx.of(companyId),
          own.map(({ id }) => ({ actor, of: { questionId: id }, decide: raise })),
          { waits: true },
        )
      }
      total += old.length
      return some
    })
    const last = found.at(-1)
    if (!last) return total
    after = last.id
  }
}

const changedSince = statement({
  name: 'find-change-since-restore',
  params: [types.instant],
  row: { company: types.text, at: types.instant },
  text: `select c.tag as company, x.changed_at as at from companies c cross join lateral (
      select q.changed_at from questions q
      where q.company_id = c.id and not ${isOfBackup('$1')} and not exists (select 1 from question_events e
        where e.question_id = q.id and e.company_id = q.company_id and e.type = '${restored}' and not e.at <= $1::timestamptz + coalesce(c.clock_offset, interval '0'))
      order by q.changed_at desc limit 1) x
    order by 2 desc limit 1`,
})

/**
 * Returns the newest change of a question after `lostSince`, in the company's time, or `undefined`. Changes that follow the one of
 * `raiseRestoredQuestions` do not count. A database that was restored to `lostSince` and not used since has none.
 */
export async function findChangeSince(
  db: Database,
  lostSince: Date,
): Promise<{ company: string; at: Date } | undefined> {
  const [found] = await inSystem(db, (tx) => tx.query(changedSince, [lostSince]))
  return found
}
