import { type Database, inSystem, statement, types } from '@askline/db'
import { companyClock } from '../clock/company-time.ts'
import { feedDays } from './reach.ts'

/**
 * The transactions of restored events. A logical restore keeps the numbers of the former server, which this server would take for
 * transactions of the future.
 */
const beforeReach = `'1'::xid8`
const restoredTx = `'2'::xid8`

const begin = statement({
  name: 'begin-feed',
  text: `with former as (
      delete from feed_marks
    ), mark as (
      insert into feed_marks (at, tx) values (statement_timestamp() - interval '${feedDays + 1} days', ${restoredTx})
    )
    update feeds set id = gen_random_uuid()`,
})

/** Places of readers that the database keeps: before the first event that they have not read, in the new order. */
const movePlaces = statement({
  name: 'move-places-of-webhooks',
  text: `update webhook_endpoints w set cursor_tx = ${restoredTx},
      cursor_position = coalesce(least(
        (select min(position) - 1 from question_events where company_id = $company and (tx, position) > (w.cursor_tx, w.cursor_position)),
        (select min(position) - 1 from company_events where company_id = $company and (tx, position) > (w.cursor_tx, w.cursor_position))),
        greatest(
          (select max(position) from question_events where company_id = $company),
          (select max(position) from company_events where company_id = $company)), 0)
    where w.company_id = $company`,
})

const renumberQuestions = statement({
  name: 'renumber-question-events',
  params: [types.int],
  row: { renumbered: types.int },
  text: `with ${companyClock}, old as (
      select question_id, seq from question_events where company_id = $company and tx > ${restoredTx} order by tx, position limit $1
    )
    update question_events e set tx = case when e.at < clock.now - interval '${feedDays} days' then ${beforeReach} else ${restoredTx} end
    from old, clock where e.company_id = $company and e.question_id = old.question_id and e.seq = old.seq
    returning 1 as renumbered`,
})

const renumberCompany = statement({
  name: 'renumber-company-events',
  params: [types.int],
  row: { renumbered: types.int },
  text: `with old as (
      select tx, position from company_events where company_id = $company and tx > ${restoredTx} order by tx, position limit $1
    )
    update company_events e set tx = ${restoredTx}
    from old where e.company_id = $company and e.tx = old.tx and e.position = old.position
    returning 1 as renumbered`,
})

const batch = 5_000

/**
 * Begins a new feed after a restore, in batches that commit separately. Former cursors are then gone. Events of the last 30 days
 * can be read from the oldest cursor, in the order of their positions. Returns their number. Idempotent: a second run continues
 * an interrupted one. No service may run meanwhile.
 */
export async function beginFeed(db: Database, companyIds: readonly string[]): Promise<number> {
  let total = 0
  for (const companyId of companyIds) {
    await inSystem(db, (tx) => tx.of(companyId).query(movePlaces, []))
    for (const renumber of [renumberQuestions, renumberCompany]) {
      for (;;) {
        const { length } = await inSystem(db, (tx) => tx.of(companyId).query(renumber, [batch]))
        total += length
        if (length < batch) break
      }
    }
  }
  await inSystem(db, (tx) => tx.query(begin, []))
  return total
}
