import { idempotencyKeys, isDuplicate, type ParamsOf, statement, type Tx, types } from '@askline/db'

/** A request that carries an Idempotency-Key. */
export type KeyedRequest = {
  companyId: string
  /** The token's subject: two clients may use the same key. */
  principal: string
  key: string
  /** SHA-256 of method, path and body. */
  requestHash: string
}

/** A stored answer: its HTTP status and its payload without the envelope. */
export type StoredAnswer = { status: number; body: unknown; questionId?: string }

const answerTypes = [
  types.uuid,
  types.text,
  types.text,
  types.text,
  types.int,
  types.jsonText,
  types.nullable(types.uuid),
] as const

const storeAnswer = statement({
  name: 'store_idempotent_answer',
  params: answerTypes,
  text: `insert into idempotency_keys (company_id, principal, key, request_hash, status, body, question_id)
    values ($1, $2, $3, $4, $5, $6::jsonb, $7)`,
})

/**
 * Stores the answer to a keyed request as the last statement of the transaction of its effect: both commit, or neither. Of
 * twins the second waits here for the first to commit, fails on its row, and leaves no effect: see `wasAnswered`.
 */
export function storeAnswerWith(tx: Tx, request: KeyedRequest, answer: StoredAnswer): void {
  tx.send(storeAnswer, valuesOf(request, answer))
}

const storeAnswers = statement({
  name: 'store_idempotent_answers',
  params: [types.jsonText],
  row: { key: idempotencyKeys.key },
  text: `insert into idempotency_keys (company_id, principal, key, request_hash, status, body, question_id)
    select k."companyId", k.principal, k.key, k."requestHash", k.status, k.body, k."questionId"
    from jsonb_to_recordset($1::jsonb) as k("companyId" uuid, principal text, key text, "requestHash" text, status int, body jsonb,
      "questionId" uuid)
    -- Concurrent groups that share keys wait for each other in one order.
    order by k.principal, k.key
    returning key`,
})

/** As `storeAnswerWith`, for several at once. */
export function storeAnswersWith(tx: Tx, answers: (KeyedRequest & StoredAnswer)[]): void {
  if (answers.length > 0) tx.send(storeAnswers, [JSON.stringify(answers)])
}

/** Whether a transaction failed because its key was answered before: then `findAnswer` has the answer. */
export const wasAnswered = (error: unknown): boolean =>
  isDuplicate(error, 'idempotency_keys_company_id_principal_key_pk')

const keepAnswer = statement({
  name: 'keep_idempotent_answer',
  params: answerTypes,
  row: { key: idempotencyKeys.key },
  text: `${storeAnswer.text} on conflict (company_id, principal, key) do nothing returning key`,
})

/**
 * Stores a refusal, whose effect was undone, in a transaction of its own. Yields false where the key was answered before,
 * or by a twin meanwhile.
 */
export async function keepRefusal(tx: Tx, request: KeyedRequest, answer: StoredAnswer): Promise<boolean> {
  return (await tx.query(keepAnswer, valuesOf(request, answer))).length > 0
}

// As text: node-postgres would write a bare string or array as something else than JSON.
const valuesOf = (request: KeyedRequest, answer: StoredAnswer): ParamsOf<typeof answerTypes> => [
  request.companyId,
  request.principal,
  request.key,
  request.requestHash,
  answer.status,
  JSON.stringify(answer.body),
  answer.questionId ?? null,
]

const selectAnswer = statement({
  name: 'find_idempotent_answer',
  params: [types.uuid, types.text, types.text],
  row: {
    requestHash: idempotencyKeys.requestHash,
    status: types.present(idempotencyKeys.status),
    body: idempotencyKeys.body,
  },
  text: `select request_hash as "requestHash", status, body from idempotency_keys
    where company_id = $1 and principal = $2 and key = $3 and created_at > statement_timestamp() - interval '24 hours'`,
})
const dropAged = statement({
  name: 'drop_aged_idempotency_key',
  params: [types.uuid, types.text, types.text],
  text: `delete from idempotency_keys where company_id = $1 and principal = $2 and key = $3
    and created_at <= statement_timestamp() - interval '24 hours'`,
})

/**
 * Returns the first answer of the last 24 hours under a key, or `undefined` if there was no such request. Returns `'key-reused'`
 * if the key was used for another request. A key that has aged is forgotten, so that it may be used anew.
 */
export async function findAnswer(tx: Tx, request: KeyedRequest): Promise<StoredAnswer | 'key-reused' | undefined> {
  const identity = [request.companyId, request.principal, request.key] as const
  const [stored] = await tx.query(selectAnswer, identity)
  if (!stored) {
    await tx.query(dropAged, identity)
    return undefined
  }
  if (stored.requestHash !== request.requestHash) return 'key-reused'
  return { status: stored.status, body: stored.body }
}
