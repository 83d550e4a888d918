import { randomUUID } from 'node:crypto'
import { type Run, runOf } from '../figures.ts'
import type { Order } from './orders.ts'
import { questionText } from './texts.ts'
import { openWire, requestBytes } from './wire.ts'

let asked = 0

/** Asks as fast as the connections allow: as an integration that names its users, each ask under an Idempotency-Key. */
export async function runAsks(order: Extract<Order, { kind: 'asks' }>): Promise<Run> {
  const { target, senders, seconds, connections } = order
  const wires = await Promise.all(Array.from({ length: connections }, () => openWire(target.port)))
  const latencies: number[] = []
  let errors = 0
  const began = performance.now()
  const endsAt = began + seconds * 1_000

  await Promise.all(
    wires.map(async (wire) => {
      while (performance.now() < endsAt) {
        const n = asked++
        const asker = senders.askers[n % senders.askers.length]
        const request = requestBytes(target, 'POST', '/questions', {
          token: senders.integrationToken,
          headers: [`idempotency-key: ${randomUUID()}`],
          body: { text: questionText(n), userEmail: asker?.email },
        })
        const sentAt = performance.now()
        const { status } = await wire.send(request)
        latencies.push(performance.now() - sentAt)
        if (status !== 201) errors++
      }
    }),
  )
  const took = (performance.now() - began) / 1_000
  for (const wire of wires) wire.close()
  return runOf(latencies, took, errors, latencies.length - errors)
}
