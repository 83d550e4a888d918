import { type Database, inSystem, openCoalescer } from '@askline/db'
import { erasePerson } from '@askline/domain/privacy/forget-erase'
import { returnWorkOfAbsent } from '@askline/domain/questions/withdraw-offers'
import { findBacklog } from '@askline/domain/routing/routable'
import type { Handlers } from '@askline/runtime/queues'
import type { Quarantine } from './loops/quarantine.ts'
import type { Router } from './routing/router.ts'

/** Questions of a backlog that one drain routes at most, oldest first. Later ones wait for their own wave. */
const maxDrained = 200
const maxCompanies = 4

/**
 * Handles the jobs of the routing queue. Jobs are idempotent: a duplicate, late or obsolete job reads the row and has no effect.
 * `wakeClock` starts the next turn of the clock advancer.
 */
export function routingHandlers(
  db: Database,
  router: Pick<Router, 'route'>,
  quarantine: Quarantine,
  wakeClock: () => void = () => undefined,
): Handlers<'routing'> {
  // Experts who become available together cause one drain of their company.
  const drains = openCoalescer(
    (companyIds: string[]) => Promise.all(companyIds.map((id) => drainBacklog(db, router, id))),
    { maxBatch: maxCompanies, keyOf: (companyId) => companyId },
  )
  return {
    async 'route-question'({ questionId, ...origin }, { comebacks }) {
      if (comebacks > 0) await quarantine.add([questionId])
      else await router.route(questionId, origin)
    },

    async 'drain-backlog'({ companyId }, { comebacks }) {
      if (comebacks > 0) await quarantine.add(await inSystem(db, (tx) => findBacklog(tx, companyId, maxDrained)))
      else await drains.add(companyId)
    },

    async 'withdraw-offers'({ companyId, expertId }) {
      await returnWorkOfAbsent(db, companyId, expertId)
    },

    async 'forget-person'({ requestId }) {
      await erasePerson(db, requestId)
    },

    async 'advance-clock'() {
      wakeClock()
    },
  }
}

/** Routes the oldest questions of a company's backlog. Returns the first error, which fails only this company's drain. */
async function drainBacklog(
  db: Database,
  router: Pick<Router, 'route'>,
  companyId: string,
): Promise<undefined | Error> {
  try {
    const questionIds = await inSystem(db, (tx) => findBacklog(tx, companyId, maxDrained))
    const results = await Promise.allSettled(questionIds.map((id) => router.route(id)))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
