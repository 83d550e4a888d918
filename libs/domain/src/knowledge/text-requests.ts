import type { TextQuery, TextRequestKind } from '@askline/contracts'
import { newId, statement, type Tx, textRequests, types } from '@askline/db'

const insert = statement({
  name: 'insert-text-request',
  params: [types.uuid, types.uuid, types.text, types.jsonText],
  text: 'insert into text_requests (id, company_id, kind, request) values ($1, $2, $3, $4)',
})

/** Writes down what the routing worker is asked about a text. Yields the id that the job carries. */
export async function askAboutText(tx: Tx, companyId: string, kind: TextRequestKind, query: TextQuery) {
  const requestId = newId()
  await tx.query(insert, [requestId, companyId, kind, JSON.stringify(query)])
  return { requestId }
}

export type TextRequest = { requestId: string; companyId: string; kind: TextRequestKind; query: TextQuery }

const open = statement({
  name: 'find-text-request',
  params: [types.uuid],
  row: {
    requestId: textRequests.id,
    companyId: textRequests.companyId,
    kind: textRequests.kind,
    query: types.json<TextQuery>(),
  },
  text: `select id as "requestId", company_id as "companyId", kind, request as query from text_requests
    where id = $1 and answered_at is null`,
})

/** Returns a request without an answer, or `undefined` if it was answered or dropped. */
export async function findTextRequest(tx: Tx, requestId: string): Promise<TextRequest | undefined> {
  const [request] = await tx.query(open, [requestId])
  return request
}

const answer = statement({
  name: 'answer-text-request',
  params: [types.uuid, types.nullable(types.jsonText), types.nullable(types.text)],
  text: `update text_requests set answer = $2, error = $3, answered_at = statement_timestamp()
    where id = $1 and company_id = $company and answered_at is null`,
})

/** Stores the answer to a request, or the error. Has no effect if the request was answered or dropped. */
export async function answerTextRequest(tx: Tx, requestId: string, outcome: { answer: object } | { error: string }) {
  const [found, error] = 'answer' in outcome ? [JSON.stringify(outcome.answer), null] : [null, outcome.error]
  await tx.query(answer, [requestId, found, error])
}

const take = statement({
  name: 'take-text-answers',
  params: [types.array(types.uuid)],
  row: { requestId: textRequests.id, answer: textRequests.answer, error: textRequests.error },
  text: `delete from text_requests where id = any($1::uuid[]) and answered_at is not null
    returning id as "requestId", answer, error`,
})

/** Reads the answers that have come for these requests, and deletes their rows. */
export const takeTextAnswers = (tx: Tx, requestIds: string[]) => tx.query(take, [requestIds])

const drop = statement({
  name: 'drop-text-request',
  params: [types.uuid],
  text: 'delete from text_requests where id = $1 and company_id = $company',
})

/** Deletes a request whose caller stopped waiting. */
export async function dropTextRequest(tx: Tx, requestId: string): Promise<void> {
  await tx.query(drop, [requestId])
}
