import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepDeadline } from '../src/http/request-deadline.ts'

async function serve(ms: number, onError: () => void = () => undefined) {
  const app = Fastify()
  onTestFinished(() => app.close())
  keepDeadline(app, ms)
  app.setErrorHandler((error: Error & { statusCode?: number; status?: number }, _request, reply) => {
    onError()
    return reply.code(error.status ?? error.statusCode ?? 500).send({})
  })
  app.post('/', () => new Promise(() => undefined))
  app.get('/', () => new Promise(() => undefined))
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

test('a request whose client went away is no error when its answer is due', async () => {
  const onError = vi.fn()
  const port = await serve(50, onError)
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await new Promise((resolve) => setTimeout(resolve, 20))
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 100))

  expect(onError).not.toHaveBeenCalled()
  const patient = connect(port, '127.0.0.1')
  patient.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  expect((await text(patient)).split('\r\n')[0]).toBe('HTTP/1.1 503 Service Unavailable')
  expect(onError).toHaveBeenCalledTimes(1)
})
