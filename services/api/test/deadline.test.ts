import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { keepDeadline } from '../src/http/deadline.ts'

async function serve(ms: number) {
  const app = Fastify()
  onTestFinished(() => app.close())
  keepDeadline(app, ms)
  app.setErrorHandler((error: Error & { statusCode?: number; status?: number }, _request, reply) =>
    reply.code(error.status ?? error.statusCode ?? 500).send({}),
  )
  app.post('/', () => new Promise(() => undefined))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** The status line that a body of two bytes is answered with, of which so many come. */
async function statusAfter(bytes: string) {
  const socket = connect(await serve(50), '127.0.0.1')
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n${bytes}`,
  )
  return (await text(socket)).split('\r\n')[0]
}

test('tells a client that is late from a service that is', async () => {
  expect(await statusAfter('{')).toBe('HTTP/1.1 408 Request Timeout')
  expect(await statusAfter('{}')).toBe('HTTP/1.1 503 Service Unavailable')
})
