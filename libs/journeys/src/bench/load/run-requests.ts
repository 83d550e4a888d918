import { Failures } from '../failures.ts'
import { percentile, type Run, runOf } from '../figures.ts'
import type { Order } from './orders.ts'
import { onWires, requestBytes } from './wire.ts'

/** Sends each request once, and counts answers of 400 and more as errors, by operation and status. Returns the p50 and p99 in ms of each operation. */
export async function runRequests(
  order: Extract<Order, { kind: 'requests' }>,
): Promise<Run & { operations: Record<string, { p50: number; p99: number; count: number }> }> {
  const { target, connections, requests } = order
  const latencies: Record<string, number[]> = {}
  const failures = new Failures()
  let next = 0
  const took = await onWires(connections, target, async (wire) => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const { operation, path, token } = request
      const bytes = requestBytes(target, 'GET', path, { token })
      const sentAt = performance.now()
      const { status } = await wire.send(bytes)
      latencies[operation] ??= []
      latencies[operation].push(performance.now() - sentAt)
      if (status >= 400) failures.add(`${operation}, status ${status}`)
    }
  })
  const operations = Object.fromEntries(
    Object.entries(latencies).map(([operation, values]) => [
      operation,
      { p50: percentile(values, 0.5), p99: percentile(values, 0.99), count: values.length },
    ]),
  )
  return { ...runOf(Object.values(latencies).flat(), took, failures), operations }
}
