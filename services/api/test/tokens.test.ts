import type { AddressInfo } from 'node:net'
import { inSystem } from '@askline/db'
import { revokeCredential } from '@askline/domain/access/revoke'
import { createDecoder } from 'fast-jwt'
import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, app, bank, config, db, mint, tokens } = await openWorld({ RATE_LIMIT_SIGN_IN_PER_ADDRESS: '100000' })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

/** Returns the server metadata as a standard client discovers it, with the port of this test. */
async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(config.issuer)
  const found = await oauth.discoveryRequest(new URL(`http://127.0.0.1:${port}`), {
    algorithm: 'oauth2',
    [oauth.allowInsecureRequests]: true,
  })
  const server = await oauth.processDiscoveryResponse(issuer, found)
  const here = (url: string | undefined) => url?.replace(config.issuer, `http://127.0.0.1:${port}`) ?? ''
  return {
    ...server,
    token_endpoint: here(server.token_endpoint),
    revocation_endpoint: here(server.revocation_endpoint),
    jwks_uri: here(server.jwks_uri),
  }
}
const insecure = { [oauth.allowInsecureRequests]: true }
const client = { client_id: bank.client.clientId }
const decode = createDecoder({ complete: true })

const credentials = { client_id: bank.client.clientId, client_secret: bank.client.clientSecret }
const token = (more: object = {}) =>
  api('POST', '/v1/oauth/token', { body: { grant_type: 'client_credentials', ...credentials, ...more } })
const list = (accessToken: string) => api('GET', '/v1/questions', { token: accessToken })

test.each([
  ['HTTP Basic', oauth.ClientSecretBasic(bank.client.clientSecret)],
  ['the body', oauth.ClientSecretPost(bank.client.clientSecret)],
])('serves a standard client that authenticates by %s, from discovery to revocation', async (_how, authentication) => {
  const server = await discover()
  const parameters = { scope: 'questions:read' }
  const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, insecure)
  const granted = await oauth.processClientCredentialsResponse(server, client, response)
  const before = await list(granted.access_token)
  const revoked = await oauth.revocationRequest(server, client, authentication, granted.access_token, insecure)
  await oauth.processRevocationResponse(revoked)

  expect(granted).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'questions:read' })
  expect(before.status).toBe(200)
  expect((await list(granted.access_token)).body.error.code).toBe('token_revoked')
})

test('signs tokens that the published keys verify', async () => {
  const server = await discover()
  const granted = (await token()).body.access_token
  const request = new Request('http://127.0.0.1/', { headers: { authorization: `Bearer ${granted}` } })
  const claims = await oauth.validateJwtAccessToken(server, request, 'askline', {
    ...insecure,
    signingAlgorithms: ['EdDSA'],
  })

  expect(claims).toMatchObject({ iss: config.issuer, sub: bank.integrationId, client_id: bank.client.clientId })
  expect(decode(granted)).toMatchObject({
    header: { alg: 'EdDSA', typ: 'at+jwt', kid: expect.any(String) },
    payload: { kind: 'integration', cid: bank.companyId, aud: 'askline' },
  })
})

test('answers without envelope, uncached, and alike under both paths', async () => {
  const body = { grant_type: 'client_credentials', ...credentials }
  for (const path of ['/v1/oauth/token', '/oauth/token']) {
    const answer = await api('POST', path, { body })
    expect(answer.status, path).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type'])
    expect(answer.body.token_type).toBe('Bearer')
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('binds a token to the user that an integration names, with the scopes of a user at most', async () => {
  const granted = (await token({ userEmail: 'New.One@bank.example', userName: 'Newton' })).body
  const again = (await token({ userEmail: 'new.one@bank.example' })).body
  const { payload } = decode(granted.access_token)
  const asked = await api('POST', '/v1/questions', { token: granted.access_token, body: { text: 'Why?' } })

  expect(payload).toMatchObject({ kind: 'user', client_id: bank.client.clientId, cid: bank.companyId })
  expect(decode(again.access_token).payload.sub).toBe(payload.sub)
  expect(granted.scope).toBe('questions:read questions:write answers')
  expect([asked.status, asked.body.data.conversation.author.name]).toEqual([201, 'Newton'])
})

test('issues tokens of a personal credential for that person', async () => {
  const { clientId, clientSecret } = bank.brunosClient
  const granted = (await token({ client_id: clientId, client_secret: clientSecret })).body
  const me = await api('GET', '/v1/experts/me', { token: granted.access_token })
  const other = await token({ client_id: clientId, client_secret: clientSecret, userEmail: 'ada@bank.example' })

  expect([me.status, me.body.data.uuid]).toEqual([200, bank.bruno])
  expect(granted.scope).toBe('questions:read questions:write expert')
  expect([other.status, other.body.error]).toEqual([400, 'invalid_request'])
})

test('grants the requested scopes only, and none beyond those of the client', async () => {
  const narrow = (await token({ scope: 'questions:read  privacy' })).body
  const write = await api('POST', '/v1/questions', {
    token: narrow.access_token,
    body: { text: 'x', userEmail: 'a@b' },
  })

  expect(narrow.scope).toBe('questions:read privacy')
  expect([write.status, write.body.error.code]).toEqual([403, 'insufficient_scope'])
  for (const scope of ['expert', 'admin', 'questions:read admin', 'nonsense']) {
    const refused = await token({ scope })
    expect([refused.status, refused.body.error], scope).toEqual([400, 'invalid_scope'])
  }
  expect((await token({ scope: 'agent', userEmail: 'ada@bank.example' })).body.error).toBe('invalid_scope')
})

test.each(['password', 'implicit', 'urn:ietf:params:oauth:grant-type:jwt-bearer'])(
  'knows no grant %s',
  async (grant_type) => {
    const refused = await token({ grant_type })
    expect([refused.status, refused.body.error]).toEqual([400, 'unsupported_grant_type'])
  },
)

test('does not reveal which clients exist', async () => {
  const answers = [
    await token({ client_secret: 'wrong' }),
    await token({ client_id: 'ask-000000000000000000000000' }),
    await token({ client_id: "' or 1=1 --" }),
    await token({ client_id: '' }),
    await api('POST', '/v1/oauth/token', { body: { grant_type: 'client_credentials' } }),
  ]
  for (const { status, body, headers } of answers) {
    expect([status, body]).toEqual([
      401,
      { error: 'invalid_client', error_description: 'The client id or secret is wrong.' },
    ])
    expect(headers['www-authenticate']).toBe('Basic realm="askline"')
  }
})

test('an unknown client costs the same statements as a wrong secret', async () => {
  const countOnce = async (more: object) => {
    const before = db.statements.count
    await token(more)
    return db.statements.count - before
  }
  // Background work of the API can only add statements.
  const statementsOf = async (more: object) =>
    Math.min(await countOnce(more), await countOnce(more), await countOnce(more))

  const wrong = await statementsOf({ client_secret: 'wrong' })

  expect(wrong).toBeGreaterThan(0)
  expect(await statementsOf({ client_id: 'ask-000000000000000000000000' })).toBe(wrong)
})

test('a right secret passes, however many wrong ones came from the same address', async () => {
  const w = await openWorld({ RATE_LIMIT_WRONG_SECRETS: '2' })
  const ask = async (client_id: string, client_secret: string) =>
    (await w.api('POST', '/v1/oauth/token', { body: { grant_type: 'client_credentials', client_id, client_secret } }))
      .status
  const { clientId, clientSecret } = w.bank.client

  const wrong = []
  for (let n = 0; n < 4; n++) wrong.push(await ask(clientId, 'wrong'))

  expect(wrong).toEqual([401, 401, 429, 429])
  expect(await ask(w.rival.client.clientId, 'wrong')).toBe(401)
  expect(await ask(clientId, clientSecret)).toBe(200)
  expect(await ask(w.rival.client.clientId, w.rival.client.clientSecret)).toBe(200)
})

test('reads forms and JSON, and refuses other bodies with an OAuth error', async () => {
  const form = 'application/x-www-form-urlencoded'
  const full = new URLSearchParams({ grant_type: 'client_credentials', ...credentials }).toString()
  const post = (raw: string, type: string) => api('POST', '/oauth/token', { raw, headers: { 'content-type': type } })

  expect((await post(full, form)).status).toBe(200)
  const cases: [raw: string, type: string, status: number][] = [
    [`${full}&grant_type=client_credentials`, form, 400],
    [full.replace('client_credentials', ''), form, 400],
    ['', form, 400],
    ['{', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['{"grant_type":5}', 'application/json', 400],
    ['{"grant_type":"client_credentials","scope":"\\u0000"}', 'application/json', 400],
    ['x', 'text/plain', 415],
    ['x'.repeat(20_000), form, 413],
  ]
  for (const [raw, type, status] of cases) {
    const { body, ...answer } = await post(raw, type)
    expect([answer.status, body.error], raw.slice(0, 60)).toEqual([status, 'invalid_request'])
    expect(Object.keys(body)).toEqual(['error', 'error_description'])
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  const both = { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` }
  const twice = await api('POST', '/oauth/token', {
    body: { grant_type: 'client_credentials', ...credentials },
    headers: both,
  })
  expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request'])
})

test('refuses an invalid user', async () => {
  for (const userEmail of ['nobody', 'a b@c', `${'x'.repeat(260)}@b`]) {
    expect((await token({ userEmail })).body.error, userEmail).toBe('invalid_request')
  }
  expect((await token({ userEmail: 'a@b', userName: ' ' })).body.error).toBe('invalid_request')
})

test('revokes a token at once when its bearer logs out, and only that one', async () => {
  const [mine, other] = [(await token()).body.access_token, (await token()).body.access_token]
  const out = await api('POST', '/oauth/logout', { token: mine })
  const after = await list(mine)

  expect([out.status, out.body]).toEqual([200, {}])
  expect([after.status, after.body.error.code]).toEqual([401, 'token_revoked'])
  expect((await list(other)).status).toBe(200)
  expect((await api('POST', '/oauth/logout', { token: mine })).status).toBe(401)
})

test('commits a logout before it answers', async () => {
  const mine = mint(bank, 'user', bank.ada)
  const { jti } = decode(mine).payload
  await api('POST', '/v1/oauth/logout', { token: mine })
  const { rows } = await db.system.query(`select 1 from revocations where kind = 'token' and subject = $1`, [jti])

  expect(rows).toHaveLength(1)
})

test('revokes a posted token, and answers 200 for an unknown one', async () => {
  const mine = mint(bank, 'user', bank.ada)
  const post = (body: object) => api('POST', '/v1/oauth/logout', { body })

  expect((await post({ token: 'unknown' })).status).toBe(200)
  expect((await post({ token: mine, token_type_hint: 'access_token' })).status).toBe(200)
  expect((await post({ token: mine })).status).toBe(200)
  expect((await list(mine)).status).toBe(401)
  expect((await post({ token: tokens.ada, ...credentials, client_secret: 'wrong' })).body.error).toBe('invalid_client')
  expect((await post({ token: tokens.ada, ...credentials })).body.error).toBe('unauthorized_client')
  expect((await list(tokens.ada)).status).toBe(200)
})

test('wrong secrets at logout count like wrong secrets at the token endpoint', async () => {
  const limited = await openWorld({ RATE_LIMIT_WRONG_SECRETS: '2' })
  const { clientId: client_id, clientSecret } = limited.bank.client
  const logout = async (client_secret: string) =>
    (await limited.api('POST', '/v1/oauth/logout', { body: { token: 'unknown', client_id, client_secret } })).status

  const wrong = []
  for (let n = 0; n < 3; n++) wrong.push(await logout('wrong'))

  expect(wrong).toEqual([401, 401, 429])
  expect(await logout(clientSecret)).toBe(200)
})

test('refuses a logout without a token', async () => {
  const none = await api('POST', '/v1/oauth/logout')
  const bad = await api('POST', '/v1/oauth/logout', { token: 'x.y.z' })

  expect([none.status, none.headers['www-authenticate']]).toEqual([401, 'Bearer realm="askline"'])
  expect([bad.status, bad.body.error]).toEqual([401, 'invalid_token'])
})

test('refuses a revoked credential and its tokens', async () => {
  const { clientId, clientSecret } = bank.brunosClient
  const client_id = clientId
  const granted = (await token({ client_id, client_secret: clientSecret })).body.access_token
  await inSystem(db, (tx) => revokeCredential(tx, clientId))
  const refused = await token({ client_id, client_secret: clientSecret })

  expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client'])
  await expect.poll(async () => (await list(granted)).status).toBe(401)
})

test('accepts a token in the header only', async () => {
  const inQuery = await api('GET', '/v1/questions', { query: { access_token: tokens.ada } })
  const lowerCase = await api('GET', '/v1/questions', { headers: { authorization: `bearer ${tokens.ada}` } })
  const basic = await api('GET', '/v1/questions', { headers: { authorization: 'Basic abc' } })

  expect([inQuery.status, inQuery.body.error.code]).toEqual([401, 'token_missing'])
  expect(lowerCase.status).toBe(200)
  expect(basic.headers['www-authenticate']).toBe('Bearer realm="askline"')
})

test('does not expose the private key or any secret', async () => {
  const keys = await api('GET', '/v1/oauth/jwks')
  const { rows: stored } = await db.system.query('select c::text as row from credentials c')

  expect(Object.keys(keys.body.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  expect(JSON.stringify(stored)).not.toContain(bank.client.clientSecret)
})
