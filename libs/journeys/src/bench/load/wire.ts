import { connect, type Socket } from 'node:net'

export type WireAnswer = { status: number; body: Buffer }

/** One keep-alive connection with one request at a time. It costs a tenth of an HTTP client library. */
type Wire = { send(request: Buffer): Promise<WireAnswer>; close(): void }

const endOfHead = Buffer.from('\r\n\r\n')

/** Connects to a server on this machine. Reads answers with `content-length` and answers without a body. */
async function openWire(port: number): Promise<Wire> {
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

/** Returns the bytes of a request to version 1 of the API. `headers` are complete lines. */
export function requestBytes(
  method: string,
  path: string,
  { token, headers = [], body }: { token: string; headers?: string[]; body?: object },
): Buffer {
  const json = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method} /v1${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    ...headers,
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(json)}`]),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${json}`)
}

/** Connections to one server that callers take in turn. A caller waits while none is free. */
export class Wires {
  readonly #all: Wire[] = []
  readonly #free: Wire[] = []
  readonly #waiting: ((wire: Wire) => void)[] = []

  static async open(port: number, count: number): Promise<Wires> {
    const wires = new Wires()
    wires.#all.push(...(await Promise.all(Array.from({ length: count }, () => openWire(port)))))
    wires.#free.push(...wires.#all)
    return wires
  }

  async send(request: Buffer): Promise<WireAnswer> {
    const wire = this.#free.pop() ?? (await new Promise<Wire>((resolve) => this.#waiting.push(resolve)))
    try {
      return await wire.send(request)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(wire)
      else this.#free.push(wire)
    }
  }

  close(): void {
    for (const wire of this.#all) wire.close()
  }
}

/** Returns `data` of an answer. */
export const dataOf = <T>({ body }: WireAnswer): T => (JSON.parse(body.toString()) as { data: T }).data
