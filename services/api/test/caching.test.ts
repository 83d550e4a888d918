import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, ask, bank, endpoints, inject, tokens } = await openWorld()

test('a versioned GET may be stored by its client only, and is validated before each use', async () => {
  const { uuid } = await ask()
  for (const [url, token] of [
    [`/v1/questions/${uuid}`, tokens.ada],
    ['/v1/admin/company', tokens.edda],
    ['/v1/admin/training', tokens.edda],
    ['/v1/experts/me', tokens.bruno],
  ] as const) {
    const { status, headers } = await api('GET', url, { token })
    expect([status, headers['cache-control']], url).toEqual([200, 'private, no-cache'])
    const again = await api('GET', url, { token, headers: { 'if-none-match': String(headers['etag']) } })
    expect([again.status, again.text, again.headers['cache-control']], url).toEqual([304, '', 'private, no-cache'])
  }
})

test('no other answer may be stored', async () => {
  const asked = await api('POST', '/v1/questions', { token: tokens.ada, body: { text: 'Why?' } })
  const listed = await api('GET', '/v1/questions', { token: tokens.ada })
  const integration = { systemId: 'cached', name: 'Cached', redirectUris: [] }
  const secret = await api('POST', '/v1/admin/integrations', { token: tokens.edda, body: integration })
  const refused = await api('GET', '/v1/nothing')
  const token = await api('POST', '/v1/oauth/token', {
    body: {
      grant_type: 'client_credentials',
      client_id: bank.client.clientId,
      client_secret: bank.client.clientSecret,
    },
  })

  expect(secret.body.data.clientSecret).toEqual(expect.any(String))
  for (const answer of [asked, listed, secret, refused, token]) expect(answer.headers['cache-control']).toBe('no-store')
})

test('a JSON answer above 1 kB is compressed if the client accepts it', async () => {
  const { uuid } = await ask({ text: 'Why? '.repeat(400) })
  const url = `/v1/questions/${uuid}`
  const send = (encoding?: string) =>
    inject({
      method: 'GET',
      url,
      headers: {
        authorization: `Bearer ${tokens.ada}`,
        ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
      },
    })
  const plain = await send()
  for (const encoding of ['gzip', 'br, gzip;q=0.5', '*', 'GZIP']) {
    const { headers, rawPayload } = await send(encoding)
    expect([headers['content-encoding'], headers['vary']], encoding).toEqual(['gzip', 'Accept-Encoding'])
    expect(headers['content-length']).toBe(String(rawPayload.length))
    const text = gunzipSync(rawPayload).toString()
    expect(JSON.parse(text).data).toEqual(plain.json().data)
    expect(rawPayload.length).toBeLessThan(text.length / 2)
  }
  for (const encoding of ['br', 'gzip;q=0', 'identity', '']) {
    const { headers, body } = await send(encoding)
    expect([headers['content-encoding'], headers['vary']], encoding).toEqual([undefined, 'Accept-Encoding'])
    expect(JSON.parse(body).data.uuid).toBe(uuid)
  }
})

test('answers that hold a secret or a token, and short ones, are never compressed', async () => {
  const uris = Array.from({ length: 20 }, (_, i) => `https://shop.example/${'x'.repeat(80)}/${i}`)
  const secret = { systemId: 'squeezed', name: 'Squeezed', redirectUris: uris }
  const headers = { 'accept-encoding': 'gzip' }
  const made = await api('POST', '/v1/admin/integrations', { token: tokens.edda, body: secret, headers })
  const token = await api('POST', '/v1/oauth/token', {
    headers,
    body: {
      grant_type: 'client_credentials',
      client_id: bank.client.clientId,
      client_secret: bank.client.clientSecret,
    },
  })
  const short = await api('GET', '/v1/admin/training', { token: tokens.edda, headers })

  expect(made.text.length).toBeGreaterThan(1_024)
  for (const answer of [made, token, short]) expect(answer.headers['content-encoding']).toBeUndefined()
})

test('every endpoint whose answer shows a secret is marked as one', async () => {
  const document = (await api('GET', '/v1/openapi.json')).body
  /** Prints a schema with the components of its answer and data in place of the references to them. */
  const textOf = (value: object): string =>
    JSON.stringify(value).replaceAll(/"#\/components\/schemas\/(\w+)"/g, (ref, name) =>
      /(Answer|Data)$/.test(name) ? textOf(document.components.schemas[name]) : ref,
    )
  const shown = Object.values<Record<string, { operationId: string; responses: Record<string, object> }>>(
    document.paths,
  )
    .flatMap((operations) => Object.values(operations))
    .filter(({ responses }) => {
      const text = textOf([responses['200'] ?? null, responses['201'] ?? null])
      return (
        text.includes('clientSecret') ||
        text.includes('"password"') ||
        /(IntegrationSecret|WebhookSecret|AskerSignIn|MadeLink)View/.test(text)
      )
    })
    .map(({ operationId }) => operationId)
  const marked = endpoints.filter(({ showsSecret }) => showsSecret)

  expect(marked.map(({ name }) => name).sort()).toEqual(shown.sort())
})

test('the OpenAPI document is compressed, has an ETag, and is not sent twice', async () => {
  const first = await inject({ method: 'GET', url: '/v1/openapi.json', headers: { 'accept-encoding': 'gzip' } })
  const etag = String(first.headers['etag'])
  const again = await api('GET', '/v1/openapi.json', { headers: { 'if-none-match': etag } })
  const plain = await api('GET', '/v1/openapi.json')

  expect(first.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding',
    'cache-control': 'no-cache',
  })
  expect(JSON.parse(gunzipSync(first.rawPayload).toString())).toEqual(plain.body)
  expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
  expect(first.rawPayload.length).toBeLessThan(90_000)
  expect((await api('GET', '/v1/asyncapi.json')).headers['etag']).toEqual(expect.any(String))
})
