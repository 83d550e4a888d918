import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startProxy } from '../src/index.ts'

/** A service that reads a request whole and closes without an answer at /close. `readyAfterMs`: how long it takes to say that it is ready. */
async function startService(
  seen: { to: string; headers: IncomingHttpHeaders }[],
  readyAfterMs: () => number,
): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/health/ready') return setTimeout(() => response.end(), readyAfterMs())
    request.resume().once('end', () => {
      seen.push({ to: `${request.method} ${request.url}`, headers: request.headers })
      if (request.url === '/close') request.socket.destroy()
      else response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

async function raiseProxy(readyAfterMs = () => 0) {
  const seen: { to: string; headers: IncomingHttpHeaders }[] = []
  const apiUrls = [await startService(seen, readyAfterMs), await startService(seen, readyAfterMs)]
  const proxy = await startProxy({ apiUrls, notifierUrls: apiUrls })
  if (proxy) onTestFinished(() => proxy.stop())
  return { url: proxy?.url, log: () => proxy?.log(), seen }
}

test('HAProxy sends a POST again only if it has an idempotency key', async ({ skip }) => {
  const { url, seen } = await raiseProxy()
  if (!url) return skip('HAProxy cannot be installed (Debian: haproxy).')
  // The client gets 502 or a closed connection.
  const send = async (init: RequestInit) => {
    const before = seen.length
    await fetch(`${url}/close`, init).catch(() => undefined)
    return seen.length - before
  }

  expect(await send({ method: 'POST', body: '{}' })).toBe(1)
  expect(await send({ method: 'POST', body: '{}', headers: { 'Idempotency-Key': 'a' } })).toBeGreaterThan(1)
  expect(await send({ method: 'GET' })).toBeGreaterThan(1)
})

test('HAProxy replaces forwarding headers of clients', async ({ skip }) => {
  const { url, seen } = await raiseProxy()
  if (!url) return skip('HAProxy cannot be installed (Debian: haproxy).')

  await fetch(`${url}/v1`, {
    headers: { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example' },
  })

  expect(seen[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' })
  expect(seen[0]?.headers['x-forwarded-host']).toBeUndefined()
})

test('HAProxy still sends requests to servers that all fail their health checks', async ({ skip }) => {
  let readyAfterMs = 0
  const { url, log, seen } = await raiseProxy(() => readyAfterMs)
  if (!url) return skip('HAProxy cannot be installed (Debian: haproxy).')
  readyAfterMs = 1_500
  for (const name of ['api', 'notifier'])
    await vi.waitFor(() => expect(log()).toContain(`backend '${name}' has no server available`))

  for (const path of ['/v1', '/socket.io/']) expect((await fetch(`${url}${path}`)).status).toBe(200)
  expect(seen.map(({ to }) => to)).toEqual(['GET /v1', 'GET /socket.io/'])
})
