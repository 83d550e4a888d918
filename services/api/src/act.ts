import { createHash } from 'node:crypto'
import { limits } from '@askline/contracts'
import { inCompany, inSystem, type Tx } from '@askline/db'
import { type Actor, answerOnce, DomainError, type StoredAnswer } from '@askline/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WhoActs } from './actors.ts'
import type { Context } from './context.ts'
import { explain } from './http/explain.ts'
import { invalidField, RequestFault } from './http/faults.ts'
import { bodyHashOf, principalOf } from './http/request-state.ts'

/** A move: by whom, and what. `work` yields the data of the answer, which names its question by `questionUuid` or `uuid`. */
export type Move<A extends Actor> = {
  status?: 200 | 201
  /** Under the role that sees every company, for what a company's own may not touch: each statement names the company. */
  inEveryCompany?: boolean
  by: WhoActs<A>
  work: (tx: Tx, actor: A) => Promise<MoveData>
}
type MoveData = { uuid: string; questionUuid?: string }

/**
 * Makes a move in one transaction of the caller's company. With an Idempotency-Key the answer is stored in the same
 * transaction and given again to whoever repeats the request: a success or a refusal of the domain, never a fault of ours.
 */
export async function act<A extends Actor>(
  { db }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  move: Move<A>,
): Promise<object> {
  const { companyId, id } = principalOf(request)
  const status = move.status ?? 200
  const run = async (tx: Tx) => move.work(tx, await move.by(tx))
  const transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    move.inEveryCompany ? inSystem(db, work) : inCompany(db, companyId, work)
  const key = idempotencyKeyOf(request)
  if (key === undefined) {
    reply.code(status)
    return transact(run)
  }

  const keyed = { companyId, principal: id, key, requestHash: hashOf(request) }
  const found = await transact((tx) => answerOnce(tx, keyed, () => answerOf(tx, status, run)))
  if (found.outcome === 'key-reused') {
    throw new RequestFault(400, 'idempotency_key_reused', 'This Idempotency-Key came with another request before')
  }
  const headers: Record<string, string> = found.outcome === 'replayed' ? { 'idempotency-replayed': 'true' } : {}
  const { answer } = found
  if (answer.status >= 400) throw refusalOf(answer, headers)
  reply.code(answer.status).headers(headers)
  return answer.body as object
}

/** What `run` answers, or how the domain refused: then nothing of it stays but the answer. */
async function answerOf(tx: Tx, status: number, run: (tx: Tx) => Promise<MoveData>): Promise<StoredAnswer> {
  try {
    const data = await tx.savepoint(() => run(tx))
    return { status, body: data, questionId: data.questionUuid ?? data.uuid }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { status, code, message, details } = explain(error)
    return { status, body: { code, message, details } }
  }
}

function refusalOf({ status, body }: StoredAnswer, headers: Record<string, string>): RequestFault {
  const { code, message, details } = body as { code: string; message: string; details?: [] }
  return new RequestFault(status, code, message, { headers, ...(details ? { details } : {}) })
}

const printable = /^[\x21-\x7e]+$/

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length > limits.idempotencyKeyLength || !printable.test(key)) {
    const message = `Idempotency-Key must be 1 to ${limits.idempotencyKeyLength} visible ASCII characters.`
    throw invalidField('header.Idempotency-Key', 'pattern', message)
  }
  return key
}

const hashOf = (request: FastifyRequest): string =>
  createHash('sha256')
    .update(`${request.method} ${request.url.split('?', 1)[0]} ${bodyHashOf(request)}`)
    .digest('hex')
