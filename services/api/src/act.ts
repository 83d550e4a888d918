import { createHash } from 'node:crypto'
import { type AuditAction, limits } from '@askline/contracts'
import { inCompany, inSystem, type Tx } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import type { Actor } from '@askline/domain/actors'
import { DomainError, StaleVersionError } from '@askline/domain/errors'
import {
  findAnswer,
  type KeyedRequest,
  keepRefusal,
  type StoredAnswer,
  storeAnswerWith,
  wasAnswered,
} from '@askline/domain/idempotency'
import { viewQuestion } from '@askline/domain/views/find'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ActorReader } from './actors.ts'
import type { Context } from './context.ts'
import { readIfMatch } from './http/etags.ts'
import { explain } from './http/explain-error.ts'
import { invalidField, RequestFault } from './http/request-faults.ts'
import { bodyHashOf, originOf, principalOf } from './http/request-state.ts'
import { changedMembers, type VersionReader } from './versions.ts'

/** The data of an answer. It names its question or row, and is stored if the request has an Idempotency-Key. */
export type ActData = { uuid: string; questionUuid?: string | null }
type Work<A extends Actor, Result> = (tx: Tx, actor: A) => Promise<Result>

type Options<A extends Actor> = {
  by: ActorReader<A>
  /** 200 by default. */
  status?: 200 | 201
  /**
   * Runs under the role that sees every company, for rows that the company's own role may not change. Each statement must
   * name the company.
   */
  inEveryCompany?: boolean
  /** Writes this action into the audit log, with the uuid of the answer as its target. `undefined`: none for this data. */
  audit?: AuditAction | ((data: ActData & { owner?: string }) => AuditAction | undefined)
  /** Reads the version that `If-Match` is compared with. */
  version?: VersionReader<A>
}
type WorkOf<A extends Actor, Aside> = Work<A, ActData | WithAside<Aside>>
/** An act has `work`, or `prepare` if its work needs another service: that runs before the transaction, except on a repeat. */
type Doing<W> = { work: W; prepare?: never } | { work?: never; prepare: () => Promise<W> }
export type Act<A extends Actor, Aside> = Options<A> &
  Doing<WorkOf<A, Aside>> & {
    /** Builds the answer after the commit. `aside` is undefined if the answer repeats an earlier one. */
    answer?: (data: object, aside: Aside | undefined) => object
  }

/** The result of a work with a part that only this request may see, such as a secret. `aside` is never stored. */
export class WithAside<Aside> {
  readonly data: ActData
  readonly aside: Aside
  constructor(data: ActData & Record<string, unknown>, aside: Aside) {
    this.data = data
    this.aside = aside
  }
}

/**
 * Runs an act in one transaction of the caller's company and returns the data of its answer. With an Idempotency-Key, a
 * success or a refusal of the domain is stored in the same transaction. A repeated request gets it again. Faults are not stored.
 * Throws RequestFault, DomainError, and StaleVersionError if `If-Match` names another version.
 */
export async function act<A extends Actor, Aside>(
  { db }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  act: Act<A, Aside>,
): Promise<object> {
  const { companyId } = principalOf(request)
  const transact: Transact = (work) =>
    act.inEveryCompany ? inSystem(db, (tx) => work(tx.of(companyId))) : inCompany(db, companyId, work)
  const expected = act.version && readIfMatch(request.headers['if-match'])
  const run = async (tx: Tx, work: WorkOf<A, Aside>): Promise<Made<Aside>> => {
    const actor = await act.by(tx)
    if (expected && act.version) assertMatch(expected, await act.version(tx, actor))
    const before = act.audit && (await act.version?.members?.(tx, actor))
    const result = await work(tx, actor)
    const made = result instanceof WithAside ? result : { data: result, aside: undefined }
    const action = typeof act.audit === 'function' ? act.audit(made.data) : act.audit
    if (action) {
      const fields = before ? changedMembers(before, made.data) : namesIn(request)
      await recordActOf(request, tx, { action, targetId: made.data.uuid, fields })
    }
    return made
  }
  const finish = (data: object, aside: Aside | undefined) => act.answer?.(data, aside) ?? data

  const status = act.status ?? 200
  const key = idempotencyKeyOf(request)
  if (key === undefined) {
    const work = act.prepare ? await act.prepare() : act.work
    const { data, aside } = await transact((tx) => run(tx, work))
    reply.code(status)
    return finish(data, aside)
  }
  const { answer, isReplay, aside } = await answerOnce(transact, keyedOf(request, key), status, act, run)
  const headers: Record<string, string> = isReplay ? { 'idempotency-replayed': 'true' } : {}
  if (answer.status >= 400) throw refusalOf(answer, headers)
  reply.code(answer.status).headers(headers)
  return finish(answer.body as object, aside)
}

/** Returns the work of an act that makes `move` and answers with the question as the actor then sees it. */
export const thenViewQuestion =
  <A extends Actor>({ config }: Context, questionId: string, move: Work<A, unknown>): Work<A, ActData> =>
  async (tx, actor) => {
    await move(tx, actor)
    return viewQuestion(tx, actor, questionId, config.publicUrl)
  }

function assertMatch(expected: (version: string) => boolean, version: string) {
  if (!expected(version)) throw new StaleVersionError(version)
}

type Recorded = { action: AuditAction; targetId: string; fields: string[] }

async function recordActOf(request: FastifyRequest, tx: Tx, { action, targetId, fields }: Recorded) {
  const { id, kind, companyId } = principalOf(request)
  await recordAct(tx, { companyId, action, actor: { kind, id }, targetId, fields, ...originOf(request) })
}

/** Returns the names of the members that a PUT without a version sets. */
const namesIn = ({ method, body }: FastifyRequest): string[] =>
  method === 'PUT' ? Object.keys(Object(body)).filter((name) => name !== 'uuid' && name !== 'clientId') : []

/** Returns the request as its idempotency key identifies it. */
export function keyedOf(request: FastifyRequest, key: string): KeyedRequest {
  const { companyId, id } = principalOf(request)
  return { companyId, principal: id, key, requestHash: hashOf(request) }
}

type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
type Made<Aside> = { data: ActData; aside: Aside | undefined }

/**
 * Runs an act and stores its answer in the same transaction. A refusal is stored after its effects are rolled back. If the key
 * was answered before, or by a concurrent request, this run is rolled back and the first answer is returned. If that answer
 * has expired meanwhile, it is deleted and the act runs again. Work that has to be prepared is not prepared for a known answer.
 */
async function answerOnce<W, Aside>(
  transact: Transact,
  keyed: KeyedRequest,
  status: number,
  { work, prepare }: Doing<W>,
  run: (tx: Tx, work: W) => Promise<Made<Aside>>,
): Promise<{ answer: StoredAnswer; isReplay: boolean; aside?: Aside | undefined }> {
  const repeat = async () => {
    const first = await transact((tx) => findAnswer(tx, keyed))
    if (first === 'key-reused') throw keyReused()
    return first && { answer: first, isReplay: true }
  }
  const known = prepare && (await repeat())
  if (known) return known
  for (let triesLeft = 2; ; triesLeft--) {
    try {
      const prepared = prepare ? await prepare() : work
      return await transact(async (tx) => {
        const { data, aside } = await run(tx, prepared)
        const answer = { status, body: data, questionId: data.questionUuid ?? data.uuid }
        storeAnswerWith(tx, keyed, answer)
        return { answer, isReplay: false, aside }
      })
    } catch (error) {
      const refusal = error instanceof DomainError ? refused(error) : undefined
      if (!refusal && !wasAnswered(error)) throw error
      const first = await repeat()
      if (first) return first
      if (refusal && (await transact((tx) => keepRefusal(tx, keyed, refusal)))) throw error
      if (triesLeft === 0) throw error
    }
  }
}

/** Returns the error for an Idempotency-Key that was used for another request. */
export const keyReused = () =>
  new RequestFault(
    400,
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Send a new key with a new request.',
  )

/** Returns what is stored of a refusal. Names of people are not, because they could not be erased with the person. */
function refused(error: DomainError): StoredAnswer {
  const { status, code, message, details } = explain(error)
  return { status, body: { code, message, details } }
}

function refusalOf({ status, body }: StoredAnswer, headers: Record<string, string>): RequestFault {
  const { code, message, details } = body as { code: string; message: string; details?: [] }
  return new RequestFault(status, code, message, { headers, ...(details ? { details } : {}) })
}

const printable = /^[\x21-\x7e]+$/

/** Returns the request's Idempotency-Key. Throws RequestFault if it is malformed. */
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
