import { randomUUID } from 'node:crypto'
import { Failures } from '../failures.ts'
import { type Run, runOf } from '../figures.ts'
import type { Order } from './orders.ts'
import { questionText } from './question-text.ts'
import { onWires, requestBytes } from './wire.ts'

let asked = 0

/** Asks as fast as the connections allow, as an integration does: it names its users, and sends external id, metadata and key. */
export async function runAsks(order: Extract<Order, { kind: 'asks' }>): Promise<Run> {
  const { target, senders, seconds, connections } = order
  const latencies: number[] = []
  const failures = new Failures()
  const took = await onWires(connections, target, async (wire, began) => {
    while (performance.now() < began + seconds * 1_000) {
      const n = asked++
      const asker = senders.askers[n % senders.askers.length]
      const request = requestBytes(target, 'POST', '/questions', {
        token: senders.integrationToken,
        headers: [`idempotency-key: ${randomUUID()}`],
        body: {
          text: questionText(n),
          userEmail: asker?.email,
          externalId: randomUUID(),
          metadata: { order: n, plan: 'gold', page: '/checkout' },
        },
      })
      const sentAt = performance.now()
      const { status } = await wire.send(request)
      latencies.push(performance.now() - sentAt)
      if (status !== 201) failures.add(`status ${status}`)
    }
  })
  return runOf(latencies, took, failures, latencies.length - failures.total)
}
