import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startProxy } from '../src/index.ts'

/** A ready service that reads a request whole and closes without an answer at /close. */
async function startService(seen: { to: string; headers: IncomingHttpHeaders }[]): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/health/ready') return response.end()
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

async function raiseProxy() {
  const seen: { to: string; headers: IncomingHttpHeaders }[] = []
  const apiUrls = [await startService(seen), await startService(seen)]
  const proxy = await startProxy({ apiUrls, notifierUrls: apiUrls })
  if (proxy) onTestFinished(() => proxy.stop())
  return { url: proxy?.url, seen }
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
