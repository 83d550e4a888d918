import { type Database, inSystem } from '@askline/db'
import { erasePerson, findBacklog } from '@askline/domain'
import type { Handlers } from '@askline/runtime'
import { buildBatcher } from './routing/batcher.ts'
import type { Router } from './routing/router.ts'

/** Where questions go that were in the hands of a worker when it died. */
export type Quarantine = { add(questionIds: string[]): Promise<void> }

/** Questions a drained backlog offers anew, at most, oldest first. Those behind them wait for their own wave. */
const drained = 200
const companiesAtOnce = 4

/**
 * Every job of this service. Run twice, late, or for something that is gone, each looks at the row and does nothing. `wakeClock`
 * lets whoever moves the clocks of sandboxes look at once.
 */
export function routingHandlers(
  db: Database,
  router: Pick<Router, 'route'>,
  quarantine: Quarantine,
  wakeClock: () => void = () => undefined,
): Handlers<'routing'> {
  // Experts who come back together cause one drain of their company, not one each.
  const drains = buildBatcher<'done'>(
    async (companyIds) =>
      new Map(await Promise.all(companyIds.map(async (id) => [id, await drainBacklog(db, router, id)] as const))),
    { size: companiesAtOnce },
  )
  return {
    async 'route-question'({ questionId, correlationId }, { comebacks }) {
      if (comebacks > 0) await quarantine.add([questionId])
      else await router.route(questionId, correlationId)
    },

    async 'drain-backlog'({ companyId }, { comebacks }) {
      if (comebacks > 0) await quarantine.add(await inSystem(db, (tx) => findBacklog(tx, companyId, drained)))
      else await drains.add(companyId)
    },

    async 'forget-person'({ requestId }) {
      await erasePerson(db, requestId)
    },

    async 'advance-clock'() {
      wakeClock()
    },
  }
}

async function drainBacklog(db: Database, router: Pick<Router, 'route'>, companyId: string): Promise<'done' | Error> {
  try {
    const questionIds = await inSystem(db, (tx) => findBacklog(tx, companyId, drained))
    const results = await Promise.allSettled(questionIds.map((id) => router.route(id)))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return 'done'
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
