import { createHash } from 'node:crypto'
import { limits } from '@askline/contracts'
import { inCompany, inSystem, type Tx } from '@askline/db'
import {
  type Actor,
  DomainError,
  findAnswer,
  type KeyedRequest,
  keepRefusal,
  type StoredAnswer,
  storeAnswerWith,
  wasAnswered,
} from '@askline/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WhoActs } from './actors.ts'
import type { Context } from './context.ts'
import { explain } from './http/explain.ts'
import { invalidField, RequestFault } from './http/faults.ts'
import { bodyHashOf, principalOf } from './http/request-state.ts'

type How<A extends Actor> = {
  status?: 200 | 201
  /** Under the role that sees every company, for what a company's own may not touch: each statement names the company. */
  inEveryCompany?: boolean
  by: WhoActs<A>
}
/** A move: by whom, and what. `work` yields the data of the answer, which names its question by `questionUuid` or `uuid`. */
export type Move<A extends Actor> = How<A> & { work: (tx: Tx, actor: A) => Promise<MoveData> }
/** `aside`: what only the request that did the work knows, and nobody stores: a secret to show, tokens that ended. */
type MoveWithAside<A extends Actor, Aside> = How<A> & {
  work: (tx: Tx, actor: A) => Promise<{ data: MoveData; aside: Aside }>
}
type MoveData = { uuid: string; questionUuid?: string }

/**
 * Makes a move in one transaction of the caller's company. With an Idempotency-Key the answer is stored in the same
 * transaction and given again to whoever repeats the request: a success or a refusal of the domain, never a fault of ours.
 */
export async function act<A extends Actor>(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { work, ...how }: Move<A>,
): Promise<object> {
  const { data } = await actWithAside(context, request, reply, {
    ...how,
    work: async (tx, actor) => ({ data: await work(tx, actor), aside: undefined }),
  })
  return data
}

/** As `act`. There is an `aside` only where the move was made now: a repeated request's work is undone. */
export async function actWithAside<A extends Actor, Aside>(
  { db }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  move: MoveWithAside<A, Aside>,
): Promise<{ data: object; aside?: Aside }> {
  const { companyId } = principalOf(request)
  const status = move.status ?? 200
  const run = async (tx: Tx) => move.work(tx, await move.by(tx))
  const transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    move.inEveryCompany ? inSystem(db, work) : inCompany(db, companyId, work)
  const key = idempotencyKeyOf(request)
  if (key === undefined) {
    reply.code(status)
    return transact(run)
  }

  const keyed = keyedOf(request, key)
  const { answer, isReplay, ...made } = await answerOnce(transact, keyed, status, run)
  const headers: Record<string, string> = isReplay ? { 'idempotency-replayed': 'true' } : {}
  if (answer.status >= 400) throw refusalOf(answer, headers)
  reply.code(answer.status).headers(headers)
  return { ...made, data: answer.body as object }
}

/** The request under its key. */
export function keyedOf(request: FastifyRequest, key: string): KeyedRequest {
  const { companyId, id } = principalOf(request)
  return { companyId, principal: id, key, requestHash: hashOf(request) }
}

type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Makes the move and stores its answer with it; a refusal is stored once its effect is undone. Where the key was answered
 * before, or by a twin meanwhile, what was done here is undone and the first answer given. One that aged in between is
 * forgotten on the way, and the move made after all.
 */
async function answerOnce<Aside>(
  transact: Transact,
  keyed: KeyedRequest,
  status: number,
  run: (tx: Tx) => Promise<{ data: MoveData; aside: Aside }>,
): Promise<{ answer: StoredAnswer; isReplay: boolean; aside?: Aside }> {
  for (let triesLeft = 2; ; triesLeft--) {
    try {
      return await transact(async (tx) => {
        const { data, aside } = await run(tx)
        const answer = { status, body: data, questionId: data.questionUuid ?? data.uuid }
        storeAnswerWith(tx, keyed, answer)
        return { answer, isReplay: false, aside }
      })
    } catch (error) {
      const refusal = error instanceof DomainError ? refused(error) : undefined
      if (!refusal && !wasAnswered(error)) throw error
      const first = await transact((tx) => findAnswer(tx, keyed))
      if (first === 'key-reused') {
        throw new RequestFault(400, 'idempotency_key_reused', 'This Idempotency-Key came with another request before')
      }
      if (first) return { answer: first, isReplay: true }
      if (refusal && (await transact((tx) => keepRefusal(tx, keyed, refusal))))
        return { answer: refusal, isReplay: false }
      if (triesLeft === 0) throw error
    }
  }
}

function refused(error: DomainError): StoredAnswer {
  const { status, code, message, details } = explain(error)
  return { status, body: { code, message, details } }
}

function refusalOf({ status, body }: StoredAnswer, headers: Record<string, string>): RequestFault {
  const { code, message, details } = body as { code: string; message: string; details?: [] }
  return new RequestFault(status, code, message, { headers, ...(details ? { details } : {}) })
}

const printable = /^[\x21-\x7e]+$/

/** The request's Idempotency-Key. Throws RequestFault where it is none. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
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
