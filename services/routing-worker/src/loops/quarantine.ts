import type { Database } from '@askline/db'
import {
  giveUpQuarantined,
  mostQuarantinedTries,
  quarantineQuestions,
  releaseQuarantined,
  takeQuarantined,
} from '@askline/domain'
import type { Logger } from '@askline/runtime'
import type { Quarantine } from '../handlers.ts'
import type { Router } from '../routing/router.ts'
import { type Loop, startLoop } from './loop.ts'

/** Between looks for questions that another process put here, in ms. */
const pauseMs = 1_000

/**
 * Routes questions alone that were in the hands of a worker when it died. One that ends its workers again and again goes to the
 * agents; the others are routed within moments. A process that dies of one leaves it untouched for `tryMs`.
 */
export function startQuarantine(
  db: Database,
  router: Pick<Router, 'routeAlone'>,
  logger: Logger,
  tryMs: number,
): Loop & Quarantine {
  // What this process lived through: whatever came of it, it did not kill.
  let lived: string | undefined

  async function turn(): Promise<number> {
    if (lived !== undefined) await releaseQuarantined(db, lived)
    lived = undefined
    const taken = await takeQuarantined(db, tryMs)
    if (!taken) return pauseMs
    const { questionId, tries } = taken
    if (tries > mostQuarantinedTries) {
      logger.error({ questionId, tries }, 'Routing a question ended one worker after the other: agents get it')
      await giveUpQuarantined(db, taken)
      return 0
    }
    logger.info({ questionId, tries }, 'A question is routed alone: its worker died')
    await router
      .routeAlone(questionId)
      .catch((err: unknown) => logger.warn({ err, questionId }, 'A quarantined question could not be routed yet'))
    lived = questionId
    return 0
  }

  const loop = startLoop(turn, {
    onError(err, failures) {
      if (failures === 1) logger.warn({ err, loop: 'quarantine' }, 'A loop failed and will be tried again')
    },
  })
  return {
    ...loop,
    async add(questionIds) {
      await quarantineQuestions(db, questionIds)
      loop.wake()
    },
  }
}
