import { setTimeout as pause } from 'node:timers/promises'
import { atRate } from './at-rate.ts'
import { openDesk } from './desk.ts'
import type { Order, Run } from './orders.ts'
import { questionText } from './question-text.ts'
import { Tally } from './tally.ts'
import { dataOf, refusalIn, requestBytes, Wires } from './wire.ts'

const connections = 128
/** Time in ms after which a question that no expert has heard of counts as lost. */
const longestMs = 60_000
let begun = 0

/** Asks at a steady rate, and ends when an expert has heard of each question. No expert answers. */
export async function runBurst({ target, senders, seconds, asks }: Extract<Order, { kind: 'burst' }>): Promise<Run> {
  const tally = new Tally()
  const wires = await Wires.open(target.ports, connections)
  const desk = await openDesk(target, senders, wires, tally)
  await atRate(asks, seconds, async () => {
    const n = begun++
    const from = performance.now()
    const userEmail = senders.askers[n % senders.askers.length]?.email
    const body = { text: questionText(n), userEmail }
    const asked = await wires.send(requestBytes('POST', '/questions', { token: senders.integrationToken, body }))
    if (asked.status !== 201) return tally.fail(`ask, ${refusalIn(asked)}`)
    tally.add('ask', performance.now() - from)
    const heard = desk.take(dataOf<{ uuid: string }>(asked).uuid, from).then((expert) => desk.finish(expert))
    const lost = pause(longestMs, 'lost', { ref: false })
    if ((await Promise.race([heard, lost])) === 'lost') tally.fail('ask, no expert heard of the question')
  })
  desk.close()
  wires.close()
  return tally.sum(seconds)
}
