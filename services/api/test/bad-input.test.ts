import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Endpoint, type EndpointName, endpoints } from '../src/endpoints.ts'
import { badValuesOf } from './bad-values.ts'
import type { Answer, Call } from './caller.ts'
import { type Sample, samples, urlOf } from './samples.ts'
import { openWorld } from './world.ts'

const world = await openWorld()
const { api, askAndAnswer, bank, db, mint, rival, tokens } = world
const document = (await api('GET', '/v1/openapi.json')).body

const ours = { ...(await askAndAnswer()), ...(await world.addAdministered(bank)) }
const theirs = {
  ...(await askAndAnswer(rival, tokens.max, tokens.rivalsBruno)),
  ...(await world.addAdministered(rival)),
}

const table: [name: string, endpoint: Endpoint, sample: Sample][] = Object.entries(endpoints).map(
  ([name, endpoint]) => [name, endpoint, samples[name as EndpointName]],
)

const urlTo = ({ path }: Endpoint, uuid: string) => urlOf(path, uuid, ours.person.sessionUuid)
const documentedPathOf = ({ path }: Endpoint) => `/v1${path.replace(/:(\w+)/g, '{$1}')}`

/** Returns the sample's request with the uuids of its row and question. */
function requestOf({ method }: Endpoint, sample: Sample, rows: typeof ours = ours) {
  const named: Record<string, string> = {
    questionUuid: rows.question.uuid,
    clientId: (sample.row === 'integration' ? rows.integration : rows.person).clientId,
  }
  const members = Object.entries(sample.body ?? {}).map(([name, value]) => [name, named[name] ?? value])
  const body: Record<string, unknown> = Object.fromEntries(members)
  const uuid = sample.row === undefined ? '' : rows[sample.row].uuid
  return { uuid, body, call: method === 'GET' ? (sample.query ? { query: sample.query } : {}) : { body } }
}

/** Returns the documented schema of an endpoint's body, or `undefined` if it takes none. */
function bodySchemaOf(endpoint: Endpoint) {
  const operation = document.paths[documentedPathOf(endpoint)][endpoint.method.toLowerCase()]
  const schema = operation.requestBody?.content['application/json'].schema
  const name = schema?.$ref?.split('/').at(-1)
  return name === undefined ? schema : document.components.schemas[name]
}

/** Returns the counts of rows and versions. Equal results mean that nothing was written. */
async function printOfDatabase(): Promise<string> {
  const tables = ['questions', 'responses', 'messages', 'question_events', 'outbox', 'offers', 'users', 'revisions']
  const counts = [...tables, 'idempotency_keys', 'revocations'].map((name) => `(select count(*) from ${name})`)
  const text = `select concat_ws(' ', ${counts.join(', ')}, (select sum(version) from questions), (select sum(capacity) from experts)) as print`
  const { rows } = await db.system.query<{ print: string }>(text)
  return rows[0]?.print ?? ''
}

/** Asserts an envelope with code, message and correlation id, and without SQL, stack or path. */
function expectRefusal(answer: Answer, status: number, code: string, what: string) {
  expect(`${answer.status} ${answer.body?.error?.code}`, `${what}: ${answer.text.slice(0, 300)}`).toBe(
    `${status} ${code}`,
  )
  expect(answer.body.error.message.length, what).toBeGreaterThan(10)
  expect(answer.body.meta.correlationId, what).toBe(answer.headers['x-correlation-id'])
  expect(answer.text, what).not.toMatch(/select |insert |node_modules|\.ts:|at Object/i)
}

describe.each(table)('%s', (name, endpoint, sample) => {
  const token = tokens[sample.who]
  const { uuid, call } = requestOf(endpoint, sample)
  const url = urlTo(endpoint, uuid)
  const otherScope = [endpoint.scope === 'training' ? 'privacy' : 'training'] as const
  const send = (options: Call, to = url, method: string = endpoint.method) => api(method, to, options)

  test('requires a valid token', async () => {
    const kinds = { integration: 'integration', ada: 'user', bruno: 'expert', dora: 'agent', edda: 'admin' } as const
    const kind = kinds[sample.who]
    const id = sample.who === 'integration' ? bank.integrationId : bank[sample.who]
    const ended = mint(bank, kind, id)
    expect((await api('POST', '/v1/oauth/logout', { token: ended })).status).toBe(200)

    const none = await send(call)
    const garbage = await send({ ...call, token: 'abc' })
    const expired = await send({ ...call, token: mint(bank, kind, id, { lifetimeSeconds: -1 }) })
    const revoked = await send({ ...call, token: ended })

    expectRefusal(none, 401, 'token_missing', 'no token')
    expect(none.headers['www-authenticate']).toBe('Bearer realm="askline"')
    expectRefusal(garbage, 401, 'token_invalid', 'garbage')
    expectRefusal(expired, 401, 'token_expired', 'expired')
    expectRefusal(revoked, 401, 'token_revoked', 'revoked')
    for (const answer of [garbage, expired, revoked]) {
      expect(answer.headers['www-authenticate']).toContain('error="invalid_token"')
    }
  })

  test('requires its scope and names it', async () => {
    const kind = endpoint.kinds[0] ?? 'user'
    const poor = mint(bank, kind, bank.ada, { scopes: otherScope })
    const answer = await send({ ...call, token: poor })

    expectRefusal(answer, 403, 'insufficient_scope', 'scope')
    expect(answer.body.error.message).toContain(endpoint.scope)
    expect(answer.headers['www-authenticate']).toContain(`error="insufficient_scope", scope="${endpoint.scope}"`)
  })

  test('refuses another method and lists the allowed ones', async () => {
    const answer = await send({ token }, url, 'DELETE')

    expectRefusal(answer, 405, 'method_not_allowed', 'DELETE')
    expect(answer.headers['allow']).toContain(endpoint.method)
  })

  test('is checked in order: path, method, token, scope, body, row', async () => {
    const broken = { raw: '{', headers: { 'content-type': 'text/plain' } }
    const unknown = urlTo(endpoint, randomUUID())
    const poor = mint(bank, endpoint.kinds[0] ?? 'user', bank.ada, { scopes: otherScope })

    expect((await api('POST', `${url}/nowhere/at/all`, broken)).status).toBe(404)
    expect((await api('POST', `${url}/nowhere/at/all`, { raw: '{' })).status).toBe(404)
    expect((await api('DELETE', unknown, broken)).status).toBe(405)
    expect((await api('PATCH', unknown, { raw: '{' })).status).toBe(405)
    expect((await send(endpoint.method === 'GET' ? {} : broken, unknown)).status).toBe(401)
    expect((await send({ ...(endpoint.method === 'GET' ? {} : broken), token: poor }, unknown)).status).toBe(403)
    if (endpoint.method !== 'GET') expect((await send({ ...broken, token }, unknown)).status).toBe(415)
    if (sample.row) expect((await send({ ...call, token }, unknown)).status, name).toBe(404)
  })
})

describe.each(table.filter(([, , sample]) => sample.row))('%s', (_name, endpoint, sample) => {
  const token = tokens[sample.who]
  const { uuid, call } = requestOf(endpoint, sample)
  const url = urlTo(endpoint, uuid)
  const send = (options: Call, to = url) => api(endpoint.method, to, options)

  test('refuses malformed, unknown and foreign uuids', async () => {
    for (const malformed of [
      'x',
      '123',
      `${uuid}0`,
      uuid.replaceAll('-', ''),
      '%00',
      '%F0%9F%98%80',
      'x'.repeat(500),
    ]) {
      expectRefusal(await send({ ...call, token }, urlTo(endpoint, malformed)), 400, 'invalid_uuid', malformed)
    }
    const code = `${sample.row}_not_found`
    expectRefusal(await send({ ...call, token }, urlTo(endpoint, randomUUID())), 404, code, 'unknown')
    const foreign = requestOf(endpoint, sample, theirs).uuid
    expectRefusal(await send({ ...call, token }, urlTo(endpoint, foreign)), 404, code, 'of another company')
  })
})

// files.test.ts tests uploads.
describe.each(table.filter(([, endpoint]) => endpoint.method !== 'GET' && !endpoint.upload))(
  '%s',
  (_name, endpoint, sample) => {
    const token = tokens[sample.who]
    const { uuid, body } = requestOf(endpoint, sample)
    const url = urlTo(endpoint, uuid)
    const send = (options: Call, to = url) => api(endpoint.method, to, options)

    test('accepts only JSON objects in UTF-8', async () => {
      const before = await printOfDatabase()
      const raw = JSON.stringify(body)
      const json = 'application/json'
      const cases: [what: string, call: Call, status: number, code: string][] = [
        ['broken JSON', { raw: raw.slice(0, -1) }, 400, 'invalid_json'],
        ['half a string', { raw: '{"text":"' }, 400, 'invalid_json'],
        ['not UTF-8', { raw: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }, 400, 'invalid_json'],
        ['__proto__', { raw: '{"__proto__":{"text":"x"}}' }, 400, 'invalid_request'],
        ['constructor.prototype', { raw: '{"constructor":{"prototype":{"a":1}}}' }, 400, 'invalid_request'],
        ['an array', { raw: '[]' }, 400, 'invalid_request'],
        ['null', { raw: 'null' }, 400, 'invalid_request'],
        ['a string', { raw: '"text"' }, 400, 'invalid_request'],
        [
          'a form',
          { raw: 'text=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
          415,
          'unsupported_media_type',
        ],
        ['plain text', { raw, headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
        ['no type', { raw, headers: { 'content-type': '' } }, 415, 'unsupported_media_type'],
        ['too large', { raw: JSON.stringify({ ...body, more: 'x'.repeat(256 * 1024) }) }, 413, 'payload_too_large'],
        [
          'too large text',
          { raw: 'x'.repeat(300_000), headers: { 'content-type': 'text/plain' } },
          413,
          'payload_too_large',
        ],
        [
          '100,000 brackets',
          { raw: `${'['.repeat(100_000)}${']'.repeat(100_000)}`, headers: { 'content-type': json } },
          400,
          'invalid_request',
        ],
        ['an unusable key', { body, headers: { 'idempotency-key': 'x'.repeat(256) } }, 400, 'invalid_request'],
      ]
      for (const [what, options, status, code] of cases) {
        if (what === 'an unusable key' && endpoint.method !== 'POST') continue
        expectRefusal(await send({ ...options, token }), status, code, what)
      }
      expect(await printOfDatabase()).toBe(before)
    })

    test('treats null as missing in optional members, except in administration', async () => {
      const { properties = {}, required = [] } = bodySchemaOf(endpoint) ?? {}
      const isAdmin = endpoint.path.startsWith('/admin/')
      for (const name of Object.keys(properties)) {
        const isNullable = 'anyOf' in properties[name]
        if (required.includes(name) || isNullable) continue
        // A request with another fault reports only that one, because null is no fault.
        const { status, body: answer } = await send({ token, body: { ...body, [name]: null, uuid: 'x' } })
        type Detail = { field: string; rule: string }
        const told: Detail[] = answer?.error?.details ?? []
        const isTold = told.some(({ field, rule }) => field === name && rule !== 'required')
        expect([name, isTold], `${status}`).toEqual([name, isAdmin || name === 'uuid'])
      }
    })

    test('coerces no value of a body and names each fault', async () => {
      const schema = bodySchemaOf(endpoint)
      const cases = schema ? badValuesOf(schema, body, !endpoint.path.startsWith('/admin/')) : []
      const before = await printOfDatabase()

      for (const { what, values, field, rule } of cases) {
        const answer = await send({ token, body: values })
        expectRefusal(answer, 400, rule === 'uuid' ? 'invalid_uuid' : 'invalid_request', what)
        const told = answer.body.error.details.map(
          (detail: { field: string; rule: string }) => `${detail.field} ${detail.rule}`,
        )
        expect(told, what).toContain(`${field} ${rule}`)
      }
      if (Object.keys(schema?.properties ?? {}).length > 0) expect(cases.length).toBeGreaterThan(5)
      expect(await printOfDatabase()).toBe(before)
    })
  },
)

describe.each(table.filter(([, endpoint]) => endpoint.method === 'GET'))('%s', (_name, endpoint, sample) => {
  const token = tokens[sample.who]
  const { uuid } = requestOf(endpoint, sample)
  const url = urlTo(endpoint, uuid)
  const send = (options: Call, to = url) => api(endpoint.method, to, options)

  test('parses numbers of a query and refuses invalid ones', async () => {
    const path = document.paths[documentedPathOf(endpoint)].get
    const known: string[] = (path.parameters ?? [])
      .filter((p: { in: string }) => p.in === 'query')
      .map((p: { name: string }) => p.name)
    const cases: [query: string, field: string][] = [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=ten', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['limit=', 'limit'],
      ['offset=-1', 'offset'],
      ['cursor=', 'cursor'],
      ['cursor=nonsense', 'cursor'],
      ['lastChecked=yesterday', 'lastChecked'],
      ['lastChecked=2026-13-45T00:00:00Z', 'lastChecked'],
      ['lastChecked=', 'lastChecked'],
      ['lastChecked=1767225600', 'lastChecked'],
      ['userEmail=nobody', 'userEmail'],
      ['userEmail=a%00@b', 'userEmail'],
      ['externalId.id=%20', 'externalId.id'],
      ['externalId.id=%ED%A0%80', 'externalId.id'],
      ['includeConversation=maybe', 'includeConversation'],
      ['questionUuid=x', 'questionUuid'],
      ['responseUuid=x', 'responseUuid'],
      ['externalId.system=%E2%80%8B', 'externalId.system'],
      ['view=everything', 'view'],
      ['class=%20', 'class'],
      ['role=operator', 'role'],
      ['isBlocked=maybe', 'isBlocked'],
      ['action=nothing', 'action'],
      ['type=NOTHING', 'type'],
      ['with=x', 'with'],
      ['isSettled=maybe', 'isSettled'],
      ['days=0', 'days'],
      ['days=soon', 'days'],
      ['text=%20', 'text'],
      ['text=x&language=%20', 'language'],
      ['status=NOTHING', 'status'],
      ['stage=NOTHING', 'stage'],
      ['state=NOTHING', 'state'],
      ['source=NOTHING', 'source'],
      ['category=%20', 'category'],
      ['person=%20', 'person'],
      ['automatic=NOTHING', 'automatic'],
      ['from=yesterday', 'from'],
      ['to=2026-13-45T00:00:00Z', 'to'],
      ['outcome=NOTHING', 'outcome'],
      ['actorUuid=x', 'actorUuid'],
      ['targetId=', 'targetId'],
      ['knowledgeUuid=x', 'knowledgeUuid'],
    ]
    const own = cases.filter(([, field]) => known.includes(field))
    for (const [query, field] of own) {
      const answer = await send({ token }, `${url}?${query}`)
      expect(answer.status, `${query}: ${answer.text.slice(0, 200)}`).toBe(400)
      expect(JSON.stringify(answer.body.error.details), query).toMatch(
        new RegExp(`"field":"(query|${field}|query.${field})"`),
      )
    }
    expect(known.filter((name) => !own.some(([, field]) => field === name))).toEqual([])
  })
})
