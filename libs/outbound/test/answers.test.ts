import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { buildOutbound, type Limits, readAllowedRanges } from '../src/index.ts'
import { startServer, startTcpServer } from './servers.ts'

const outbound = buildOutbound({
  allowed: readAllowedRanges('127.0.0.0/8'),
  resolve: async () => ['127.0.0.1'],
})
const send = (port: number, limits: Partial<Limits> = {}) =>
  outbound.send({ method: 'POST', url: `http://hooks.test:${port}/path?a=b`, body: '{"secret":1}', limits })

test('a request arrives as it was given, and its answer has status, body and the wanted headers', async () => {
  const seen: unknown[] = []
  const server = await startServer(async (request, response) => {
    const { method, url, headers } = request
    seen.push({ method, url, host: headers.host, id: headers['webhook-id'], length: headers['content-length'] })
    seen.push(await text(request))
    response.writeHead(503, { 'retry-after': '120', 'x-other': 'no' }).end('später')
  })

  const answer = await outbound.send({
    method: 'POST',
    url: `http://hooks.test.:${server.port}/path?a=b#part`,
    headers: { 'webhook-id': 'msg_1' },
    body: 'grüße',
    wanted: ['retry-after', 'content-type'],
  })

  expect(answer).toEqual({
    status: 503,
    headers: { 'retry-after': '120' },
    body: 'später',
    isCut: false,
    durationMs: expect.any(Number),
  })
  const host = `hooks.test:${server.port}`
  expect(seen).toEqual([{ method: 'POST', url: '/path?a=b', host, id: 'msg_1', length: '7' }, 'grüße'])
})

test.each([301, 302, 303, 304, 307, 308])('a %i is refused, and its target sees no connection', async (status) => {
  const target = await startServer((_request, response) => void response.end())
  const server = await startServer((_request, response) => {
    response.writeHead(status, { location: `http://127.0.0.1:${target.port}/secret` }).flushHeaders()
  })

  const answer = await send(server.port)

  expect(answer).toMatchObject({ fault: { kind: 'redirect_refused', status } })
  expect(JSON.stringify(answer)).not.toContain('secret')
  expect([server.connections.length, target.connections.length]).toEqual([1, 0])
  await vi.waitFor(() => expect(server.sockets[0]?.destroyed).toBe(true))
})

test('a body is read up to the limit, and then the connection is cut', async () => {
  const server = await startServer((_request, response) => {
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', pour)
    pour()
  })

  const answer = await send(server.port, { readBytes: 1_000 })

  expect(answer).toMatchObject({ status: 200, body: 'x'.repeat(1_000), isCut: true })
  await vi.waitFor(() => expect(server.sockets[0]?.destroyed).toBe(true))
})

test('a body of exactly the limit is whole, and a character that the limit cuts in two is left out', async () => {
  const server = await startServer((_request, response) => void response.end('aä'))

  expect(await send(server.port, { readBytes: 3 })).toMatchObject({ body: 'aä', isCut: false })
  expect(await send(server.port, { readBytes: 2 })).toMatchObject({ body: 'a', isCut: true })
})

test('bytes that are not UTF-8, and NUL, become U+FFFD', async () => {
  const server = await startServer((_request, response) => void response.end(Buffer.from([0x61, 0x00, 0xff, 0x62])))

  expect(await send(server.port)).toMatchObject({ body: 'a\uFFFD\uFFFDb' })
})

const stall = () => undefined
const sendsHeaders = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(200).write('x')

test('a server that accepts the connection and sends nothing causes a timeout', async () => {
  const server = await startServer(stall)

  expect(await send(server.port, { firstByteMs: 50 })).toMatchObject({
    fault: { kind: 'timeout', explanation: 'leads to a server that sent no answer within 50 ms' },
  })
  expect(await send(server.port, { wholeMs: 50 })).toMatchObject({ fault: { kind: 'timeout' } })
  await vi.waitFor(() => expect(server.sockets.every(({ destroyed }) => destroyed)).toBe(true))
})

test('a server that sends headers byte by byte causes a timeout', async () => {
  const server = await startTcpServer('127.0.0.1', (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const drip = setInterval(() => socket.write('x'), 10)
    socket.on('close', () => clearInterval(drip))
  })

  expect(await send(server.port, { firstByteMs: 100 })).toMatchObject({ fault: { kind: 'timeout' } })
})

test('an answer that does not end in time is too slow, and has its status', async () => {
  const server = await startServer(sendsHeaders)

  expect(await send(server.port, { wholeMs: 1_500 })).toMatchObject({ fault: { kind: 'too_slow', status: 200 } })
  await vi.waitFor(() => expect(server.sockets[0]?.destroyed).toBe(true))
})

test('a name server that does not answer, and a server that does not encrypt, cause a timeout', async () => {
  const server = await startTcpServer()
  const waiting = buildOutbound({
    allowed: readAllowedRanges('127.0.0.0/8'),
    resolve: (name) => (name === 'slow.test' ? new Promise(() => undefined) : Promise.resolve(['127.0.0.1'])),
  })
  const sendTo = (name: string) =>
    waiting.send({ method: 'GET', url: `https://${name}:${server.port}/`, limits: { connectMs: 50 } })

  const late = { fault: { kind: 'timeout', explanation: expect.stringContaining('did not complete the connection') } }
  expect(await sendTo('slow.test')).toMatchObject(late)
  expect(await sendTo('hooks.test')).toMatchObject(late)
})

test('a port without a server fails the connection', async () => {
  const server = await startServer(stall)
  const { port } = await startTcpServer('127.0.0.2')

  expect(await send(port)).toMatchObject({
    fault: { kind: 'connection_failed', explanation: 'leads to a server that accepts no connection (ECONNREFUSED)' },
  })
  expect(server.connections).toEqual([])
})

test.each([
  ['nothing', '', 'connection_lost'],
  ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', 'connection_lost'],
  ['another protocol', '220 mail.example.test ESMTP\r\n', 'answer_invalid'],
  ['too many headers', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 'answer_invalid'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx', 'answer_invalid'],
  ['a change of protocol', 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'connection_lost'],
])('a server that sends %s and closes causes a fault', async (_what, sent, kind) => {
  const server = await startTcpServer('127.0.0.1', (socket) => {
    socket.once('data', () => socket.end(sent))
  })

  expect(await send(server.port)).toMatchObject({ fault: { kind } })
})

test.each([
  ['a body after a 204', 'HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nok', 204, ''],
  ['more than its length', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok and more', 200, 'ok'],
])('an answer with %s counts', async (_what, sent, status, body) => {
  const server = await startTcpServer('127.0.0.1', (socket) => {
    socket.once('data', () => socket.end(sent))
  })

  expect(await send(server.port)).toMatchObject({ status, body })
})

test.each([
  ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
  ['empty lines', '', '\r\n'],
  ['extensions of chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', `1;${'x'.repeat(9_000)}\r\na\r\n`],
])('a server that sends %s without end is cut', async (_what, start, part) => {
  const server = await startTcpServer('127.0.0.1', (socket) => {
    const pour = () => {
      while (!socket.destroyed && socket.write(part.repeat(Math.ceil(60_000 / part.length))));
    }
    socket.on('drain', pour).once('data', () => {
      socket.write(start)
      pour()
    })
  })

  const { fault } = (await send(server.port, { wholeMs: 5_000 })) as { fault?: object }

  const explanation = 'leads to a server that sends more than 512 KiB beside the body of its answer'
  expect(fault).toMatchObject({ kind: 'answer_invalid', explanation })
  await vi.waitFor(() => expect(server.sockets[0]?.destroyed).toBe(true))
})

test('an invalid header is an error of the program, without the value', async () => {
  const sent = outbound.send({ method: 'GET', url: 'http://hooks.test:1/', headers: { 'x-name': 'secret\r\nx: y' } })

  await expect(sent).rejects.toThrow(/x-name/)
  await expect(sent).rejects.not.toThrow(/secret/)
})
