import { expect, test } from 'vitest'
import { buildOutbound, readAllowedRanges } from '../src/index.ts'
import { startServer } from './servers.ts'

/** Resolves to the first addresses once, and then to the second ones. */
function rebinding(first: string[], then: string[]) {
  let asked = 0
  return { resolve: async () => (asked++ === 0 ? first : then), asked: () => asked }
}

test('a name that was public when it was checked and leads to this machine when it is used is refused', async () => {
  const server = await startServer((_request, response) => void response.end('internal'))
  const allowed = readAllowedRanges('192.0.2.1/32')
  const { resolve } = rebinding(['8.8.8.8'], ['127.0.0.1'])
  const outbound = buildOutbound({ allowed, resolve })
  const url = `https://rebinding.test:${server.port}/`

  expect(await outbound.checkUrl(`https://rebinding.test/`)).toBeUndefined()
  expect(await outbound.send({ method: 'GET', url })).toMatchObject({ fault: { rule: 'loopback' } })
  expect(server.connections).toEqual([])
})

test('a request connects to the address that was checked, and asks for it once', async () => {
  const server = await startServer((_request, response) => void response.end('hello'), '0.0.0.0')
  const { resolve, asked } = rebinding(['127.0.0.2'], ['127.0.0.1'])
  const outbound = buildOutbound({ allowed: readAllowedRanges('127.0.0.2/32'), resolve })

  const answer = await outbound.send({ method: 'GET', url: `http://rebinding.test:${server.port}/` })

  expect(answer).toMatchObject({ status: 200, body: 'hello' })
  expect(server.connections).toEqual(['127.0.0.2'])
  expect(asked()).toBe(1)
})

test('each request looks the name up again, so an earlier answer permits nothing', async () => {
  const server = await startServer((_request, response) => void response.end('hello'), '0.0.0.0')
  const { resolve } = rebinding(['127.0.0.2'], ['127.0.0.1'])
  const outbound = buildOutbound({ allowed: readAllowedRanges('127.0.0.2/32'), resolve })
  const url = `http://rebinding.test:${server.port}/`

  expect(await outbound.send({ method: 'GET', url })).toMatchObject({ status: 200 })
  expect(await outbound.send({ method: 'GET', url })).toMatchObject({ fault: { rule: 'loopback' } })
  expect(server.connections).toEqual(['127.0.0.2'])
})

test('of several permitted addresses the next one is tried if one accepts no connection', async () => {
  const server = await startServer((_request, response) => void response.end('hello'), '127.0.0.2')
  const outbound = buildOutbound({
    allowed: readAllowedRanges('127.0.0.0/8'),
    resolve: async () => ['127.0.0.1', '127.0.0.2'],
  })

  const answer = await outbound.send({ method: 'GET', url: `http://several.test:${server.port}/` })

  expect(answer).toMatchObject({ status: 200, body: 'hello' })
})
