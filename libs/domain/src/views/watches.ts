import { audienceKey, type EventType, type TokenClaims } from '@askline/contracts'
import {
  type Coalescer,
  type Database,
  inCompany,
  isConnectionLoss,
  isTimeout,
  openCoalescer,
  questionEvents,
  questions,
  statement,
  types,
} from '@askline/db'
import type { Actor } from '../actors.ts'
import { mayView, viewerOf } from './may-view.ts'

export type Watch = {
  key: string
  version: number
  updatedAt: Date
  lastEvent: EventType | null
  lastSeq: number | null
  /** The correlation id of the last event; null if no request caused it. */
  correlationId: string | null
}

export type Watches = {
  /**
   * Returns the audience key under which the holder of `claims` may watch a question. Also returns the version and the newest event
   * that they may know, with its seq. Returns `undefined` if they may not GET the question.
   */
  find(claims: TokenClaims, questionId: string): Promise<Watch | undefined>
}

type Wish = { claims: TokenClaims; questionId: string }

/** Questions of one query. It takes a few ms. */
const maxBatch = 100
/** Time for which requests are collected, in ms. A socket may send only ten a second, so it hardly notices. */
const collectMs = 10

/**
 * Finds what sockets need to subscribe. The requests of a company that come while a query runs share the next one, because thousands
 * of sockets subscribe when a notifier has restarted.
 */
export function openWatches(db: Database): Watches {
  const companies = new Map<string, Coalescer<Wish, Watch | undefined>>()
  const openCompany = (companyId: string) =>
    openCoalescer<Wish, Watch | undefined>((wishes) => findEach(db, companyId, wishes), { maxBatch, collectMs })
  return {
    find(claims, questionId) {
      const company = companies.get(claims.cid) ?? openCompany(claims.cid)
      companies.set(claims.cid, company)
      return company.add({ claims, questionId }).finally(() => {
        if (company.waiting + company.inFlight === 0) companies.delete(claims.cid)
      })
    },
  }
}

/**
 * Asks for each wish alone if the query of all fails, because the data of one may be the reason. A query that took too long fails for
 * all, because one after the other would take longer still.
 */
async function findEach(db: Database, companyId: string, wishes: Wish[]): Promise<(Watch | undefined | Error)[]> {
  try {
    return await findAll(db, companyId, wishes)
  } catch (error) {
    if (wishes.length === 1 || isConnectionLoss(error) || isTimeout(error)) throw error
    const found: (Watch | undefined | Error)[] = []
    for (const wish of wishes) {
      found.push(
        await findAll(db, companyId, [wish]).then(
          ([one]) => one,
          (fault: Error) => fault,
        ),
      )
    }
    return found
  }
}

const watch = statement({
  name: 'watch-questions',
  params: [
    types.array(types.uuid),
    types.array(types.text),
    types.array(types.nullable(types.uuid)),
    types.array(types.text),
    types.array(types.nullable(types.text)),
  ],
  row: {
    n: types.int,
    version: questions.version,
    updatedAt: questions.updatedAt,
    lastEvent: types.nullable(questionEvents.type),
    lastSeq: types.nullable(questionEvents.seq),
    correlationId: questionEvents.correlationId,
  },
  text: `select w.n, q.version, q.updated_at as "updatedAt", e.type as "lastEvent", e.seq as "lastSeq", e.correlation_id as "correlationId"
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[]) with ordinality
      as w (question_id, kind, viewer_id, key, key_of_experts, n)
    join questions q on q.id = w.question_id and q.company_id = $company and ${mayView('w.kind', 'w.viewer_id')}
    left join lateral (
      select type, seq, correlation_id from question_events
      where question_id = q.id and company_id = $company and audience && array[w.key, w.key_of_experts] order by seq desc limit 1
    ) e on true`,
})

async function findAll(db: Database, companyId: string, wishes: Wish[]): Promise<(Watch | undefined)[]> {
  const viewers = wishes.map(({ claims }) => viewerOf(actorOf(claims)))
  const keys = wishes.map(({ claims }) => audienceKeyOf(claims))
  const rows = await inCompany(db, companyId, (tx) =>
    tx.query(watch, [
      wishes.map(({ questionId }) => questionId),
      viewers.map(([kind]) => kind),
      viewers.map(([, id]) => id),
      keys,
      wishes.map(({ claims }) => (claims.kind === 'expert' ? audienceKey.experts(companyId) : null)),
    ]),
  )
  const found = new Map(rows.map(({ n, ...row }) => [n, row]))
  return keys.map((key, index) => {
    const row = found.get(index + 1)
    return row && { key, ...row }
  })
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
