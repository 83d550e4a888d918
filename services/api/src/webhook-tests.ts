import { setTimeout as pause } from 'node:timers/promises'
import { limits, type WebhookTestView } from '@askline/contracts'
import { type Database, inCompany } from '@askline/db'
import { dropTest, findTestResult, requestTest } from '@askline/domain/webhooks/deliveries'
import type { WebhookOwner } from '@askline/domain/webhooks/endpoints'

/** ms of a request that are reserved for everything but the wait. */
const restMs = 1_500
/** Poll interval in ms. No connection to Postgres is held meanwhile. */
const pollMs = 200

export type WebhookTests = {
  /** Lets the courier send a test and returns the receiver's answer. Throws NotFoundError. */
  send(companyId: string, owner: WebhookOwner, endpointId: string): Promise<WebhookTestView>
}

const silent = { status: null, fault: 'courier_silent', durationMs: null, answer: null }

/** Opens the way to the courier, which alone may send to receivers. Request and answer are rows in Postgres. */
export function openWebhookTests(db: Database, waitMs: number = limits.requestMs - restMs): WebhookTests {
  return {
    async send(companyId, owner, endpointId) {
      const testId = await inCompany(db, companyId, (tx) => requestTest(tx, owner, endpointId))
      const until = performance.now() + waitMs
      try {
        while (performance.now() < until) {
          const result = await inCompany(db, companyId, (tx) => findTestResult(tx, testId))
          if (result) return { uuid: endpointId, ...result }
          await pause(pollMs)
        }
        return { uuid: endpointId, ...silent }
      } finally {
        await inCompany(db, companyId, (tx) => dropTest(tx, testId))
      }
    },
  }
}
