import { type FromPanel, greeting, type ToPanel } from './panel-messages.ts'

/** The page around the panel, as far as the panel talks with it. */
export type Host = {
  tell(message: FromPanel): void
  /** Asks the page for a one-time code of its signed-in user. Null if nobody is signed in there. */
  obtainCode(): Promise<string | null>
  on(listener: (message: ToPanel) => void): void
}

/**
 * Waits for the loader's greeting, which brings a private channel. It is accepted once, from the parent window and an origin
 * of `origins`, which `onGreeted` gets. Everything else is ignored.
 */
export function openHost(origins: readonly string[], onGreeted: (origin: string) => void): Host {
  let port: MessagePort | undefined
  const unsent: FromPanel[] = []
  const listeners: ((message: ToPanel) => void)[] = []
  const waiting: ((code: string | null) => void)[] = []

  const receive = (message: ToPanel) => {
    if (message.type === 'code') for (const resolve of waiting.splice(0)) resolve(message.code)
    for (const listener of listeners) listener(message)
  }
  const tell = (message: FromPanel) => {
    if (port) port.postMessage(message)
    else unsent.push(message)
  }
  window.addEventListener('message', (event) => {
    if (port || event.source !== window.parent || !origins.includes(event.origin)) return
    if (event.data !== greeting || !event.ports[0]) return
    port = event.ports[0]
    port.onmessage = ({ data }: MessageEvent<ToPanel>) => receive(data)
    for (const message of unsent.splice(0)) tell(message)
    onGreeted(event.origin)
  })
  return {
    tell,
    obtainCode: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        tell({ type: 'need-code' })
      }),
    on: (listener) => void listeners.push(listener),
  }
}
