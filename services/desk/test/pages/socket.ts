import type { ServerEvents, SubscribeAnswer } from '@askline/contracts'

const namespace = '/v1'
const opened = new Set<StandInSocket>()

/**
 * Stands in for the connection to the notifier: accepts everyone, and answers subscriptions. It speaks the part of socket.io's
 * protocol that the client uses.
 */
class StandInSocket {
  onopen: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  binaryType = 'arraybuffer'

  constructor() {
    opened.add(this)
    queueMicrotask(() => {
      this.onopen?.()
      this.tell(
        `0${JSON.stringify({ sid: 'a', upgrades: [], pingInterval: 600_000, pingTimeout: 600_000, maxPayload: 1e6 })}`,
      )
    })
  }

  send(packet: string): void {
    if (packet.startsWith(`40${namespace}`)) this.tell(`40${namespace},{"sid":"b"}`)
    const [, id, body] = new RegExp(`^42${namespace},(\\d*)(.*)$`, 's').exec(packet) ?? []
    if (!id || !body) return
    const answer: SubscribeAnswer = { version: 1, lastUpdated: '2026-01-01T00:00:00.000Z' }
    this.tell(`43${namespace},${id}[${JSON.stringify(answer)}]`)
  }

  tell(packet: string): void {
    queueMicrotask(() => this.onmessage?.({ data: packet }))
  }

  close(): void {
    opened.delete(this)
    this.onclose?.({ code: 1000 })
  }
}

// The client library takes the class when it is loaded, so this file is loaded first.
window.WebSocket = new Proxy(WebSocket, {
  construct: (Real, [url, protocols]: [string, string[]]) =>
    new URL(url).pathname.startsWith('/socket.io/') ? new StandInSocket() : new Real(url, protocols),
})

/** Sends an event of the notifier to the page. */
export function ring<Name extends keyof ServerEvents>(name: Name, ...data: Parameters<ServerEvents[Name]>): void {
  for (const socket of opened) socket.tell(`42${namespace},${JSON.stringify([name, ...data])}`)
}
