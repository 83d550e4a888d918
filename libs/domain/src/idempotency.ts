import type { Statement, Tx } from '@askline/db'

/** A request that carries an Idempotency-Key. */
export type KeyedRequest = {
  companyId: string
  /** The token's subject: two clients may use the same key. */
  principal: string
  key: string
  /** SHA-256 of method, path and body. */
  requestHash: string
}

/** What was answered: an HTTP status and the payload without its envelope. */
export type StoredAnswer = { status: number; body: unknown; questionId?: string }

export type KeyedAnswer = { outcome: 'first' | 'replayed'; answer: StoredAnswer } | { outcome: 'key-reused' }

/**
 * Answers a keyed request once: the first answer of 24 hours is stored in `tx`, so it commits with its effect or not at
 * all, and is given again to whoever comes with the same key and request. `work` must undo what it did where it answers
 * with a refusal, and throw what is not to be stored.
 *
 * The key's row is inserted before anything else. A concurrent twin waits at that insert until the first has committed
 * (then it replays) or rolled back (then it is the first), for as long as the connection's lock_timeout allows.
 */
export async function answerOnce(
  tx: Tx,
  request: KeyedRequest,
  work: () => Promise<StoredAnswer>,
): Promise<KeyedAnswer> {
  const identity = [request.companyId, request.principal, request.key]
  const claimed = await tx.query(claimKey, [...identity, request.requestHash])
  if (claimed.length > 0) {
    const answer = await work()
    // As text: node-postgres would write a bare string or array as something else than JSON.
    tx.send(storeAnswer, [...identity, answer.status, JSON.stringify(answer.body), answer.questionId ?? null])
    return { outcome: 'first', answer }
  }

  const [stored] = await tx.query<StoredRow>(findAnswer, identity)
  if (!stored || stored.status === null) throw new Error('An idempotency key was committed without its answer')
  if (stored.request_hash !== request.requestHash) return { outcome: 'key-reused' }
  return { outcome: 'replayed', answer: { status: stored.status, body: stored.body } }
}

type StoredRow = { request_hash: string; status: number | null; body: unknown }

// A key older than 24 hours is taken over as if it were new.
const claimKey: Statement = {
  name: 'claim_idempotency_key',
  text: `insert into idempotency_keys (company_id, principal, key, request_hash) values ($1, $2, $3, $4)
    on conflict (company_id, principal, key) do update
      set request_hash = excluded.request_hash, status = null, body = null, question_id = null,
        created_at = clock_timestamp()
      where idempotency_keys.created_at < clock_timestamp() - interval '24 hours'
    returning 1`,
}

const storeAnswer: Statement = {
  name: 'store_idempotent_answer',
  text: `update idempotency_keys set status = $4, body = $5::jsonb, question_id = $6
    where company_id = $1 and principal = $2 and key = $3`,
}

const findAnswer: Statement = {
  name: 'find_idempotent_answer',
  text: `select request_hash, status, body from idempotency_keys
    where company_id = $1 and principal = $2 and key = $3`,
}
