import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api, tokens } = await openWorld()

/** Spellings by which validation was skipped in earlier versions of Fastify, or might be. */
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

test('takes JSON whatever its parameters and case', async () => {
  for (const contentType of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
    const headers = { 'content-type': contentType }
    const asked = await api('POST', '/v1/questions', { token: tokens.ada, raw: '{"text":"Why?"}', headers })
    expect(asked.status, contentType).toBe(201)
  }
})
