import { type Run, runOf } from '../figures.ts'
import type { Order } from './orders.ts'
import { openWire, requestBytes } from './wire.ts'

/** Claims each question for the expert named, as fast as the connections allow. */
export async function runClaims(order: Extract<Order, { kind: 'claims' }>): Promise<Run> {
  const { target, claims, connections } = order
  const wires = await Promise.all(Array.from({ length: connections }, () => openWire(target.port)))
  const rest = [...claims]
  const latencies: number[] = []
  let errors = 0
  const began = performance.now()
  await Promise.all(
    wires.map(async (wire) => {
      for (let claim = rest.pop(); claim; claim = rest.pop()) {
        const request = requestBytes(target, 'POST', `/questions/${claim.uuid}/claim`, { token: claim.token, body: {} })
        const sentAt = performance.now()
        const { status } = await wire.send(request)
        latencies.push(performance.now() - sentAt)
        if (status !== 200) errors++
      }
    }),
  )
  const took = (performance.now() - began) / 1_000
  for (const wire of wires) wire.close()
  return runOf(latencies, took, errors, latencies.length - errors)
}
