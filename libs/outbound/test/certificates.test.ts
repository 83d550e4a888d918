import { describe, expect, onTestFinished, test } from 'vitest'
import { buildOutbound, readAllowedRanges } from '../src/index.ts'
import { canEncrypt, createCertificate, startSecureServer, startServer } from './servers.ts'

const allowed = readAllowedRanges('127.0.0.0/8')
const resolve = async () => ['127.0.0.1']

describe.skipIf(!canEncrypt())('a server with a certificate', () => {
  const certificate = canEncrypt() ? createCertificate('hooks.test') : { key: '', cert: '' }
  const outbound = buildOutbound({ allowed, resolve, ca: certificate.cert })
  const start = () => startSecureServer(certificate, (_request, response) => void response.end('secure'))

  test('answers for each name and address of its certificate', async () => {
    const { port } = await start()

    for (const host of ['hooks.test', 'hooks.test.', '127.0.0.1']) {
      const answer = await outbound.send({ method: 'GET', url: `https://${host}:${port}/` })
      expect(answer).toMatchObject({ status: 200, body: 'secure' })
    }
  })

  test('is refused under another name', async () => {
    const { port } = await start()

    const answer = await outbound.send({ method: 'GET', url: `https://other.test:${port}/` })

    expect(answer).toMatchObject({ fault: { kind: 'tls_failed' } })
    expect(JSON.stringify(answer)).not.toContain('hooks.test')
  })

  test('is refused if its authority is unknown, also if the environment switches the check off', async () => {
    const { port } = await start()
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    onTestFinished(() => {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
    })

    const stranger = buildOutbound({ allowed, resolve })
    const answer = await stranger.send({ method: 'GET', url: `https://hooks.test:${port}/` })

    expect(answer).toMatchObject({ fault: { kind: 'tls_failed' } })
  })
})

test('a server without encryption fails the connection of an https URL', async () => {
  const { port } = await startServer((_request, response) => void response.end('open'))

  const answer = await buildOutbound({ allowed, resolve }).send({ method: 'GET', url: `https://hooks.test:${port}/` })

  expect(answer).toMatchObject({ fault: { kind: 'tls_failed' } })
})
