import { setTimeout as pause } from 'node:timers/promises'
import { converse, type Setting } from './conversations.ts'
import { openDesk, openSocket } from './desk.ts'
import type { Order, Run } from './orders.ts'
import { questionText } from './question-text.ts'
import { Tally } from './tally.ts'
import { dataOf, requestBytes, type WireAnswer, Wires } from './wire.ts'

const connections = 128
/** Questions that are polled and watched. */
const watched = 200
/** Sockets that are opened at the same time. */
const opening = 100

/** Starts conversations and polls at steady rates, while sockets watch other questions. Warms up for half the time. */
export async function runPaced(order: Extract<Order, { kind: 'paced' }>): Promise<Run> {
  const { target, senders, seconds } = order
  const tally = new Tally()
  const wires = await Wires.open(target.port, connections)
  const setting: Setting = { desk: await openDesk(target, senders, tally), wires, tally, senders }
  const questions: Awaited<ReturnType<typeof prepare>>[] = []
  while (questions.length < watched) questions.push(await prepare(setting, questions.length))
  const sockets = []
  for (let n = 0; n < order.sockets; n += opening) {
    const some = Array.from({ length: Math.min(opening, order.sockets - n) }, async (_, i) => {
      const question = questions[(n + i) % watched]
      const socket = await openSocket(target, question?.token ?? '')
      await socket.emitWithAck('subscribe', { questionUuid: question?.uuid })
      return socket
    })
    sockets.push(...(await Promise.all(some)))
  }
  const poll = async (n: number) => {
    const from = performance.now()
    const question = questions[n % watched]
    const answer = await wires.send(question?.poll ?? Buffer.of())
    tally.add('poll', performance.now() - from)
    if (question && answer.status === 200) question.poll = nextPoll(question, answer)
    else if (answer.status !== 304) tally.fail(`poll, status ${answer.status}`)
  }
  for (const isWarm of [false, true]) {
    tally.clear()
    const length = isWarm ? seconds : seconds / 2
    await Promise.all([
      atRate(order.conversations, length, () => converse(setting, true)),
      atRate(order.polls, length, poll),
    ])
  }
  for (const socket of sockets) socket.disconnect()
  setting.desk.close()
  wires.close()
  return tally.sum(seconds)
}

/** Asks a question that nobody answers, and returns it with its next poll. */
async function prepare({ wires, senders, desk }: Setting, n: number) {
  const { token = '' } = senders.askers[n % senders.askers.length] ?? {}
  const asked = await wires.send(requestBytes('POST', '/questions', { token, body: { text: questionText(n) } }))
  if (asked.status !== 201) throw new Error(`A question was refused with status ${asked.status}`)
  const { uuid } = dataOf<{ uuid: string }>(asked)
  desk.finish(await desk.take(uuid, performance.now()))
  const question = { uuid, token }
  return { ...question, poll: nextPoll(question, asked) }
}

/** Returns the poll that finds no change until the question is newer than in `answer`. */
function nextPoll({ uuid, token }: { uuid: string; token: string }, answer: WireAnswer): Buffer {
  const { lastUpdated } = dataOf<{ lastUpdated: string }>(answer)
  return requestBytes('GET', `/questions/${uuid}?lastChecked=${lastUpdated}`, { token })
}

/** Starts `work` so many times a second, without waiting for earlier ones, and waits for all at the end. */
async function atRate(perSecond: number, seconds: number, work: (n: number) => Promise<void>): Promise<void> {
  const began = performance.now()
  const underway: Promise<void>[] = []
  for (let n = 0; n < seconds * perSecond; n++) {
    const wait = began + (n * 1_000) / perSecond - performance.now()
    if (wait > 1) await pause(wait)
    underway.push(work(n))
  }
  await Promise.all(underway)
}
