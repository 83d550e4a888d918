import { expect, test } from 'vitest'
import type { ApiDocument, Schema } from './api-document.ts'
import { buildConformity, buildRequestConformity } from './conformity.ts'

const pin: Schema = {
  type: 'object',
  required: ['digits'],
  properties: { digits: { $ref: '#/components/schemas/Digits' } },
}
const operation = { operationId: 'getPin', description: '', tags: [] }
const document: ApiDocument = {
  paths: {
    '/pins/{uuid}': {
      get: {
        ...operation,
        responses: {
          200: {
            headers: { 'X-Pin': { $ref: '#/components/headers/X-Pin' } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pin' } } },
          },
          304: {},
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
    '/pins': {
      post: {
        ...operation,
        parameters: [{ in: 'query', name: 'dryRun', schema: {} }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pin' } } } },
        responses: { 201: {} },
      },
    },
    '/pins/blank': {
      post: {
        ...operation,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pin' } } },
        },
        responses: { 201: {} },
      },
    },
    '/pins/mine': { get: { ...operation, responses: { 204: {} } } },
  },
  'x-everywhere': { 404: { $ref: '#/components/responses/Unknown' }, 431: {} },
  components: {
    schemas: { Pin: pin, Digits: { type: 'integer' } },
    headers: { 'X-Pin': { required: true } },
    responses: {
      NotFound: { content: { 'text/plain': { schema: { type: 'string' } } } },
      Unknown: {
        content: { 'application/json': { schema: { type: 'object', properties: { code: { enum: ['unknown'] } } } } },
      },
    },
  },
}
const faultOf = buildConformity(document)
const right = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-pin': '1' },
  body: { digits: 4 },
}
const faultIn = (answer: object, url = '/pins/1?a=b', method = 'GET') =>
  faultOf({ status: 200, headers: {}, text: '', body: undefined, ...answer }, method, url)

test('an answer that matches the document has no fault', () => {
  expect(faultIn(right)).toBeUndefined()
  expect(faultIn({ status: 304 })).toBeUndefined()
  expect(faultIn({ ...right, body: undefined }, '/pins/1', 'HEAD')).toBeUndefined()
  expect(faultIn({ status: 404, headers: { 'content-type': 'text/plain' }, text: 'None.' })).toBeUndefined()
  expect(faultIn({ status: 204 }, '/pins/mine')).toBeUndefined()
})

test.each([
  ['another status', { status: 201 }, 'does not know this status'],
  ['a required header that is missing', { headers: { 'content-type': 'application/json' } }, 'X-Pin is missing'],
  ['another media type', { headers: { ...right.headers, 'content-type': 'text/html' } }, 'does not know text/html'],
  ['a member that nobody wrote down', { body: { digits: 4, more: true } }, 'additional properties'],
  ['a member that is missing', { body: {} }, "required property 'digits'"],
  ['a member of another type, behind references', { body: { digits: 'four' } }, 'must be integer'],
  ['a body where none is said', { status: 304, text: '{}' }, 'it has a body'],
])('%s is a fault', (_what, spoiled, words) => {
  expect(faultIn({ ...right, ...spoiled })).toContain(words)
})

test.each([
  ['path', '/pens', 'GET'],
  ['method', '/pins/mine', 'DELETE'],
])('an unknown %s matches `x-everywhere` of the document', (_what, url, method) => {
  const json = { 'content-type': 'application/json' }
  expect(faultIn({ status: 404, headers: json, body: { code: 'unknown' } }, url, method)).toBeUndefined()
  expect(faultIn({ status: 404, headers: json, body: { code: 'not_found' } }, url, method)).toContain('allowed values')
  expect(faultIn({ status: 431 }, url, method)).toBeUndefined()
  expect(faultIn(right, url, method)).toContain('does not know this status')
})

test('`x-everywhere` does not apply to operations', () => {
  expect(faultIn({ status: 431 })).toContain('does not know this status')
})

const faultOfRequest = buildRequestConformity(document)

test('a request that matches the document has no fault', () => {
  expect(faultOfRequest('POST', '/pins?dryRun=true', { digits: 4 })).toBeUndefined()
  expect(faultOfRequest('GET', '/pins/1', undefined)).toBeUndefined()
  expect(faultOfRequest('POST', '/pins', undefined)).toBeUndefined()
})

test.each([
  ['another path', 'GET', '/pin', undefined, 'does not know this request'],
  ['another method', 'PUT', '/pins', {}, 'does not know this request'],
  ['an unknown parameter', 'POST', '/pins?dry=true', { digits: 4 }, 'does not know the parameter dry'],
  ['a missing member', 'POST', '/pins', {}, "must have required property 'digits'"],
  ['no body where one is required', 'POST', '/pins/blank', undefined, 'must be object'],
  ['an undocumented member', 'POST', '/pins', { digits: 4, color: 'red' }, 'must NOT have additional properties'],
])('a request with %s is a fault', (_, method, url, body, words) => {
  expect(faultOfRequest(method, url, body)).toContain(words)
})
