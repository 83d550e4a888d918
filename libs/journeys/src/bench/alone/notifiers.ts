import { askQuestions } from '../prepare.ts'
import { drained } from '../workloads.ts'
import { type Measurement, ms, type Setting } from './measurement.ts'

const watched = 100
const perSecond = 100

/** Measures the time from the write to the socket with two notifiers that share the listeners. */
export async function measureNotifiers({ ours, load, share, say }: Setting): Promise<Measurement> {
  const { target, senders } = ours
  const questions = await askQuestions(ours, watched)
  await drained(ours, new Date(0))
  const measure = (socketPorts: number[]) =>
    load.run({ kind: 'changes', perSecond, questions, socketPorts, target, senders, seconds: 5 * share })
  await measure([target.socketPort])
  const one = await measure([target.socketPort])
  const { port, copy } = await ours.add('notifier')
  await measure([target.socketPort, port])
  const two = await measure([target.socketPort, port])
  await copy.stop()
  const lost = (one.lost ?? 0) + (two.lost ?? 0)
  say(
    `two notifiers: p50 ${ms(two.p50)}, p99 ${ms(two.p99)}, lost ${two.lost}; one: p50 ${ms(one.p50)}, p99 ${ms(one.p99)}, lost ${one.lost}`,
  )
  return {
    figures: { 'p50, ms': two.p50, 'p99, ms': two.p99, 'p99 with one, ms': one.p99, lost },
    verdicts: [
      { what: 'write to socket, two notifiers, p99', wanted: '< 45 ms', got: ms(two.p99), isMet: two.p99 < 45 },
      { what: 'events lost', wanted: '0', got: String(lost), isMet: lost === 0 },
    ],
  }
}
