import type { ClockAdvanceView, ClockView } from '@askline/contracts'
import { newId, type Statement, type Tx } from '@askline/db'
import { InvalidValueError, MoveRefusedError } from '../errors.ts'
import { enqueue } from '../questions/effects.ts'
import { dateTime } from '../views/dates.ts'
import { durationMs, durationOf } from './durations.ts'

/** A sandbox's clock may be moved so far at once, and may run so far ahead of real time, in ms. */
const mostMs = 31 * 86_400_000
const mostAheadMs = 3_650 * 86_400_000
/** Advances of one company that may wait for each other. */
const mostOpen = 20

const insert: Statement = {
  name: 'insert-advance',
  text: `insert into clock_advances (id, company_id, advance_ms) values ($1, $2, $3)`,
}

const aheadOf: Statement = {
  name: 'clock-ahead',
  text: `select c.is_sandbox as "isSandbox", coalesce(sum(a.advance_ms), 0)::float8 + extract(epoch from c.clock_offset)::float8 * 1000 as ms,
      count(a.id)::int as open
    from companies c left join clock_advances a on a.company_id = c.id and a.finished_at is null
    where c.id = $1 group by c.id`,
}
type Ahead = { isSandbox: boolean; ms: number; open: number }

/**
 * Asks that a sandbox's clock be moved forward by an ISO 8601 duration. A worker does it, deadline by deadline, after those that
 * were asked for before. Throws MoveRefusedError `not_a_sandbox`, `too_many_advances`; InvalidValueError `duration_invalid`.
 */
export async function advanceClock(
  tx: Tx,
  { companyId, advance, correlationId }: { companyId: string; advance: string; correlationId?: string | undefined },
): Promise<ClockAdvanceView> {
  const [ahead] = await tx.query<Ahead>(aheadOf, [companyId])
  if (!ahead?.isSandbox) {
    throw new MoveRefusedError('not_a_sandbox', 'Only a sandbox may move its clock: this company lives in real time')
  }
  const advanceMs = durationMs(advance, 'advance')
  if (advanceMs < 1_000 || advanceMs > mostMs || ahead.ms + advanceMs > mostAheadMs) {
    const message = `advance must be forward, at least PT1S and at most ${durationOf(mostMs)}; ${durationOf(mostAheadMs)} in all`
    throw new InvalidValueError('duration_invalid', 'advance', 'range', message)
  }
  if (ahead.open >= mostOpen) {
    throw new MoveRefusedError('too_many_advances', `${ahead.open} advances wait for each other already`)
  }
  const advanceId = newId()
  await tx.query(insert, [advanceId, companyId, advanceMs])
  const payload = { advanceId, ...(correlationId === undefined ? {} : { correlationId }) }
  await enqueue(tx, companyId, [{ job: 'advance-clock', payload }])
  return findAdvance(tx, companyId, advanceId)
}

const columns = `a.id, a.advance_ms as "advanceMs", a.from_at as "fromAt", a.moves, a.finished_at is not null as "isFinished"`

const find: Statement = {
  name: 'find-advance',
  text: `select ${columns}, company_now(a.company_id)::timestamptz(3) as now from clock_advances a where a.company_id = $1 and a.id = $2`,
}

type AdvanceRow = {
  id: string
  advanceMs: number
  fromAt: Date | null
  moves: number
  isFinished: boolean
  now: Date
}

/** How far one advance has come. */
export async function findAdvance(tx: Tx, companyId: string, advanceId: string): Promise<ClockAdvanceView> {
  const [row] = await tx.query<AdvanceRow>(find, [companyId, advanceId])
  if (!row) throw new Error('The advance is gone')
  return viewOf(row)
}

const viewOf = (row: AdvanceRow): ClockAdvanceView => ({
  uuid: row.id,
  advance: durationOf(row.advanceMs),
  isFinished: row.isFinished,
  moves: row.moves,
  from: row.fromAt && dateTime(row.fromAt),
  to: row.fromAt && dateTime(new Date(row.fromAt.getTime() + row.advanceMs)),
  now: dateTime(row.now),
})

const clock: Statement = {
  name: 'find-clock',
  text: `select c.is_sandbox as "isSandbox", (clock_timestamp() + c.clock_offset)::timestamptz(3) as now,
      extract(epoch from c.clock_offset)::float8 * 1000 as "aheadMs", ${columns}
    from companies c left join lateral (
      select * from clock_advances where company_id = c.id
      order by finished_at is null desc, case when finished_at is null then id end, id desc limit 1
    ) a on true
    where c.id = $1`,
}

/** A company's clock, and the advance under way, or else the last one. */
export async function findClock(tx: Tx, companyId: string): Promise<ClockView> {
  type Row = Omit<AdvanceRow, 'id'> & { id: string | null; isSandbox: boolean; aheadMs: number }
  const [row] = await tx.query<Row>(clock, [companyId])
  if (!row) throw new Error('The company is gone')
  const { id, isSandbox, now, aheadMs } = row
  return {
    isSandbox,
    now: dateTime(now),
    ahead: durationOf(aheadMs),
    advance: id === null ? null : viewOf({ ...row, id }),
  }
}
