import { Failures } from '../failures.ts'
import { type Run, runOf } from '../figures.ts'
import type { Order } from './orders.ts'
import { onWires, requestBytes } from './wire.ts'

/** Claims each question for its expert, as fast as the connections allow. */
export async function runClaims(order: Extract<Order, { kind: 'claims' }>): Promise<Run> {
  const { target, claims, connections } = order
  const rest = [...claims]
  const latencies: number[] = []
  const failures = new Failures()
  const took = await onWires(connections, target, async (wire) => {
    for (let claim = rest.pop(); claim; claim = rest.pop()) {
      const request = requestBytes(target, 'POST', `/questions/${claim.uuid}/claim`, { token: claim.token, body: {} })
      const sentAt = performance.now()
      const { status } = await wire.send(request)
      latencies.push(performance.now() - sentAt)
      if (status !== 200) failures.add(`status ${status}`)
    }
  })
  return runOf(latencies, took, failures, latencies.length - failures.total)
}
