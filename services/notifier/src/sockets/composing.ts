import { type Database, inCompany } from '@askline/db'
import { makeChange } from '@askline/domain/changes/make-changes'
import { DomainError } from '@askline/domain/errors'
import { renewLease } from '@askline/domain/questions/claim'
import type { Watches } from '@askline/domain/views/watches'
import type { Logger, WriterIds } from '@askline/runtime'
import type { Stream } from '../delivery/stream.ts'
import type { Limits } from '../notifier-config.ts'
import { findAround } from './around.ts'
import type { ClientSocket } from './namespace.ts'
import { isWatching } from './subscriptions.ts'

/** Tells this node's sockets that a person is writing, except those of the writer. */
export type PassOnComposing = (ids: WriterIds, keys: string[]) => Promise<void>

export type ComposingContext = {
  db: Database
  watches: Watches
  passOn: PassOnComposing
  stream: Stream
  limits: Limits
  logger: Logger
}

/**
 * Returns the listener for `composing`. It tells the other subscribers that a person is writing, at most once in two seconds per
 * question. It also renews an expert's claim, at most once in thirty seconds.
 */
export function onComposing(context: ComposingContext) {
  const { limits, logger } = context
  return function (this: ClientSocket, asked: unknown) {
    const questionId = questionOf(asked)
    if (questionId === undefined || !isWatching(this, questionId)) return
    this.data.composing ??= { told: new Map(), renewed: new Map() }
    const { told, renewed } = this.data.composing
    if (!isDue(told, questionId, limits.composingMs)) return
    const renews = this.data.claims.kind === 'expert' && isDue(renewed, questionId, limits.renewLeaseMs)
    tellOthers(this, questionId, context)
      .then(() => (renews ? renew(this, questionId, context) : undefined))
      .catch((error) => {
        // A lost `composing` is not worth a retry.
        if (!(error instanceof DomainError)) logger.warn({ err: error }, '`composing` could not be passed on')
      })
  }
}

async function tellOthers(socket: ClientSocket, questionId: string, { db, watches, passOn, stream }: ComposingContext) {
  const { claims } = socket.data
  const view = await watches.find(claims, questionId)
  if (!view) return
  const keys = await findAround(db, claims.cid, questionId)
  if (!socket.connected) return
  const ids = { companyId: claims.cid, questionId, writerId: claims.sub }
  await passOn(ids, keys)
  stream.tellComposing(ids, keys)
}

async function renew(socket: ClientSocket, questionId: string, { db }: ComposingContext): Promise<void> {
  const { sub, cid } = socket.data.claims
  const expert = { kind: 'expert', userId: sub, companyId: cid } as const
  await inCompany(db, cid, (tx) => makeChange(tx, renewLease(expert, { questionId })))
}

const questionOf = (asked: unknown): string | undefined =>
  typeof asked === 'object' && asked !== null && 'questionUuid' in asked && typeof asked.questionUuid === 'string'
    ? asked.questionUuid.toLowerCase()
    : undefined

/** Returns whether `ms` have passed since the last time for `questionId`. The map is small, because subscriptions are limited. */
function isDue(last: Map<string, number>, questionId: string, ms: number): boolean {
  const now = performance.now()
  if (now - (last.get(questionId) ?? Number.NEGATIVE_INFINITY) < ms) return false
  last.set(questionId, now)
  return true
}
