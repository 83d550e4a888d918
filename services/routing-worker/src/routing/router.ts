import type { Database } from '@askline/db'
import type { EvidenceBook } from '../evidence/evidence-book.ts'
import { buildBatcher } from './batcher.ts'
import type { RouteOutcome } from './outcomes.ts'
import { buildAskWatch, buildIdleMeter, restAfter } from './pace.ts'
import { type RoutingAids, routeQuestions } from './route-questions.ts'

/** Questions of one batch: a few hundred offers in one transaction, done in some ten milliseconds. */
const batchSize = 128
/** While one batch waits for Postgres, the next is ranked. */
const lanes = 2
/** A company that is put out of memory between its load and its batch is loaded again, so often at most. */
const mostLoads = 3

/** A question that somebody else is moving is looked at again after so many ms; a transaction lasts 5 s at most. */
const pausesMs = [20, 50, 100, 200, 400, 800, 1_600, 3_200]

export type Router = {
  /** Takes no more rests between batches: the process wants to stop. */
  hurry(): void
  /**
   * Finds the next experts for a question and offers it to them; what it tells bears the id of the request that it comes from.
   * Rejects when that failed: to be tried again.
   */
  route(questionId: string, correlationId?: string): Promise<void>
  /** The same for a quarantined question: in no batch, so that it is alone to blame for what happens. */
  routeAlone(questionId: string): Promise<void>
}

/** Routes questions in batches. A company that is not in memory is loaded beside the batches: others do not wait for it. */
export function buildRouter(db: Database, book: EvidenceBook, aids: RoutingAids = {}): Router {
  const idleShare = buildIdleMeter()
  const asks = buildAskWatch()
  const correlations = new Map<string, string>()
  const batcher = buildBatcher<RouteOutcome>((ids) => routeQuestions(db, book, ids, { ...aids, correlations }), {
    size: batchSize,
    lanes,
    rest: (batch) => (asks.isAsking() ? restAfter(batch, idleShare()) : 0),
  })
  return {
    hurry: batcher.hurry,
    async route(questionId, correlationId) {
      asks.note(questionId)
      if (correlationId !== undefined) correlations.set(questionId, correlationId)
      try {
        await untilDone(() => batcher.add(questionId))
      } finally {
        correlations.delete(questionId)
      }
    },
    async routeAlone(questionId) {
      await untilDone(async () => {
        const outcome = (await routeQuestions(db, book, [questionId], { ...aids, isQuarantine: true })).get(questionId)
        if (outcome instanceof Error) throw outcome
        return outcome ?? { kind: 'done' }
      })
    },
  }

  async function untilDone(turn: () => Promise<RouteOutcome>): Promise<void> {
    const pauses = pausesMs.values()
    for (let loadsLeft = mostLoads; loadsLeft >= 0; ) {
      const outcome = await turn()
      if (outcome.kind === 'done') return
      if (outcome.kind === 'unread') {
        loadsLeft--
        await book.load(outcome.companyId)
        continue
      }
      const pause = pauses.next().value
      if (pause === undefined) throw new Error('Somebody keeps the question locked')
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    throw new Error('The company does not stay in memory')
  }
}
