import { connect, type Socket } from 'node:net'

export type WireAnswer = { status: number; body: Buffer }

/** One keep-alive connection with one request at a time. It costs a tenth of an HTTP client library. */
export type Wire = { send(request: Buffer): Promise<WireAnswer>; close(): void }

const endOfHead = Buffer.from('\r\n\r\n')

/** Connects to a server on this machine. Reads answers with `content-length` and answers without a body. */
export async function openWire(port: number): Promise<Wire> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let received: Buffer = Buffer.alloc(0)
  let waiting: { resolve(answer: WireAnswer): void; reject(error: Error): void } | undefined
  let needed = 0
  let bodyAt = 0
  let status = 0

  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    if (needed === 0) {
      const end = received.indexOf(endOfHead)
      if (end < 0) return
      const head = received.toString('latin1', 0, end)
      status = Number(head.slice(9, 12))
      bodyAt = end + endOfHead.length
      const length = /\r\ncontent-length: (\d+)/i.exec(head)
      needed = bodyAt + (status === 304 || !length ? 0 : Number(length[1]))
    }
    if (received.length < needed) return
    const body = received.subarray(bodyAt, needed)
    received = received.subarray(needed)
    needed = 0
    const told = waiting
    waiting = undefined
    told?.resolve({ status, body })
  })
  const fail = (error: Error) => {
    waiting?.reject(error)
    waiting = undefined
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection')))

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** Runs work on many connections at once, and returns the seconds until the last one finished. Each receives the start time. */
export async function onWires(
  count: number,
  { port }: Target,
  work: (wire: Wire, began: number) => Promise<void>,
): Promise<number> {
  const wires = await Promise.all(Array.from({ length: count }, () => openWire(port)))
  const began = performance.now()
  await Promise.all(wires.map((wire) => work(wire, began)))
  const took = (performance.now() - began) / 1_000
  for (const wire of wires) wire.close()
  return took
}

/** The target of requests, and the headers that identify each sender. */
export type Target = {
  name: 'ours' | 'bare'
  port: number
  socketPort: number
  /** Prefix of all paths: `/v1` or empty. */
  base: string
}

/** Returns the bytes of a request. `headers` are complete lines. */
export function requestBytes(
  { base }: Target,
  method: string,
  path: string,
  { token, headers = [], body }: { token?: string | undefined; headers?: string[]; body?: object | undefined },
): Buffer {
  const json = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method} ${base}${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...headers,
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(json)}`]),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${json}`)
}

/** Returns `data` of an answer with an envelope, or the whole answer without one. */
export function dataOf<T>(answer: WireAnswer): T {
  const parsed = JSON.parse(answer.body.toString()) as { data?: T } & T
  return parsed.data ?? parsed
}
