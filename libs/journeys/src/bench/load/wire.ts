import { connect, type Socket } from 'node:net'

/** Status 0: the connection ended before the answer. */
export type WireAnswer = { status: number; body: Buffer }

/** One keep-alive connection with one request at a time. It costs a tenth of an HTTP client library. */
type Wire = { send(request: Buffer): Promise<WireAnswer>; isOpen(): boolean; close(): void }

const noAnswer: WireAnswer = { status: 0, body: Buffer.of() }
const endOfHead = Buffer.from('\r\n\r\n')

/** Connects to a server on this machine. Reads answers with `content-length` and answers without a body. */
async function openWire(port: number): Promise<Wire> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let received: Buffer = Buffer.alloc(0)
  let answer: ((answer: WireAnswer) => void) | undefined
  let needed = 0
  let bodyAt = 0
  let status = 0
  let isOpen = true

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
      if (/\r\nconnection: close/i.test(head)) isOpen = false
    }
    if (received.length < needed) return
    const body = received.subarray(bodyAt, needed)
    received = received.subarray(needed)
    needed = 0
    answer?.({ status, body })
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isOpen = false
    answer?.(noAnswer)
  })

  return {
    send: (request) =>
      new Promise((resolve) => {
        answer = resolve
        socket.write(request)
      }),
    isOpen: () => isOpen,
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

/** A place for a connection to the server at `home`, or to another one while that is not ready. */
type Place = { home: number; port: number; wire: Wire }

/** Time in ms between two looks at which servers are ready. */
const lookMs = 100

/**
 * Connections to several servers that callers take in turn, as those of a load balancer. A caller waits while none is free. A
 * connection that its server closed is replaced by one to a server that is ready, before the next request. No request is repeated.
 */
export class Wires {
  readonly #ports: readonly number[]
  readonly #ready: Set<number>
  readonly #all: Place[] = []
  readonly #free: Place[] = []
  readonly #waiting: ((place: Place) => void)[] = []
  #looking: NodeJS.Timeout | undefined

  private constructor(ports: readonly number[]) {
    this.#ports = ports
    this.#ready = new Set(ports)
  }

  static async open(ports: readonly number[], count: number): Promise<Wires> {
    const wires = new Wires(ports)
    const places = Array.from({ length: count }, (_, n) => wires.#connect(ports[n % ports.length] ?? 0))
    wires.#all.push(...(await Promise.all(places)))
    wires.#free.push(...wires.#all)
    if (ports.length > 1)
      wires.#looking = setInterval(() => void Promise.all(ports.map((port) => wires.#look(port))), lookMs)
    return wires
  }

  async send(request: Buffer): Promise<WireAnswer> {
    const place = this.#free.pop() ?? (await new Promise<Place>((resolve) => this.#waiting.push(resolve)))
    try {
      const mayReturn = place.port !== place.home && this.#ready.has(place.home)
      if (mayReturn || !place.wire.isOpen()) {
        place.wire.close()
        Object.assign(place, await this.#connect(place.home))
      }
      return await place.wire.send(request)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(place)
      else this.#free.push(place)
    }
  }

  close(): void {
    clearInterval(this.#looking)
    for (const { wire } of this.#all) wire.close()
  }

  async #look(port: number): Promise<void> {
    const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) this.#ready.add(port)
    else this.#ready.delete(port)
  }

  /** Connects to the server at home if it is ready, or else to another one. */
  async #connect(home: number): Promise<Place> {
    const ready = [home, ...this.#ports].filter((port) => this.#ready.has(port))
    for (const port of new Set([...ready, ...this.#ports])) {
      const wire = await openWire(port).catch(() => undefined)
      if (wire) return { home, port, wire }
    }
    throw new Error('No server listens')
  }
}

/** Returns `data` of an answer. */
export const dataOf = <T>({ body }: WireAnswer): T => (JSON.parse(body.toString()) as { data: T }).data

/** Returns the status and the code of the error of a refused request. */
export const refusalIn = ({ status, body }: WireAnswer): string =>
  `status ${status} ${/"code":"(\w+)"/.exec(body.toString())?.[1] ?? ''}`
