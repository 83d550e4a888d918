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

/** Announces a body of two bytes, sends only `bytes`, and returns the status line of the answer. */
async function statusAfter(bytes: string) {
  const socket = connect(await serve(50), '127.0.0.1')
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n${bytes}`,
  )
  return (await text(socket)).split('\r\n')[0]
}

test('a late client gets 408, a late service 503', async () => {
  expect(await statusAfter('{')).toBe('HTTP/1.1 408 Request Timeout')
  expect(await statusAfter('{}')).toBe('HTTP/1.1 503 Service Unavailable')
})
