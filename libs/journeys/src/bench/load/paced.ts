import type { Socket } from 'socket.io-client'
import { atRate } from './at-rate.ts'
import { converse, type Setting } from './conversations.ts'
import { openDesk, openSocket, subscribe } from './desk.ts'
import type { Order, Run } from './orders.ts'
import { questionText } from './question-text.ts'
import { Tally } from './tally.ts'
import { dataOf, refusalIn, requestBytes, type WireAnswer, Wires } from './wire.ts'

const connections = 128
/** Questions that are polled and watched. */
const watched = 200
/** Sockets that are opened at the same time. */
const opening = 100

type Scene = Setting & { questions: Watched[]; port: number | undefined; close(): void }
type Watched = Awaited<ReturnType<typeof prepare>>

/** The open sockets and connections. Consecutive runs against the same version share them. */
let scene: Scene | undefined

/** Starts conversations and polls at steady rates, while sockets watch other questions. Ends when all of them have ended. */
export async function runPaced(order: Extract<Order, { kind: 'paced' }>): Promise<Run> {
  if (scene?.port !== order.target.ports[0]) {
    scene?.close()
    scene = undefined
  }
  scene ??= await openScene(order)
  const setting = scene
  const { tally, questions, wires } = setting
  const poll = async (n: number) => {
    const from = performance.now()
    const question = questions[n % watched]
    const answer = await wires.send(question?.poll ?? Buffer.of())
    tally.add('poll', performance.now() - from)
    if (question && answer.status === 200) question.poll = nextPoll(question, answer)
    else if (answer.status !== 304) tally.fail(`poll, ${refusalIn(answer)}`)
  }
  tally.clear()
  await Promise.all([
    atRate(order.conversations, order.seconds, () => converse(setting, true)),
    atRate(order.polls, order.seconds, poll),
  ])
  return tally.sum(order.seconds)
}

async function openScene({ target, senders, sockets }: Extract<Order, { kind: 'paced' }>): Promise<Scene> {
  const tally = new Tally()
  const wires = await Wires.open(target.ports, connections)
  const setting: Setting = { desk: await openDesk(target, senders, wires, tally), wires, tally, senders }
  const questions: Watched[] = []
  while (questions.length < watched) questions.push(await prepare(setting, questions.length))
  const watching: Socket[] = []
  const watch = async (n: number) => {
    const { uuid = '', token = '' } = questions[n % watched] ?? {}
    const socket = await openSocket(target, token, n)
    await subscribe(socket, uuid)
    socket.on('connect', () => subscribe(socket, uuid))
    watching.push(socket)
  }
  while (watching.length < sockets)
    await Promise.all(Array.from({ length: opening }, (_, i) => watch(watching.length + i)))
  return {
    ...setting,
    questions,
    port: target.ports[0],
    close() {
      for (const socket of watching) socket.disconnect()
      setting.desk.close()
      wires.close()
    },
  }
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
