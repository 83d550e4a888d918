import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Seen = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}
/** Status, body and headers of an answer; `cut` breaks the connection instead. */
export type Told = { status?: number; body?: unknown; headers?: Record<string, string> } | 'cut'

/** Starts a server that answers with `answer` and records the requests, for behavior that a healthy API does not show. */
export async function openStandIn(answer: (seen: Seen, nth: number) => Told | Promise<Told>) {
  const seen: Seen[] = []
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '', 'http://stand-in')
    const one: Seen = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    seen.push(one)
    const told = await answer(one, seen.filter(({ path }) => path === one.path).length)
    if (told === 'cut') return void request.socket.destroy()
    response.writeHead(told.status ?? 200, { 'content-type': 'application/json', ...told.headers })
    response.end(told.body === undefined ? undefined : JSON.stringify(told.body))
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, seen, to: (path: string) => seen.filter((one) => one.path === path) }
}

export const meta = { version: '1.0', correlationId: 'c-1', serverTime: '2026-01-31T09:30:00Z' }
export const enveloped = (data: unknown): Told => ({ body: { meta, data } })
export const refused = (
  status: number,
  code: string,
  more: object = {},
  headers: Record<string, string> = {},
): Told => ({
  status,
  headers,
  body: { meta, error: { message: `No: ${code}.`, code, ...more } },
})
