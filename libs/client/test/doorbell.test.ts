import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { openDoorbell } from '../src/watch/doorbell.ts'

const patient = { timeout: 10_000, interval: 5 }

/**
 * Starts a server of sockets. `connects` lists the tokens of its clients in the order in which they learned that they are connected,
 * and `opened` the times of all connections.
 */
async function openServer() {
  const http = createServer()
  const io = new Server(http)
  const sockets = new Map<string, Socket>()
  const connects: string[] = []
  const opened: number[] = []
  let isRefusing = false
  io.engine.on('connection', (connection: Socket['conn']) => {
    opened.push(performance.now())
    if (isRefusing) connection.close()
  })
  io.of('/v1').on('connection', (socket) => {
    const token: string = socket.handshake.auth['token']
    sockets.set(token, socket)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void io.close())
  const { port } = http.address() as AddressInfo
  function connect(token: string) {
    const doorbell = openDoorbell(`http://127.0.0.1:${port}`, { current: async () => token, renew: async () => token })
    doorbell.listenToInbox(() => connects.push(token))
    onTestFinished(() => doorbell.close())
  }
  /** Closes a connection as a notifier does that stops. */
  const close = (token: string) => sockets.get(token)?.conn.close()
  /** Ends a connection as the crash of a notifier does. */
  const breakOff = (token: string) => sockets.get(token)?.request.socket.destroy()
  /** Closes every further connection before its socket is admitted. */
  const refuseAll = () => {
    isRefusing = true
  }
  return { connects, opened, connect, close, breakOff, refuseAll }
}

/** Makes the clock of the client jump ahead. */
function letTimePass(ms: number) {
  const clock = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + ms)
}

/** Makes each random delay the longest: 1.5 times the delay of the client. */
const lengthenDelays = () => vi.spyOn(Math, 'random').mockReturnValue(0.99)

afterEach(() => vi.restoreAllMocks())

test('a socket reconnects at once if the server closed its connection, and after a random delay if it broke', async () => {
  lengthenDelays()
  const { connects, connect, close, breakOff } = await openServer()
  for (const token of ['broken', 'closed']) connect(token)
  await vi.waitFor(() => expect(connects).toHaveLength(2), patient)
  letTimePass(2_000)

  const brokeAt = performance.now()
  breakOff('broken')
  close('closed')

  await vi.waitFor(() => expect(connects).toHaveLength(4), patient)
  expect(connects.slice(2)).toEqual(['closed', 'broken'])
  expect(performance.now() - brokeAt).toBeGreaterThan(700)
})

test('a socket does not reconnect at once if its connection was closed within a second', async () => {
  lengthenDelays()
  const { connects, connect, close } = await openServer()
  connect('a')
  await vi.waitFor(() => expect(connects).toHaveLength(1), patient)

  close('a')
  const closedAt = performance.now()

  await vi.waitFor(() => expect(connects).toHaveLength(2), patient)
  expect(performance.now() - closedAt).toBeGreaterThan(700)
})

test('the delay of a reconnect at once is not that of a later one', async () => {
  lengthenDelays()
  const { connects, connect, close, breakOff } = await openServer()
  connect('a')
  await vi.waitFor(() => expect(connects).toHaveLength(1), patient)
  letTimePass(2_000)
  close('a')
  await vi.waitFor(() => expect(connects).toHaveLength(2), patient)

  const brokeAt = performance.now()
  breakOff('a')

  await vi.waitFor(() => expect(connects).toHaveLength(3), patient)
  expect(performance.now() - brokeAt).toBeGreaterThan(700)
})

test('a server that closes each connection before it admits the socket is not asked again at once', async () => {
  lengthenDelays()
  const { connects, opened, connect, close, refuseAll } = await openServer()
  connect('a')
  await vi.waitFor(() => expect(connects).toHaveLength(1), patient)
  letTimePass(2_000)

  refuseAll()
  close('a')

  await vi.waitFor(() => expect(opened).toHaveLength(3), patient)
  expect((opened[2] ?? 0) - (opened[1] ?? 0)).toBeGreaterThan(700)
})
