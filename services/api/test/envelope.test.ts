import { type AddressInfo, connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { conformityWith } from '@askline/testing'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, app, ask, db, inject, tokens } = await openWorld()

test('keeps a well-formed correlation id, and makes one where it is missing', async () => {
  const given = 'order-66:retry.2'
  const kept = await api('GET', '/v1/questions', { token: tokens.ada, headers: { 'x-correlation-id': given } })
  const made = await api('GET', '/v1/questions', { token: tokens.ada })
  const refused = await api('GET', '/v1/questions', { headers: { 'x-correlation-id': 'a b"c' } })

  expect([kept.headers['x-correlation-id'], kept.body.meta.correlationId]).toEqual([given, given])
  expect(made.body.meta.correlationId).toMatch(/^[0-9a-f-]{36}$/)
  expect(refused.body.meta.correlationId).toMatch(/^[0-9a-f-]{36}$/)
})

test('carries the correlation id into the log of events and the jobs', async () => {
  const asked = await api('POST', '/v1/questions', {
    token: tokens.ada,
    body: { text: 'Why?' },
    headers: { 'x-correlation-id': 'walk-1' },
  })

  const text =
    'select correlation_id as id, (select jobs::text from outbox order by id desc limit 1) as jobs from question_events where question_id = $1'
  const { rows } = await db.system.query<{ id: string; jobs: string }>(text, [asked.body.data.uuid])

  expect(rows[0]?.id).toBe('walk-1')
  expect(rows[0]?.jobs).toContain('"correlationId": "walk-1"')
})

test('prints its version and time on every answer, and data or an error', async () => {
  const found = await api('GET', '/v1/questions', { token: tokens.ada })
  const missing = await api('GET', '/v1/nothing')

  expect(found.body.meta).toEqual({
    version: '1.0',
    correlationId: expect.any(String),
    serverTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  })
  expect(Object.keys(found.body)).toEqual(['meta', 'data'])
  expect(Object.keys(missing.body)).toEqual(['meta', 'error'])
  expect(missing.body.error.code).toBe('path_not_found')
})

test('a problem has a title fixed per code and the occurrence in its detail', async () => {
  const headers = { accept: 'application/problem+json' }
  const problem = await api('POST', '/v1/questions', { token: tokens.ada, body: {}, headers })

  expect(problem.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(problem.body).toMatchObject({
    type: 'urn:askline:error:invalid_request',
    title: 'Invalid request',
    status: 400,
    detail: 'text is missing.',
    code: 'invalid_request',
    details: [{ field: 'text', rule: 'required', message: 'text is missing.' }],
  })
  // Readers of problems find their codes in the document, as readers of the envelope do.
  const faultOf = conformityWith(JSON.stringify(app.swagger()))
  const body = { ...problem.body, code: 'no_such_code' }
  const { status, headers: theirs } = problem
  expect(faultOf({ status, headers: theirs, text: '', body }, 'POST', '/v1/questions')).toContain('allowed values')
})

test('lets an answer load, run and be framed by nothing', async () => {
  const question = await ask()
  for (const url of [`/v1/questions/${question.uuid}`, '/v1/nothing', '/health/live', '/v1/avatars/x']) {
    const { headers } = await api('GET', url, { token: tokens.ada })
    expect(headers['content-security-policy'], url).toContain("default-src 'none'")
    expect(headers['x-content-type-options'], url).toBe('nosniff')
    expect(headers['x-powered-by'], url).toBeUndefined()
  }
})

test('tells nothing of an error of ours but that there was one', async () => {
  const other = await openWorld()
  other.context.freshness.find = async () => {
    throw Object.assign(new Error('relation "questions" does not exist'), { code: '42P01', detail: 'secret' })
  }
  const question = await other.ask()
  const failed = await other.api('GET', `/v1/questions/${question.uuid}`, { token: other.tokens.ada })

  expect(failed.status).toBe(500)
  expect(failed.body.error).toEqual({ code: 'internal', message: expect.any(String) })
})

test('refuses a path that is no percent-encoded UTF-8', async () => {
  const answer = await api('GET', '/v1/questions/%E0%A4%A', { token: tokens.ada })

  expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request'])
})

test.each([
  ['what is no HTTP at all', 'GET', '/', 'no colon here', 400, 'invalid_request'],
  [
    'an address that is too long',
    'GET',
    `/v1/classifications?text=${'x'.repeat(20_000)}`,
    '',
    431,
    'headers_too_large',
  ],
  [
    'one under another method',
    'DELETE',
    `/v1/classifications?text=${'x'.repeat(20_000)}`,
    '',
    431,
    'headers_too_large',
  ],
  ['headers that are too long', 'GET', '/health/live', `x: ${'x'.repeat(20_000)}`, 431, 'headers_too_large'],
  [
    'headers of a sign-in that are too long',
    'POST',
    '/oauth/token',
    `x: ${'x'.repeat(20_000)}`,
    431,
    'headers_too_large',
  ],
])('answers %s in the envelope, as the document says', async (_what, method, url, line, status, code) => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.end([`${method} ${url} HTTP/1.1`, 'host: localhost', ...(line === '' ? [] : [line]), '', ''].join('\r\n'))
  const [head = '', text = ''] = (await readAll(socket)).split('\r\n\r\n')
  const [first, ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((one) => one.toLowerCase().split(': ')))
  const body = JSON.parse(text)

  expect(first).toContain(`HTTP/1.1 ${status} `)
  expect(body.error.code).toBe(code)
  expect(headers['x-correlation-id']).toBe(body.meta.correlationId)
  const faultOf = conformityWith(JSON.stringify(app.swagger()))
  expect(faultOf({ status, headers, text, body }, method, url)).toBeUndefined()
})

test('answers HEAD where it answers GET', async () => {
  const question = await ask()
  const answer = await inject({
    method: 'HEAD',
    url: `/v1/questions/${question.uuid}`,
    headers: { authorization: `Bearer ${tokens.ada}` },
  })

  expect([answer.statusCode, answer.body]).toEqual([200, ''])
})

test('draws an avatar for everybody, the same one every time', async () => {
  const uuid = '0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f'
  const one = await api('GET', `/v1/avatars/${uuid}`)
  const again = await api('GET', `/v1/avatars/${uuid.toUpperCase()}`)
  const other = await api('GET', '/v1/avatars/0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e40')

  expect([one.status, one.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect(one.text).toMatch(/^<svg [\s\S]*<\/svg>\n$/)
  expect(again.text).toBe(one.text)
  expect(other.text).not.toBe(one.text)
  for (const accept of ['*/*', 'application/problem+json'])
    expect((await api('GET', '/v1/avatars/x', { headers: { accept } })).status).toBe(400)
})

test('finds nothing at a path whose last part is empty', async () => {
  for (const path of ['/v1/questions/', '/v1/question/', '/v1/questions//reroute', '/v1/users/forget/']) {
    const { status, body } = await api('GET', path, { token: tokens.ada })
    expect([status, body.error.code], path).toEqual([404, 'path_not_found'])
  }
})
