import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { type ReceivedWebhook, verifyWebhook, WebhookError } from '../src/index.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const content = { type: 'QUESTION_RESOLVED', timestamp: '2026-01-31T09:30:00Z', data: { questionUuid: 'q-1' } }
const body = JSON.stringify(content)

/** Signs a body as `standardwebhooks` does. */
function signed({ text = body, id = 'msg_1', ageS = 0, by = secret } = {}) {
  const time = new Date(Date.now() - ageS * 1_000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign(id, time, text),
  }
}

test('what standardwebhooks signs is verified, and returned with its id', async () => {
  const found = await verifyWebhook({ body, headers: signed(), secret })

  expect(found).toEqual({ id: 'msg_1', ...content })
})

test('headers of the Fetch API and of Node, and a body in bytes, are read', async () => {
  const headers = signed()
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
  const inLists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))

  for (const form of [new Headers(headers), { host: undefined, ...upper }, inLists]) {
    expect(await verifyWebhook({ body: Buffer.from(body), headers: form, secret })).toMatchObject(content)
  }
})

test('one of several signatures is enough, and unknown versions are skipped', async () => {
  const headers = signed()
  const old = signed({ by: `whsec_${randomBytes(24).toString('base64')}` })['webhook-signature']
  const several = { ...headers, 'webhook-signature': `v1a,xyz ${old} ${headers['webhook-signature']}` }
  const another = { ...headers, 'webhook-signature': `v2${headers['webhook-signature'].slice(2)} ${old}` }

  expect(await verifyWebhook({ body, headers: several, secret })).toMatchObject(content)
  await expect(verifyWebhook({ body, headers: another, secret })).rejects.toThrow(WebhookError)
})

test('one flipped bit of the body, a header or the secret fails, here and in standardwebhooks', async () => {
  const text = JSON.stringify({ ...content, data: { name: 'Zoë 🙂' } })
  // All bits of 33 bytes count in base64.
  const secret = `whsec_${randomBytes(33).toString('base64')}`
  const headers = signed({ text, by: secret })
  let compared = 0
  for (const part of ['body', 'secret', ...Object.keys(headers)] as const) {
    const given: Record<string, string> = { body: text, secret, ...headers }
    const bytes = Buffer.from(given[part] ?? '')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      // Other bytes than those of a text reach a program as bytes only.
      const { body: changed, ...rest } = { ...given, [part]: flipped.toString() }
      const received = {
        body: part === 'body' ? flipped : (changed ?? ''),
        headers: rest,
        secret: rest['secret'] ?? '',
      }
      await expect(verifyWebhook(received), `${part}, bit ${bit}`).rejects.toThrow()
      expect(isGenuineToStandard({ ...received, body: flipped }, part), `${part}, bit ${bit}`).toBe(false)
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(1_500)
})

test('random bodies and secrets are genuine to both or to neither', async () => {
  for (let round = 0; round < 200; round += 1) {
    const by = `whsec_${randomBytes(24 + (round % 41)).toString('base64')}`
    const text = JSON.stringify({ ...content, data: { noise: randomBytes(round).toString('latin1') } })
    const headers = signed({ text, by, id: `msg_${round}`, ageS: (round % 5) * 200 - 400 })
    const received = { body: text, headers, secret: round % 3 === 0 ? secret : by }

    const genuine = await verifyWebhook(received).then(
      () => true,
      () => false,
    )
    expect(genuine, `round ${round}`).toBe(isGenuineToStandard(received))
    expect(genuine, `round ${round}`).toBe(round % 3 !== 0 && [1, 2, 3].includes(round % 5))
  }
})

test('what Web Crypto signs as this client verifies it is genuine to standardwebhooks', async () => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const { 'webhook-timestamp': time } = signed()
  const mac = await crypto.subtle.sign(
    'HMAC',
    await crypto.subtle.importKey('raw', key, hmac, false, ['sign']),
    new TextEncoder().encode(`msg_1.${time}.${body}`),
  )
  const signature = `v1,${Buffer.from(mac).toString('base64')}`
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': signature }

  expect(new Webhook(secret).verify(body, headers)).toEqual(content)
  expect(await verifyWebhook({ body, headers, secret })).toMatchObject(content)
})

test.each([
  ['a missing id', 'webhook-id', { 'webhook-id': '' }, 'header_missing'],
  ['a missing signature', 'webhook-signature', { 'webhook-signature': '' }, 'header_missing'],
  ['a missing time', 'webhook-timestamp', { 'webhook-timestamp': '' }, 'header_missing'],
  ['another form of time', 'webhook-timestamp', { 'webhook-timestamp': '2026-01-31T09:30Z' }, 'timestamp_invalid'],
  ['an old request', 'webhook-timestamp', signed({ ageS: 302 }), 'timestamp_too_old'],
  ['a request of the future', 'webhook-timestamp', signed({ ageS: -600 }), 'timestamp_too_new'],
  ['an empty signature', 'webhook-signature', { 'webhook-signature': 'v1,' }, 'signature_mismatch'],
  ['a signature of another body', 'webhook-signature', signed({ text: 'other' }), 'signature_mismatch'],
])('%s is refused, and the error names the header', async (_what, name, change, code) => {
  const error = await verifyWebhook({ body, headers: { ...signed(), ...change }, secret }).catch((reason) => reason)

  expect(error).toBeInstanceOf(WebhookError)
  expect(error).toMatchObject({ code, message: expect.stringContaining(`\`${name}\``) })
})

test('a signature with something before or behind it is refused', async () => {
  const headers = signed()
  const signature = headers['webhook-signature']

  for (const longer of [`${signature}=`, `${signature}\0`, `${signature},`, `x${signature}`]) {
    const changed = { ...headers, 'webhook-signature': longer }
    await expect(verifyWebhook({ body, headers: changed, secret })).rejects.toMatchObject({
      code: 'signature_mismatch',
    })
  }
})

const incomplete = ['', 'null', '[]', 'hello', '{"type":"X","data":{}}', '{"type":"X","timestamp":"t","data":null}']

test.each(incomplete)('a genuine but incomplete body `%s` is refused', async (text) => {
  const refused = verifyWebhook({ body: text, headers: signed({ text }), secret })

  await expect(refused).rejects.toMatchObject({ code: 'body_invalid' })
})

test('a wrong secret and a parsed body are errors of the program', async () => {
  const parsed = JSON.parse(JSON.stringify(content))

  for (const wrong of ['', 'whsec_', 'whsec_abc', 'whsec_***=', secret.slice('whsec_'.length)]) {
    await expect(verifyWebhook({ body, headers: signed(), secret: wrong })).rejects.toThrow(/^`secret` must be/)
  }
  await expect(verifyWebhook({ body: parsed, headers: signed(), secret })).rejects.toThrow(
    /^`body` must be the raw body/,
  )
})

/** Returns what `standardwebhooks` finds. Its secret may be written in other ways. */
function isGenuineToStandard({ body, headers, secret }: ReceivedWebhook, part?: string): boolean {
  if (part === 'secret' && !secret.startsWith('whsec_')) return false
  try {
    new Webhook(secret).verify(String(Buffer.from(body)), headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
