import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Failures } from '../failures.ts'
import { type Run, runOf } from '../figures.ts'
import type { Order, Sample } from './orders.ts'
import { questionText } from './question-text.ts'
import { openWire, requestBytes } from './wire.ts'

const standardConnections = 64
let asked = 0

/** Asks at a steady rate, without waiting for answers. The wait for a free connection counts as latency. */
export async function runSteadily(order: Extract<Order, { kind: 'steady' }>): Promise<Run & { samples: Sample[] }> {
  const { target, senders, seconds, perSecond, connections = standardConnections, texts } = order
  const free = await Promise.all(Array.from({ length: connections }, () => openWire(target.port)))
  const wires = [...free]
  const waiting: (() => void)[] = []
  const samples: Sample[] = []
  const underway: Promise<void>[] = []
  const failures = new Failures()
  const began = performance.now()
  const ask = async () => {
    const at = performance.now()
    if (free.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    const wire = free.pop()
    if (!wire) throw new Error('No connection is free')
    const n = asked++
    const { status } = await wire.send(
      requestBytes(target, 'POST', '/questions', {
        token: senders.integrationToken,
        headers: [`idempotency-key: ${randomUUID()}`],
        body: {
          text: texts?.[n % texts.length] ?? questionText(n),
          userEmail: senders.askers[n % senders.askers.length]?.email,
        },
      }),
    )
    samples.push({ at: performance.timeOrigin + at, ms: performance.now() - at })
    if (status !== 201) failures.add(`status ${status}`)
    free.push(wire)
    waiting.shift()?.()
  }
  for (let n = 0; n < seconds * perSecond; n++) {
    const wait = began + (n * 1_000) / perSecond - performance.now()
    if (wait > 1) await pause(wait)
    underway.push(ask())
  }
  await Promise.all(underway)
  for (const wire of wires) wire.close()
  const latencies = samples.map(({ ms }) => ms)
  return { ...runOf(latencies, seconds, failures), samples }
}
