import {
  type Database,
  forgetRequests,
  inSystem,
  querySystem,
  questions,
  type RowOf,
  statement,
  type Tx,
  types,
} from '@askline/db'
import type { Change } from '../changes/change.ts'
import { decide } from '../changes/decide.ts'
import { makeChanges } from '../changes/make-changes.ts'
import { clearSnapshotBytes, dropSnapshot, hasOrphanedBytes } from '../learning/drop-snapshot.ts'
import { unlearn } from '../learning/want-training.ts'
import { releaseTakenQuestions } from '../questions/agents.ts'
import { returnWork } from '../questions/reassign-expert-work.ts'
import { deletedText } from './deleted-text.ts'
import { endUnlearned } from './forget-learned.ts'
import {
  eraseHistory,
  storesElsewhere,
  storesLearnedFrom,
  storesOfEvidence,
  storesOfQuestions,
} from './forget-stores.ts'

/** Tokens end everywhere within a second and a write lasts at most five, so no late write can come after this time, in ms. */
const settleMs = 10_000

export type Erasure = {
  /** Questions of one transaction. */
  chunk?: number
  /** Time from the request to the last pass, in ms, and again from then until no worker remembers anything. */
  settleMs?: number
}

/** `userId` is null if only uploaded history contains the address. */
const requestRow = {
  requestId: forgetRequests.id,
  companyId: forgetRequests.companyId,
  userId: forgetRequests.userId,
  lastQuestionId: forgetRequests.lastQuestionId,
}
type Request = RowOf<typeof requestRow>

const findRequest = statement({
  name: 'find-forget-request',
  params: [types.uuid],
  row: { companyId: forgetRequests.companyId },
  text: 'select company_id as "companyId" from forget_requests where id = $1',
})
// SKIP LOCKED, because only one process erases a chunk at a time. This needs no lease of work-lease.ts: every chunk is one
// transaction that holds the row's lock. A process that dies leaves nothing behind, and an erasure is never given up.
// LEAST skips null and keeps the earlier time. Citus allows no time in COALESCE.
const take = statement({
  name: 'take-forget-request',
  params: [types.uuid],
  row: requestRow,
  text: `update forget_requests f set pass_began_at = least(f.pass_began_at, statement_timestamp())
    where f.company_id = $company and f.id = any(array(
      select id from forget_requests where id = $1 and company_id = $company and due_at is not null for update skip locked))
    returning f.id as "requestId", f.company_id as "companyId", f.user_id as "userId", f.last_question_id as "lastQuestionId"`,
})
const keepProgress = statement({
  name: 'keep-forget-progress',
  params: [types.uuid, types.nullable(types.uuid), types.jsonText],
  text: `update forget_requests set last_question_id = $2, erased = (
      select coalesce(jsonb_object_agg(key, n), '{}') from (
        select key, sum(value::int) as n from (
          select * from jsonb_each_text(erased) union all select * from jsonb_each_text($3::jsonb)
        ) both_of group by key
      ) summed)
    where id = $1 and company_id = $company`,
})
const endPass = statement({
  name: 'end-forget-pass',
  params: [types.uuid, types.float, types.boolean],
  row: { isFinished: types.boolean },
  text: `update forget_requests set last_question_id = null, pass_began_at = null,
      finished_at = case when pass_began_at >= created_at + $2 * interval '1 millisecond' and not $3 then statement_timestamp() end,
      due_at = case when pass_began_at < created_at + $2 * interval '1 millisecond'
        then created_at + $2 * interval '1 millisecond'
        when $3 then statement_timestamp() + interval '1 s' end
    where id = $1 and company_id = $company returning finished_at is not null as "isFinished"`,
})

/**
 * Erases the remaining data of a forgotten person in chunks of one short transaction, and once more when no late write can come.
 * Idempotent; continues after a crash. Returns whether it is finished. If not, it is due again at `due_at`, or another process
 * erases it.
 */
export async function erasePerson(
  db: Database,
  requestId: string,
  options: Erasure = {},
): Promise<'finished' | 'later'> {
  const [request] = await querySystem(db, findRequest, [requestId])
  if (!request) return 'later'
  for (;;) {
    const outcome = await inSystem(db, (tx) => eraseChunk(tx.of(request.companyId), requestId, options))
    if (outcome !== 'more') return outcome
  }
}

async function eraseChunk(tx: Tx, requestId: string, options: Erasure): Promise<'more' | 'finished' | 'later'> {
  const [request] = await tx.query(take, [requestId])
  if (!request) return 'later'
  const size = options.chunk ?? 25
  const erased: Record<string, number> = {}
  const last = await eraseQuestions(tx, request, size, erased)
  if (last) {
    await trainWithout(tx, request.companyId, erased)
    await tx.query(keepProgress, [requestId, last, JSON.stringify(erased)])
    return 'more'
  }
  // Checked first, because everything read after this knows the tombstone.
  const isHistoryUnread = (await tx.query(unreadHistory, [requestId])).length > 0
  const isClean = await eraseElsewhere(tx, request, size, erased)
  await trainWithout(tx, request.companyId, erased)
  await tx.query(keepProgress, [requestId, request.lastQuestionId, JSON.stringify(erased)])
  if (!isClean || (await clearSnapshotBytes(tx, request.companyId))) return 'more'
  const [ended] = await tx.query(endPass, [
    requestId,
    options.settleMs ?? settleMs,
    isHistoryUnread || (await hasOrphanedBytes(tx, request.companyId)),
  ])
  if (!ended?.isFinished) return 'later'
  await endUnlearned(tx, request.companyId, options.settleMs)
  return 'finished'
}

const nextQuestions = statement({
  name: 'next-questions-to-erase',
  params: [types.nullable(types.uuid), types.nullable(types.uuid), types.int],
  row: { id: questions.id, isOpen: types.boolean, saysSomething: types.boolean },
  text: `select q.id, q.closed_at is null as "isOpen", q.text <> '${deletedText}' or q.subject <> '${deletedText}' or q.metadata <> '{}'
      or q.predicted_class is not null or (q.reroute_type = 'BY_POSTER' and q.reroute_reason is not null) as "saysSomething"
    from questions q where q.company_id = $company and q.asker_id = $1 and ($2::uuid is null or q.id > $2) order by q.id limit $3 for update`,
})

const erasedText = { text: deletedText, subject: deletedText, folded: '', metadata: {} }

/**
 * Erases the person's next questions with everything attached. Returns the last one's id, or `undefined` after the last question.
 */
async function eraseQuestions(tx: Tx, { companyId, userId, lastQuestionId }: Request, size: number, erased: Counts) {
  const actor = { kind: 'system', companyId } as const
  const found = await tx.query(nextQuestions, [userId, lastQuestionId, size])
  const change = (some: { id: string }[], decide: Change['decide']) =>
    makeChanges(
      tx,
      some.map(({ id }) => ({ actor, of: { questionId: id }, locksHolder: true, decide })),
    )
  const open = found.filter(({ isOpen }) => isOpen)
  await change(open, (facts) => decide(facts, actor, 'withdraw', {}))
  add(erased, 'withdrawn', open.length)
  const saying = found.filter(({ saysSomething }) => saysSomething)
  await change(saying, (facts) => decide(facts, actor, 'erase', { text: erasedText }))
  add(erased, 'questions', saying.length)
  const ids = found.map(({ id }) => id)
  for (const [store, erase] of ids.length > 0 ? storesOfQuestions : []) {
    add(erased, store, (await tx.query(erase, [userId, ids])).length)
  }
  return ids.at(-1)
}

/**
 * Releases what an expert or agent held or was offered, and erases the rest. Returns whether nothing is left. A transaction locks
 * questions by one statement only, before a release locks the expert's row.
 */
async function eraseElsewhere(
  tx: Tx,
  { requestId, companyId, userId }: Request,
  size: number,
  erased: Counts,
): Promise<boolean> {
  if (userId !== null) {
    const { lookedAt, returned } = await returnWork(tx, companyId, userId, { waits: true })
    add(erased, 'released', returned)
    if (lookedAt > 0) return false
    const taken = await releaseTakenQuestions(tx, companyId, userId, size)
    add(erased, 'released', taken)
    if (taken === size) return false
  }
  for (const [store, erase] of storesElsewhere) {
    add(erased, store, (await tx.query(erase, [userId])).length)
  }
  add(erased, 'history', (await tx.query(eraseHistory, [requestId])).length)
  return true
}

const unreadHistory = statement({
  name: 'unread-history-of-forgotten',
  params: [types.uuid],
  row: { found: types.int },
  text: `select 1 as found from files h join forget_requests f on f.id = $1 and f.company_id = h.company_id
    where h.company_id = $company and h.type = 'HISTORY' and h.status in ('QUEUED', 'READING') and h.created_at <= f.created_at limit 1`,
})

/** Requests new models and drops the snapshot if they may have learned from erased rows. */
async function trainWithout(tx: Tx, companyId: string, erased: Counts): Promise<void> {
  const isErased = (store: string) => (erased[store] ?? 0) > 0
  if (storesOfEvidence.some(isErased)) await dropSnapshot(tx, companyId)
  if (storesLearnedFrom.some(isErased)) await unlearn(tx, companyId)
}

type Counts = Record<string, number>

function add(erased: Counts, store: string, count: number): void {
  if (count > 0) erased[store] = (erased[store] ?? 0) + count
}
