import { percentile, type Run, runOf } from '../figures.ts'
import type { Order } from './orders.ts'
import { onWires, requestBytes } from './wire.ts'

/** Sends each request once, and counts answers of 400 and more as errors, in `refused` by operation and status. Returns the p50 and p99 in ms of each operation. */
export async function runRequests(
  order: Extract<Order, { kind: 'requests' }>,
): Promise<
  Run & { operations: Record<string, { p50: number; p99: number; count: number }>; refused: Record<string, number> }
> {
  const { target, connections, requests } = order
  const latencies: Record<string, number[]> = {}
  const refused: Record<string, number> = {}
  let next = 0
  const took = await onWires(connections, target, async (wire) => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const { operation, path, token } = request
      const bytes = requestBytes(target, 'GET', path, { token })
      const sentAt = performance.now()
      const { status } = await wire.send(bytes)
      latencies[operation] ??= []
      latencies[operation].push(performance.now() - sentAt)
      if (status >= 400) refused[`${operation}, ${status}`] = (refused[`${operation}, ${status}`] ?? 0) + 1
    }
  })
  const operations = Object.fromEntries(
    Object.entries(latencies).map(([operation, values]) => [
      operation,
      { p50: percentile(values, 0.5), p99: percentile(values, 0.99), count: values.length },
    ]),
  )
  const errors = Object.values(refused).reduce((sum, count) => sum + count, 0)
  return { ...runOf(Object.values(latencies).flat(), took, errors), operations, refused }
}
