import { audienceKey, type EventType, type TokenClaims } from '@askline/contracts'
import { type Database, inCompany, type Statement } from '@askline/db'
import type { Actor } from './actors.ts'
import { mayView, viewerOf } from './views/find.ts'

/** What a poll needs to know of a question to say "nothing new". */
export type Freshness = { companyId: string; askerId: string; updatedAt: Date; version: number }

const freshness: Statement = {
  name: 'freshness',
  text: `select id, company_id as "companyId", asker_id as "askerId", updated_at as "updatedAt", version
    from questions where id = any($1::uuid[])`,
}

type Waiting = { resolve: (found: Freshness | undefined) => void; reject: (error: unknown) => void }

/**
 * Answers polls from Postgres, so that no change is ever missed, at a fraction of a statement each: all polls that came
 * while the last statement ran share the next one, which is sent only after they came.
 */
export function openFreshness(db: Database) {
  let waiting = new Map<string, Waiting[]>()
  let running = 0

  async function run() {
    const batch = waiting
    waiting = new Map()
    running++
    db.statements.count++
    try {
      const { rows } = await db.system.query<Freshness & { id: string }>({ ...freshness, values: [[...batch.keys()]] })
      const found = new Map(rows.map((row) => [row.id, row]))
      for (const [id, callers] of batch) for (const { resolve } of callers) resolve(found.get(id))
    } catch (error) {
      for (const callers of batch.values()) for (const { reject } of callers) reject(error)
    } finally {
      running--
      if (waiting.size > 0) void run()
    }
  }

  return {
    /** The question's stamp and version as committed when this was called, or later; undefined where there is none. */
    find(questionId: string): Promise<Freshness | undefined> {
      const id = questionId.toLowerCase()
      return new Promise((resolve, reject) => {
        const callers = waiting.get(id)
        if (callers) callers.push({ resolve, reject })
        else waiting.set(id, [{ resolve, reject }])
        if (running === 0 && waiting.size === 1 && !callers)
          setImmediate(() => running === 0 && waiting.size > 0 && void run())
      })
    },
  }
}

/** Whether `actor` may see a question of which only this much is known. `ask`: only `viewQuestion` can tell. */
export function mayPoll(found: Freshness, actor: Actor): boolean | 'ask' {
  if (found.companyId !== actor.companyId) return false
  if (actor.kind === 'user') return found.askerId === actor.userId
  if (actor.kind === 'expert') return found.askerId === actor.userId || 'ask'
  return true
}

/** The actor behind a verified token, acting for itself. */
export function actorOf(claims: TokenClaims): Actor {
  const { kind, sub, cid: companyId } = claims
  if (kind === 'integration') return { kind, integrationId: sub, companyId }
  if (kind === 'user' || kind === 'expert') return { kind, userId: sub, companyId }
  return { kind: 'agent', userId: sub, companyId }
}

/** The audience key under which a token's holder hears of changes. */
function audienceKeyOf(claims: TokenClaims): string {
  if (claims.kind === 'integration') return audienceKey.company(claims.cid)
  if (claims.kind === 'user' || claims.kind === 'expert') return audienceKey.person(claims.sub)
  return audienceKey.staff(claims.cid)
}

const watch: Statement = {
  name: 'watch-question',
  text: `select q.version, q.updated_at as "updatedAt", e.type, e.seq
    from questions q left join lateral (
      select type, seq from question_events where question_id = q.id and $4 = any(audience) order by seq desc limit 1
    ) e on true
    where q.id = $1 and ${mayView('$2', '$3')}`,
}

export type Watch = {
  key: string
  version: number
  updatedAt: Date
  lastEvent: EventType | null
  lastSeq: number | null
}

/**
 * The key under which the holder of `claims` may watch a question, its version, and the newest event they may know of, with its seq;
 * undefined where they may not GET it.
 */
export async function findWatch(db: Database, claims: TokenClaims, questionId: string): Promise<Watch | undefined> {
  const key = audienceKeyOf(claims)
  const [row] = await inCompany(db, claims.cid, (tx) =>
    tx.query<{ version: number; updatedAt: Date; type: EventType | null; seq: number | null }>(watch, [
      questionId,
      ...viewerOf(actorOf(claims)),
      key,
    ]),
  )
  return row && { key, version: row.version, updatedAt: row.updatedAt, lastEvent: row.type, lastSeq: row.seq }
}
