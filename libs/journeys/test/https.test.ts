import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as requestHttps } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type ConnectionOptions, connect } from 'node:tls'
import type { QuestionView } from '@askline/contracts'
import { bringProgram, canEncrypt, createCertificate } from '@askline/testing/servers'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import { openSocketListener, raiseStage, startProxy } from '../src/index.ts'

const isPossible =
  canEncrypt() && inject('askline').redisIsReal && (await bringProgram('haproxy', () => undefined)) !== undefined

describe.skipIf(!isPossible)('HAProxy with a certificate', async () => {
  if (!isPossible) return
  const folder = mkdtempSync(join(tmpdir(), 'askline-https-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'askline.pem')
  let authority = await renew()
  const stage = await raiseStage({
    // As in compose.scaled.yml and compose.tls.yml.
    publicUrl: 'https://help.example.com',
    env: { TRUST_PROXY: '127.0.0.1', HTTPS_MODE: 'redirect' },
  })
  afterAll(() => stage.stop())
  const proxy = await startProxy({ ...stage, certificate: file })
  if (!proxy) throw new Error('HAProxy cannot be installed (Debian: haproxy).')
  afterAll(() => proxy.stop())
  const { url, secureUrl } = proxy
  const company = await stage.found({ experts: 1 })

  /** Writes another key and certificate for HAProxy, and returns the certificate. */
  async function renew(): Promise<string> {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    createCertificate(key, certificate)
    writeFileSync(file, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
    return readFileSync(certificate, 'utf8')
  }

  type Sent = { method?: string; body?: string; headers?: Record<string, string> }
  type Received = { status: number; headers: IncomingHttpHeaders; body: string }

  async function send(to: string, { method = 'GET', body = '', headers = {} }: Sent = {}): Promise<Received> {
    const request = to.startsWith('https:')
      ? requestHttps(to, { method, headers, ca: authority, agent: false })
      : requestHttp(to, { method, headers, agent: false })
    return new Promise((resolve, reject) => {
      request.once('error', reject)
      request.once('response', (response) => {
        const { statusCode: status = 0, headers: received } = response
        text(response).then((answer) => resolve({ status, headers: received, body: answer }), reject)
      })
      request.end(body)
    })
  }

  async function tokenOf({ clientId, clientSecret }: { clientId: string; clientSecret: string }, userEmail?: string) {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const { body } = await send(`${secureUrl}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...form, ...(userEmail ? { userEmail } : {}) }).toString(),
    })
    return (JSON.parse(body) as { access_token: string }).access_token
  }

  async function ask(): Promise<QuestionView> {
    const { status, body } = await send(`${secureUrl}/v1/questions`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await tokenOf(company.integration, 'ada@example.com')}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify({ text: 'Is this line safe?' }),
    })
    expect(status).toBe(201)
    return (JSON.parse(body) as { data: QuestionView }).data
  }

  /** Returns the version of TLS and the cipher of a connection with these options. Throws if it is refused. */
  function shakeHands(options: ConnectionOptions): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(secureUrl).port), ca: authority, ...options })
      socket.once('error', reject)
      socket.once('secureConnect', () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().name}`)
        socket.destroy()
      })
    })
  }

  /** Returns the serial number of the certificate that a new connection gets. */
  function servedSerial(): string {
    const shown = execFileSync('openssl', ['s_client', '-connect', new URL(secureUrl).host], {
      input: '',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    return serialOf(shown.toString())
  }

  const serialOf = (pem: string) => execFileSync('openssl', ['x509', '-noout', '-serial'], { input: pem }).toString()

  test('answers by HTTPS and HTTP/2, and a socket receives the change by WSS', async () => {
    const listener = await openSocketListener(secureUrl, await tokenOf(company.experts[0] ?? company.dora), {
      authority,
    })
    await ask()

    await vi.waitFor(() => expect(listener.inbox.length).toBeGreaterThan(0))
    listener.close()
    const session = connectHttp2(secureUrl, { ca: authority })
    const stream = session.request({ ':path': '/health/ready' })
    const status = await new Promise((resolve) => stream.once('response', (headers) => resolve(headers[':status'])))
    expect([session.alpnProtocol, status]).toEqual(['h2', 200])
    session.close()
    expect((await send(`${secureUrl}/v1/openapi.json`)).headers['strict-transport-security']).toMatch(
      /^max-age=31536000/,
    )
  })

  test('redirects plain HTTP to PUBLIC_URL and refuses a socket, whatever forwarding headers a client sends', async () => {
    const forgery: Record<string, string> = {
      'X-Forwarded-Proto': 'https',
      Host: 'evil.example',
      Forwarded: 'proto=https',
    }
    for (const headers of [{}, forgery]) {
      const answer = await send(`${url}/v1/openapi.json?a=b`, { headers })
      expect(answer).toMatchObject({
        status: 308,
        headers: { location: 'https://help.example.com/v1/openapi.json?a=b' },
      })
      expect((await send(`${url}/socket.io/?EIO=4&transport=websocket`, { headers })).status).toBe(403)
    }
    // The API would redirect it.
    const forged = { 'X-Forwarded-Proto': 'http' }
    expect((await send(`${secureUrl}/v1/openapi.json`, { headers: forged })).status).toBe(200)
  })

  test('speaks TLS 1.2 and 1.3 with forward secrecy only', async () => {
    // Debian's OpenSSL would not even offer older versions.
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const

    expect(await shakeHands({})).toMatch(/^TLSv1.3 /)
    expect(await shakeHands({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1.2 ECDHE-/)
    await expect(shakeHands({ maxVersion: 'TLSv1.2', ciphers: 'AES256-GCM-SHA384' })).rejects.toThrow(
      /handshake failure/,
    )
    await expect(shakeHands(old)).rejects.toThrow(/protocol version/)
  })

  test('serves a renewed certificate after a reload, while a socket stays open and receives changes', async () => {
    const listener = await openSocketListener(secureUrl, await tokenOf(company.experts[0] ?? company.dora), {
      authority,
    })
    expect(servedSerial()).toBe(serialOf(authority))

    authority = await renew()
    expect(servedSerial()).not.toBe(serialOf(authority))
    proxy.reload()
    await vi.waitFor(() => expect(servedSerial()).toBe(serialOf(authority)))

    const before = listener.inbox.length
    await ask()
    await vi.waitFor(() => expect(listener.inbox.length).toBeGreaterThan(before))
    expect(listener.returns).toBe(0)
    listener.close()
  })
})
