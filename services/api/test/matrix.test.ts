import { randomUUID } from 'node:crypto'
import type { PrincipalKind } from '@askline/contracts'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../src/http/endpoint.ts'
import { badValuesOf } from './bad-values.ts'
import type { Answer, Body, Call } from './caller.ts'
import { type Sample, sampleOf, urlOf } from './samples.ts'
import { openWorld } from './world.ts'

/** Every endpoint, called by every kind of caller and with every kind of invalid request: made from the descriptions of the endpoints. */
const world = await openWorld()
const { api, askAndAnswer, bank, db, mint, rival, tokens } = world
await db.system.query('update experts set capacity = 100000')
const document = (await api('GET', '/v1/openapi.json')).body

const table = world.endpoints.map((endpoint) => ({ name: endpoint.name, endpoint, sample: sampleOf(endpoint) }))

const ours = { ...(await askAndAnswer()), ...(await world.addAdministered(bank)) }
const theirs = {
  ...(await askAndAnswer(rival, tokens.max, tokens.rivalsBruno)),
  ...(await world.addAdministered(rival)),
}

const callers = {
  integration: ['integration', tokens.integration],
  owner: ['user', tokens.ada],
  otherUser: ['user', tokens.ben],
  expert: ['expert', tokens.bruno],
  agent: ['agent', tokens.dora],
  admin: ['admin', tokens.edda],
} as const satisfies Record<string, [PrincipalKind, string]>

const rivals = {
  rivalsIntegration: ['integration', tokens.rival],
  rivalsUser: ['user', tokens.max],
  rivalsExpert: ['expert', tokens.rivalsBruno],
  rivalsAgent: ['agent', mint(rival, 'agent', rival.dora)],
  rivalsAdmin: ['admin', tokens.rivalsEdda],
} as const satisfies Record<string, [PrincipalKind, string]>

const urlTo = ({ path }: Endpoint, uuid: string, rows = ours) => urlOf(path, uuid, rows.person.sessionUuid)
const documentedPathOf = ({ path }: Endpoint) => `/v1${path.replace(/:(\w+)/g, '{$1}')}`
const namesRow = ({ row, body = {} }: Sample) => row !== undefined || 'questionUuid' in body

/** Returns the sample's request with the uuids of its row and question, and with values that must be unique. */
function requestOf({ method }: Endpoint, { row, body: sent = {}, query }: Sample, rows: typeof ours = ours) {
  const valueFor = (name: string, value: unknown) => {
    if (name === 'questionUuid') return rows.question.uuid
    if (name === 'clientId') return (row === 'integration' ? rows.integration : rows.person).clientId
    if (name === 'email') return `${randomUUID()}@bank.example`
    return name === 'name' || name === 'systemId' ? randomUUID() : value
  }
  const body: Record<string, unknown> = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, valueFor(name, value)]),
  )
  const uuid = row === undefined ? '' : rows[row].uuid
  return { uuid, body, call: method === 'GET' ? (query ? { query } : {}) : { body } }
}

/** Returns rows that a caller may change, so that an act of one does not spoil the rows of the next. */
async function freshRowsFor({ row, body = {} }: Sample): Promise<typeof ours> {
  const isOfQuestion = ['question', 'response', 'message'].includes(row ?? '') || 'questionUuid' in body
  return { ...ours, ...(isOfQuestion ? await askAndAnswer() : await world.addAdministered(bank)) }
}

/** Sends the sample's request as a caller, for ada if it is an integration. */
function callAs(
  [kind, token]: readonly [PrincipalKind, string],
  { name, endpoint, sample }: (typeof table)[number],
  rows = ours,
): Promise<Answer> {
  const { uuid, body } = requestOf(endpoint, sample, rows)
  const agent = endpoint.path.startsWith('/agents') ? { agentEmail: 'dora@bank.example', agentName: 'Dora' } : {}
  // A person that every test knows must not be forgotten.
  const isForAda = kind === 'integration' && name !== 'forgetUser'
  const sent = isForAda ? { ...body, userEmail: 'ada@bank.example', ...agent } : body
  const url = urlTo(endpoint, uuid, rows)
  return api(endpoint.method, url, { token, ...(endpoint.method === 'GET' ? {} : { body: sent }) })
}

/** Returns a checksum of all that is the bank's. Equal results mean that nothing of it changed. */
async function printOfBank(): Promise<string> {
  const content = ['questions', 'responses', 'messages', 'notes', 'offers', 'knowledge']
  const administered = ['users', 'experts', 'categories', 'integrations', 'credentials']
  const prints = [...content, ...administered].map(
    (name) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${name} t where company_id = $1)`,
  )
  const { rows } = await db.system.query(`select concat_ws(' ', ${prints.join(', ')}) as print`, [bank.companyId])
  return rows[0].print
}

/** Returns the documented schema of an endpoint's body, or `undefined` if it takes none. */
function bodySchemaOf(endpoint: Endpoint) {
  const operation = document.paths[documentedPathOf(endpoint)][endpoint.method.toLowerCase()]
  return inline(operation.requestBody?.content['application/json'].schema)
}

/** Returns a schema with its components in place of the references to them. */
function inline(schema: Body): Body {
  if (Object(schema) !== schema) return schema
  if (Array.isArray(schema)) return schema.map(inline)
  const { $ref, ...beside } = schema
  const name = $ref?.split('/').at(-1)
  const own = name === undefined ? beside : { ...document.components.schemas[name], ...beside }
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, inline(value)]))
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

function expectForbidden({ status, body, text }: Answer, what: string) {
  const isForbidden = ['insufficient_scope', 'principal_not_allowed'].includes(body?.error?.code)
  expect([status, isForbidden], `${what}: ${text.slice(0, 300)}`).toEqual([403, true])
}

describe.each(table)('$name', (row) => {
  const { name, endpoint, sample } = row
  const { method, path, callers: kinds } = endpoint
  const mayCall = (kind: PrincipalKind) => kinds.some((one) => one === kind)

  test('neither shows nor changes anything of another company', async () => {
    const before = await printOfBank()

    for (const [who, caller] of Object.entries(rivals)) {
      const answer = await callAs(caller, row)

      const what = `called by ${who}`
      if (!mayCall(caller[0])) expectForbidden(answer, what)
      else if (namesRow(sample)) {
        const code = String(answer.body?.error?.code)
        expect([answer.status, code], what).toEqual([404, expect.stringMatching(/_not_found$/)])
      } else {
        for (const { uuid } of [ours.question, ours.response, ours.knowledge, ours.category, ours.person])
          expect(answer.text, what).not.toContain(uuid)
      }
    }

    expect(await printOfBank()).toBe(before)
  })

  test('serves callers of its kinds, a user for their own rows only, and no others', async () => {
    for (const [who, caller] of Object.entries(callers)) {
      const isStranger = who === 'otherUser' && namesRow(sample)
      const mayChange = mayCall(caller[0]) && !isStranger && method !== 'GET' && namesRow(sample)

      const answer = await callAs(caller, row, mayChange ? await freshRowsFor(sample) : ours)

      const { status, body, text } = answer
      const what = `called by ${who}: ${text.slice(0, 300)}`
      const isOwner = who === 'owner' || who === 'integration' || sample.row === undefined || who === 'admin'
      if (!mayCall(caller[0])) expectForbidden(answer, what)
      else if (isStranger) expect(status, what).toBe(404)
      else if (isOwner && name === 'editMessage') {
        // The sample's message is the expert's: others who can read it may not edit it.
        expect([status, body.error.code], what).toEqual([403, 'forbidden'])
      } else {
        expect(isOwner ? [401, 403, 500, 503] : [401, 500, 503], what).not.toContain(status)
        if (who === 'owner' || (who === 'admin' && path.startsWith('/admin'))) expect(status, what).not.toBe(404)
      }
    }
  })
})

describe.each(table)('$name', ({ name, endpoint, sample }) => {
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
    const kind = endpoint.callers[0] ?? 'user'
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
    const poor = mint(bank, endpoint.callers[0] ?? 'user', bank.ada, { scopes: otherScope })

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

describe.each(table.filter(({ sample }) => sample.row))('$name', ({ endpoint, sample }) => {
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
describe.each(table.filter(({ endpoint }) => endpoint.method !== 'GET' && !endpoint.upload))(
  '$name',
  ({ endpoint, sample }) => {
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

describe.each(table.filter(({ endpoint }) => endpoint.method === 'GET'))('$name', ({ endpoint, sample }) => {
  const token = tokens[sample.who]
  const { uuid } = requestOf(endpoint, sample)
  const url = urlTo(endpoint, uuid)
  const send = (options: Call, to = url) => api(endpoint.method, to, options)

  test('parses numbers of a query and refuses invalid ones', async () => {
    const path = document.paths[documentedPathOf(endpoint)].get
    const parameters: Body[] = (path.parameters ?? []).filter((p: Body) => p.in === 'query')
    const known: string[] = parameters.map(({ name }) => name)
    const { maximum = 0 } = parameters.find(({ name }) => name === 'limit')?.schema ?? {}
    const cases: [query: string, field: string][] = [
      ['limit=0', 'limit'],
      [`limit=${maximum + 1}`, 'limit'],
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
      ['after=', 'after'],
      ['after=nonsense', 'after'],
      ['types=QUESTION_RESOLVED,NOTHING', 'types'],
      ['wait=21', 'wait'],
      ['wait=soon', 'wait'],
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
