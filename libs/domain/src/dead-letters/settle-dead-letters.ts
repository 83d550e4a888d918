import type { DeadLetterOutcome, DeadLetterView, OutboxJob } from '@askline/contracts'
import { deadLetters, type RowOf, selectList, statement, type Tx, types } from '@askline/db'
import { setTimers } from '../changes/decide.ts'
import { makeChange } from '../changes/make-changes.ts'
import { MoveRefusedError, NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { idAfter, type PageWish, pageOf } from '../format/page.ts'
import { enqueue } from '../outbox.ts'
import { isDeadline } from '../questions/deadlines.ts'
import { describeDeadLetter, isReplayable } from './describe.ts'
import { nobody } from './keep.ts'

const letterRow = {
  id: deadLetters.id,
  companyId: deadLetters.companyId,
  kind: deadLetters.kind,
  name: deadLetters.name,
  questionId: deadLetters.questionId,
  payload: deadLetters.payload,
  reason: deadLetters.reason,
  attempts: deadLetters.attempts,
  createdAt: deadLetters.createdAt,
  settledAt: deadLetters.settledAt,
  outcome: deadLetters.outcome,
}
type LetterRow = RowOf<typeof letterRow>

const columns = selectList(letterRow, 'd')

const viewOf = (row: LetterRow): DeadLetterView => ({
  uuid: row.id,
  kind: row.kind,
  name: row.name,
  reason: row.reason,
  explanation: describeDeadLetter(row),
  isReplayable: row.outcome === null && (row.kind === 'deadline' || isReplayable(row)),
  questionUuid: row.questionId,
  attempts: row.attempts,
  dateCreated: dateTime(row.createdAt),
  outcome: row.outcome,
  dateSettled: row.settledAt && dateTime(row.settledAt),
})

const list = statement({
  name: 'list-dead-letters',
  params: [types.nullable(types.uuid), types.boolean, types.nullable(types.uuid), types.int],
  row: letterRow,
  text: `select ${columns} from dead_letters d
    where ($1::uuid is null or company_id = $1) and (settled_at is not null) = $2 and ($3::uuid is null or id < $3)
    order by id desc limit $4`,
})

export type DeadLetterFilter = PageWish & { isSettled?: boolean | undefined }
export type ListedDeadLetter = DeadLetterView & { companyId: string | null }

/**
 * Returns the open or the settled dead letters, newest first. Without `companyId` returns those of all companies, which needs a
 * transaction of `inSystem`. Throws InvalidValueError for an invalid cursor.
 */
export async function listDeadLetters(
  tx: Tx,
  companyId: string | undefined,
  filter: DeadLetterFilter,
): Promise<{ deadLetters: ListedDeadLetter[]; nextCursor: string | null }> {
  const rows = await tx.query(list, [companyId ?? null, filter.isSettled ?? false, idAfter(filter), filter.limit + 1])
  const { page, nextCursor } = pageOf(rows, filter.limit, ({ id }) => id)
  return { deadLetters: page.map((row) => ({ ...viewOf(row), companyId: row.companyId })), nextCursor }
}

const lock = statement({
  name: 'lock-dead-letter',
  params: [types.uuid, types.nullable(types.uuid)],
  row: letterRow,
  text: `select ${columns} from dead_letters d where id = $1 and ($2::uuid is null or company_id = $2) for update`,
})

const settle = statement({
  name: 'settle-dead-letter',
  params: [types.uuid, types.textOf<DeadLetterOutcome>()],
  row: letterRow,
  text: `update dead_letters d set settled_at = statement_timestamp(), outcome = $2 where id = $1 returning ${columns}`,
})

/**
 * Does once more what failed: a job is enqueued under a new name, a question's deadlines are looked at again at once. A job
 * that fails again becomes a new dead letter. Throws NotFoundError; MoveRefusedError `already_settled`, or `not_replayable` for
 * what is no job of the catalogue.
 */
export async function replayDeadLetter(tx: Tx, letterId: string, companyId?: string): Promise<ListedDeadLetter> {
  const letter = await openLetter(tx, letterId, companyId)
  if (letter.kind !== 'deadline') {
    if (!isReplayable(letter)) {
      throw new MoveRefusedError('not_replayable', 'This dead letter cannot be replayed. Discard it.')
    }
    // Its payload was checked against the catalogue before it was kept, and is again before any handler sees it.
    await enqueue(tx, letter.companyId ?? nobody, [{ job: letter.name, payload: letter.payload } as OutboxJob])
  }
  return settled(tx, letter, 'replayed')
}

/**
 * Gives up what failed. A deadline is taken off its question: one that the question cannot be without is set anew by the reconciler.
 * Throws NotFoundError, MoveRefusedError `already_settled`.
 */
export async function discardDeadLetter(tx: Tx, letterId: string, companyId?: string): Promise<ListedDeadLetter> {
  const letter = await openLetter(tx, letterId, companyId)
  const { kind, questionId, name } = letter
  if (kind === 'deadline' && isDeadline(name) && questionId !== null && letter.companyId !== null) {
    await makeChange(tx.of(letter.companyId), {
      actor: { kind: 'system', companyId: letter.companyId },
      of: { questionId },
      decide: () => setTimers({ [`${name}DueAt`]: null }),
    })
  }
  return settled(tx, letter, 'discarded')
}

async function openLetter(tx: Tx, letterId: string, companyId: string | undefined): Promise<LetterRow> {
  const [letter] = await tx.query(lock, [letterId, companyId ?? null])
  if (!letter) throw new NotFoundError('dead_letter', letterId)
  if (letter.outcome !== null) {
    throw new MoveRefusedError('already_settled', `This dead letter was already ${letter.outcome}.`)
  }
  return letter
}

async function settled(tx: Tx, { id }: LetterRow, outcome: DeadLetterOutcome): Promise<ListedDeadLetter> {
  const [row] = await tx.query(settle, [id, outcome])
  if (!row) throw new NotFoundError('dead_letter', id)
  return { ...viewOf(row), companyId: row.companyId }
}
