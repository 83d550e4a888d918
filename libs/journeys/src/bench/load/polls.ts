import { type Run, runOf } from '../figures.ts'
import type { Order } from './orders.ts'
import { onWires, requestBytes } from './wire.ts'

/** Polls unchanged questions, each with its asker's token. Any status but 304 is an error. */
export async function runPolls(order: Extract<Order, { kind: 'polls' }>): Promise<Run> {
  const { target, senders, seconds, connections, questions } = order
  const requests = questions.map(({ uuid, lastUpdated, asker }) =>
    requestBytes(target, 'GET', `/questions/${uuid}?lastChecked=${lastUpdated}`, {
      token: senders.askers[asker]?.token,
    }),
  )
  const latencies: number[] = []
  let errors = 0
  let next = 0
  const took = await onWires(connections, target, async (wire, began) => {
    for (;;) {
      const sentAt = performance.now()
      if (sentAt >= began + seconds * 1_000) return
      const request = requests[next++ % requests.length]
      if (!request) return
      const { status } = await wire.send(request)
      latencies.push(performance.now() - sentAt)
      if (status !== 304) errors++
    }
  })
  return runOf(latencies, took, errors, latencies.length - errors)
}
