import type { ClockAdvanceView, ClockView } from '@askline/contracts'
import { clockAdvances, companies, newId, type RowOf, statement, type Tx, types } from '@askline/db'
import { timeOf } from '../clock/company-time.ts'
import { durationMs, durationOf } from '../clock/durations.ts'
import { InvalidValueError, MoveRefusedError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { enqueue } from '../outbox.ts'

/** Most ms of one advance, and most ms that a sandbox's clock may run ahead of real time. */
const mostMs = 31 * 86_400_000
const mostAheadMs = 3_650 * 86_400_000
/** Most unfinished advances of one company. */
const mostOpen = 20

const insert = statement({
  name: 'insert-advance',
  params: [types.uuid, types.uuid, types.int],
  text: `insert into clock_advances (id, company_id, advance_ms) values ($1, $2, $3)`,
})

const aheadOf = statement({
  name: 'clock-ahead',
  params: [types.uuid],
  row: { isSandbox: companies.isSandbox, ms: types.float, open: types.int },
  text: `select c.is_sandbox as "isSandbox", coalesce(sum(a.advance_ms), 0)::float8 + extract(epoch from c.clock_offset)::float8 * 1000 as ms,
      count(a.id)::int as open
    from companies c left join clock_advances a on a.company_id = c.id and a.finished_at is null
    where c.id = $1 group by c.id`,
})

/**
 * Requests an advance of a sandbox's clock by an ISO 8601 duration. A worker makes it, deadline by deadline, after earlier
 * advances. Throws MoveRefusedError `not_a_sandbox`, `too_many_advances`; InvalidValueError `duration_invalid`.
 */
export async function advanceClock(
  tx: Tx,
  { companyId, advance, correlationId }: { companyId: string; advance: string; correlationId?: string | undefined },
): Promise<ClockAdvanceView> {
  const [ahead] = await tx.query(aheadOf, [companyId])
  if (!ahead?.isSandbox) {
    throw new MoveRefusedError(
      'not_a_sandbox',
      'This company is not a sandbox. Only the clock of a sandbox can be advanced.',
    )
  }
  const advanceMs = durationMs(advance, 'advance')
  if (advanceMs < 1_000 || advanceMs > mostMs || ahead.ms + advanceMs > mostAheadMs) {
    const message = `advance must be from PT1S to ${durationOf(mostMs)}. All advances together may be at most ${durationOf(mostAheadMs)}.`
    throw new InvalidValueError('duration_invalid', 'advance', 'range', message)
  }
  if (ahead.open >= mostOpen) {
    throw new MoveRefusedError(
      'too_many_advances',
      `${ahead.open} advances of this company are unfinished. Wait until one is finished.`,
    )
  }
  const advanceId = newId()
  await tx.query(insert, [advanceId, companyId, advanceMs])
  const payload = { advanceId, ...(correlationId === undefined ? {} : { correlationId }) }
  await enqueue(tx, companyId, [{ job: 'advance-clock', payload }])
  return findAdvance(tx, companyId, advanceId)
}

const columns = `a.id, a.advance_ms as "advanceMs", a.from_at as "fromAt", a.moves, a.finished_at is not null as "isFinished"`

const advanceRow = {
  id: clockAdvances.id,
  advanceMs: clockAdvances.advanceMs,
  fromAt: clockAdvances.fromAt,
  moves: clockAdvances.moves,
  isFinished: types.boolean,
  now: types.instant,
}

const find = statement({
  name: 'find-advance',
  params: [types.uuid, types.uuid],
  row: advanceRow,
  text: `select ${columns}, ${timeOf('a.company_id')}::timestamptz(3) as now from clock_advances a where a.company_id = $1 and a.id = $2`,
})

/** Returns the progress of an advance. */
export async function findAdvance(tx: Tx, companyId: string, advanceId: string): Promise<ClockAdvanceView> {
  const [row] = await tx.query(find, [companyId, advanceId])
  if (!row) throw new Error('The advance is gone')
  return viewOf(row)
}

const viewOf = (row: RowOf<typeof advanceRow>): ClockAdvanceView => ({
  uuid: row.id,
  advance: durationOf(row.advanceMs),
  isFinished: row.isFinished,
  moves: row.moves,
  from: row.fromAt && dateTime(row.fromAt),
  to: row.fromAt && dateTime(new Date(row.fromAt.getTime() + row.advanceMs)),
  now: dateTime(row.now),
})

const clock = statement({
  name: 'find-clock',
  params: [types.uuid],
  row: {
    isSandbox: companies.isSandbox,
    now: types.instant,
    aheadMs: types.float,
    id: types.nullable(clockAdvances.id),
    advanceMs: types.nullable(clockAdvances.advanceMs),
    fromAt: clockAdvances.fromAt,
    moves: types.nullable(clockAdvances.moves),
    isFinished: types.boolean,
  },
  text: `select c.is_sandbox as "isSandbox", (clock_timestamp() + c.clock_offset)::timestamptz(3) as now,
      extract(epoch from c.clock_offset)::float8 * 1000 as "aheadMs", ${columns}
    from companies c left join lateral (
      select * from clock_advances where company_id = $1
      order by finished_at is null desc, case when finished_at is null then id end, id desc limit 1
    ) a on true
    where c.id = $1`,
})

/** Returns a company's clock with its unfinished advance, or else its last one. */
export async function findClock(tx: Tx, companyId: string): Promise<ClockView> {
  const [row] = await tx.query(clock, [companyId])
  if (!row) throw new Error('The company is gone')
  const { id, advanceMs, moves, isSandbox, now, aheadMs } = row
  return {
    isSandbox,
    now: dateTime(now),
    ahead: durationOf(aheadMs),
    advance: id === null || advanceMs === null || moves === null ? null : viewOf({ ...row, id, advanceMs, moves }),
  }
}
