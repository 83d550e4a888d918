import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, tokens } = await openWorld()

/** Spellings that skipped validation in earlier versions of Fastify, or might do so. */
const tricks = [
  'application/json\t; charset=utf-8',
  'application/json\ta',
  ' application/json',
  '\tapplication/json',
  'APPLICATION/JSON',
  'application/json;',
  'application/json ; x=y',
  'application/json; foo/bar',
  'application/jsonx',
  'application/json, text/plain',
  'application/vnd.api+json',
  'text/json',
  'application/json;charset=utf-16',
]

test.each(tricks)('checks a body announced as %j', async (contentType) => {
  const invalid = await api('POST', '/v1/questions', {
    token: tokens.ada,
    raw: '{"text":5}',
    headers: { 'content-type': contentType },
  })

  expect([400, 415]).toContain(invalid.status)
  expect(['invalid_request', 'unsupported_media_type']).toContain(invalid.body.error.code)
})

test('accepts JSON with any parameters and case', async () => {
  for (const contentType of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
    const headers = { 'content-type': contentType }
    const asked = await api('POST', '/v1/questions', { token: tokens.ada, raw: '{"text":"Why?"}', headers })
    expect(asked.status, contentType).toBe(201)
  }
})

test.each([
  ['compressed', { 'content-encoding': 'gzip' }, 'Content-Encoding'],
  ['in another charset', { 'content-type': 'application/json; charset="utf-16"' }, 'UTF-8'],
  ['in latin', { 'content-type': 'application/json;charset=ISO-8859-1' }, 'UTF-8'],
])('refuses a body that comes %s', async (_how, headers, named) => {
  const refused = await api('POST', '/v1/questions', { token: tokens.ada, raw: '{"text":"Why?"}', headers })
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-16' }
  const token = await api('POST', '/v1/oauth/token', { raw: 'grant_type=x', headers: { ...form, ...headers } })

  expect([refused.status, refused.body.error.code]).toEqual([415, 'unsupported_media_type'])
  expect(refused.body.error.message).toContain(named)
  expect([token.status, token.body.error]).toEqual([415, 'invalid_request'])
})

test('accepts a body with the content encoding identity', async () => {
  const headers = { 'content-encoding': 'identity' }
  expect((await api('POST', '/v1/questions', { token: tokens.ada, raw: '{"text":"Why?"}', headers })).status).toBe(201)
})

test('names both media types that the token endpoint accepts', async () => {
  const { status, body } = await api('POST', '/v1/oauth/token', { raw: 'x', headers: { 'content-type': 'text/plain' } })

  expect([status, body.error]).toEqual([415, 'invalid_request'])
  expect(body.error_description).toMatch(/x-www-form-urlencoded or application\/json/)
})

test.each([
  ['a name that objects reserve', '{"text":"Why?","__proto__":{"a":1}}', 'body', 'name'],
  ['one in metadata', '{"text":"Why?","metadata":{"a":{"constructor":{"prototype":1}}}}', 'body', 'name'],
  ['a number beyond all numbers', '{"text":"Why?","metadata":{"a":[1,{"b":1e400}]}}', 'metadata.a.1.b', 'finite'],
  ['one of many digits', `{"text":"Why?","metadata":{"n":-${'9'.repeat(309)}}}`, 'metadata.n', 'finite'],
])('refuses %s by its rule', async (_what, raw, field, rule) => {
  const { status, body } = await api('POST', '/v1/questions', { token: tokens.ada, raw })

  expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  expect(body.error.details[0]).toMatchObject({ field, rule })
})

test('keeps numbers that only look too large', async () => {
  const metadata = { n: Number.MAX_SAFE_INTEGER, share: 1e-300, digits: '9'.repeat(400) }
  const asked = await api('POST', '/v1/questions', { token: tokens.ada, body: { text: 'Why?', metadata } })

  expect(asked.body.data.metadata).toEqual(metadata)
})
