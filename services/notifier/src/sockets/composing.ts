import { type Database, inCompany } from '@askline/db'
import { DomainError, findWatch, renewLease } from '@askline/domain'
import type { Logger } from '@askline/runtime'
import type { Limits } from '../config.ts'
import type { Peers } from '../delivery/peers.ts'
import type { Speaker } from '../delivery/speak.ts'
import { findAround } from './around.ts'
import type { ClientSocket } from './namespace.ts'

export type ComposingContext = { db: Database; speaker: Speaker; peers: Peers; limits: Limits; logger: Logger }

/**
 * Passes on that somebody is writing, to the others who may know of the question now. Once in two seconds for each
 * question; an expert's claim is renewed by it, once in thirty.
 */
export function serveComposing(socket: ClientSocket, context: ComposingContext): void {
  const { limits, logger } = context
  const told = new Map<string, number>()
  const renewed = new Map<string, number>()
  socket.on('composing', (asked: unknown) => {
    const questionId = questionOf(asked)
    if (questionId === undefined || !socket.data.watching.has(questionId)) return
    if (!isDue(told, questionId, limits.composingMs)) return
    const renews = socket.data.claims.kind === 'expert' && isDue(renewed, questionId, limits.renewLeaseMs)
    tellOthers(socket, questionId, context)
      .then(() => (renews ? renew(socket, questionId, context) : undefined))
      .catch((error) => {
        // A sign of life that does not arrive is worth no retry.
        if (!(error instanceof DomainError)) logger.warn({ err: error }, 'Composing could not be passed on')
      })
  })
}

async function tellOthers(socket: ClientSocket, questionId: string, { db, speaker, peers }: ComposingContext) {
  const { claims } = socket.data
  const view = await findWatch(db, claims, questionId)
  if (!view) return
  const { name, keys } = await findAround(db, claims.cid, questionId, claims.sub)
  if (name === undefined || !socket.connected) return
  const composing = { questionUuid: questionId, name }
  speaker.tellComposing(composing, keys, socket.id)
  peers.tellComposing(composing, keys)
}

async function renew(socket: ClientSocket, questionId: string, { db }: ComposingContext): Promise<void> {
  const { sub, cid } = socket.data.claims
  await inCompany(db, cid, (tx) => renewLease(tx, { kind: 'expert', userId: sub, companyId: cid }, { questionId }))
}

const questionOf = (asked: unknown): string | undefined =>
  typeof asked === 'object' && asked !== null && 'questionUuid' in asked && typeof asked.questionUuid === 'string'
    ? asked.questionUuid.toLowerCase()
    : undefined

/** Whether `ms` have passed since this was last so for `questionId`. A socket watches few questions, so the map stays small. */
function isDue(last: Map<string, number>, questionId: string, ms: number): boolean {
  const now = performance.now()
  if (now - (last.get(questionId) ?? Number.NEGATIVE_INFINITY) < ms) return false
  last.set(questionId, now)
  return true
}
