import { audienceKey, type EventType, type TokenClaims } from '@askline/contracts'
import {
  type Database,
  inCompany,
  openCoalescer,
  querySystem,
  questionEvents,
  questions,
  statement,
  types,
} from '@askline/db'
import { wasWithAgents } from '../access/agents-read.ts'
import type { Actor } from '../actors.ts'
import { mayView, viewerOf } from './find.ts'

/** The columns of a question that a poll needs to answer "nothing new". */
export type Freshness = {
  companyId: string
  askerId: string
  updatedAt: Date
  version: number
  wasWithAgents: boolean
}

const freshness = statement({
  name: 'freshness',
  params: [types.array(types.uuid)],
  row: {
    id: questions.id,
    companyId: questions.companyId,
    askerId: questions.askerId,
    updatedAt: questions.updatedAt,
    version: questions.version,
    wasWithAgents: types.boolean,
  },
  text: `select id, company_id as "companyId", asker_id as "askerId", updated_at as "updatedAt", version, ${wasWithAgents} as "wasWithAgents"
    from questions q where id = any($1::uuid[])`,
})

/**
 * Answers polls from Postgres, so that no poll misses a committed change. Polls that arrive while a statement runs share the next
 * one, so that 1,000 concurrent polls cost only a few statements.
 */
export function openFreshness(db: Database) {
  const reads = openCoalescer(
    async (ids: string[]) => {
      db.statements.count++
      const rows = await querySystem(db, freshness, [ids])
      const found = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => found.get(id))
    },
    { keyOf: (id) => id },
  )
  return {
    /** Returns the question's stamp and version as of this call or later, or `undefined` if it does not exist. */
    find: (questionId: string): Promise<Freshness | undefined> => reads.add(questionId.toLowerCase()),
  }
}

/** Returns whether `actor` may see a question, as far as these columns tell. `ask`: only `viewQuestion` can decide. */
export function mayPoll(found: Freshness, actor: Actor): boolean | 'ask' {
  if (found.companyId !== actor.companyId) return false
  if (actor.kind === 'user') return found.askerId === actor.userId
  if (actor.kind === 'expert') return found.askerId === actor.userId || 'ask'
  if (actor.kind === 'agent') return found.wasWithAgents || 'ask'
  return true
}

/** Returns the actor of a verified token. */
function actorOf(claims: TokenClaims): Actor {
  const { kind, sub, cid: companyId } = claims
  if (kind === 'integration') return { kind, integrationId: sub, companyId }
  if (kind === 'user' || kind === 'expert') return { kind, userId: sub, companyId }
  return { kind: 'agent', userId: sub, companyId }
}

/** Returns the audience key of a token's holder. */
export function audienceKeyOf(claims: TokenClaims): string {
  if (claims.kind === 'integration') return audienceKey.company(claims.cid)
  if (claims.kind === 'user' || claims.kind === 'expert') return audienceKey.person(claims.sub)
  return audienceKey.staff(claims.cid)
}

const watch = statement({
  name: 'watch-question',
  params: [types.uuid, types.text, types.nullable(types.uuid), types.array(types.text)],
  row: {
    version: questions.version,
    updatedAt: questions.updatedAt,
    lastEvent: types.nullable(questionEvents.type),
    lastSeq: types.nullable(questionEvents.seq),
    correlationId: questionEvents.correlationId,
  },
  text: `select q.version, q.updated_at as "updatedAt", e.type as "lastEvent", e.seq as "lastSeq", e.correlation_id as "correlationId"
    from questions q left join lateral (
      select type, seq, correlation_id from question_events
      where question_id = q.id and company_id = $company and audience && $4 order by seq desc limit 1
    ) e on true
    where q.id = $1 and q.company_id = $company and ${mayView('$2', '$3')}`,
})

export type Watch = {
  key: string
  version: number
  updatedAt: Date
  lastEvent: EventType | null
  lastSeq: number | null
  /** The correlation id of the last event; null if no request caused it. */
  correlationId: string | null
}

/**
 * Returns the audience key under which the holder of `claims` may watch a question. Also returns the version and the newest event
 * that they may know, with its seq. Returns `undefined` if they may not GET the question.
 */
export async function findWatch(db: Database, claims: TokenClaims, questionId: string): Promise<Watch | undefined> {
  const key = audienceKeyOf(claims)
  const keys = claims.kind === 'expert' ? [key, audienceKey.experts(claims.cid)] : [key]
  const [row] = await inCompany(db, claims.cid, (tx) =>
    tx.query(watch, [questionId, ...viewerOf(actorOf(claims)), keys]),
  )
  return row && { key, ...row }
}
