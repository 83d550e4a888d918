import type { Database } from '@askline/db'
import {
  giveUpQuarantined,
  mostQuarantinedTries,
  type QuarantinedQuestion,
  quarantineQuestions,
  releaseQuarantined,
  takeQuarantined,
} from '@askline/domain/routing/quarantine'
import type { Logger } from '@askline/runtime'
import type { Router } from '../routing/router.ts'
import { buildWakeSignal, type LoopDefinition } from './loop.ts'

/** Takes questions whose job came back from a dead worker. */
export type Quarantine = { add(questionIds: string[]): Promise<void> }

/**
 * Routes questions alone that a worker held when it died. A question that ends worker after worker goes to the agents; all others
 * are routed within moments. If a process dies while it routes one, others leave that question alone for `tryMs`.
 */
export function buildQuarantine(
  db: Database,
  router: Pick<Router, 'routeAlone'>,
  logger: Logger,
  tryMs: number,
): Quarantine & { loop: LoopDefinition } {
  const wakeSignal = buildWakeSignal()
  // This process outlived the try, so the question did not kill it, whatever its outcome.
  let survived: QuarantinedQuestion | undefined

  async function work(): Promise<number | undefined> {
    if (survived !== undefined) await releaseQuarantined(db, survived)
    survived = undefined
    const taken = await takeQuarantined(db, tryMs)
    if (!taken) return undefined
    const { questionId, tries } = taken
    if (tries > mostQuarantinedTries) {
      logger.error({ questionId, tries }, 'Every worker that routed this question died, so it is rerouted to agents')
      await giveUpQuarantined(db, taken)
      return 0
    }
    logger.info({ questionId, tries }, 'Routing a question alone, because its worker died')
    await router
      .routeAlone(questionId)
      .catch((err: unknown) => logger.warn({ err, questionId }, 'Routing a quarantined question failed'))
    survived = taken
    return 0
  }

  return {
    // Another process may have quarantined a question without waking this one.
    loop: { name: 'quarantine', everyMs: 5_000, wakeSignal, work },
    async add(questionIds) {
      await quarantineQuestions(db, questionIds)
      wakeSignal.wake()
    },
  }
}
