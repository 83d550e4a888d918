import { io, type Socket } from 'socket.io-client'
import { Failures } from '../failures.ts'
import { type Run, runOf } from '../figures.ts'
import type { Order } from './orders.ts'

/** Connections that are being opened at any moment. */
const opening = 100
/** Time in ms after which a connection that is still missing counts as an error. */
const patienceMs = 120_000

/** Connections of this process that last until `disperse`. */
let crowd: Socket[] = []
let isGone: Promise<void> = Promise.resolve()

/** Opens `count` connections, each of which watches one of the questions. The latencies are those of connecting and subscribing. */
export async function gatherCrowd({
  target,
  senders,
  questions,
  count,
}: Extract<Order, { kind: 'gather' }>): Promise<Run> {
  const began = performance.now()
  const latencies: number[] = []
  const failures = new Failures()
  let next = 0
  const openOneAfterTheOther = async () => {
    for (let n = next++; n < count; n = next++) {
      const question = questions[n % questions.length]
      const token = senders.askers[question?.asker ?? 0]?.token
      const from = performance.now()
      const socket = io(`http://127.0.0.1:${target.socketPort}/v1`, {
        auth: { token },
        transports: ['websocket'],
        forceNew: true,
      })
      crowd.push(socket)
      socket.on('connect', () => socket.emit('subscribe', { questionUuid: question?.uuid }, () => undefined))
      if (await isConnected(socket)) latencies.push(performance.now() - from)
      else failures.add('no connection')
    }
  }
  await Promise.all(Array.from({ length: opening }, openOneAfterTheOther))
  return runOf(latencies, (performance.now() - began) / 1_000, failures)
}

/** Notices in the background when the first connection is lost. `awaitCrowd` continues from there. */
export async function watchCrowd(): Promise<Run> {
  isGone = new Promise((resolve) => {
    for (const socket of crowd) socket.once('disconnect', () => resolve())
  })
  return runOf([], 1)
}

/** Waits until a connection is lost, and then until all are connected again. The latencies are the ms from that loss. */
export async function awaitCrowd(): Promise<Run> {
  await isGone
  const from = performance.now()
  const failures = new Failures()
  const latencies: number[] = []
  await Promise.all(
    crowd.map(async (socket) => {
      if (await isConnected(socket)) latencies.push(performance.now() - from)
      else failures.add('no connection')
    }),
  )
  return runOf(latencies, (performance.now() - from) / 1_000, failures)
}

/** Closes all connections. */
export async function disperseCrowd(): Promise<Run> {
  for (const socket of crowd) socket.disconnect()
  crowd = []
  return runOf([], 1)
}

function isConnected(socket: Socket): Promise<boolean> {
  if (socket.connected) return Promise.resolve(true)
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), patienceMs)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
