import { eventTypes } from '@askline/contracts'
import specs from '@asyncapi/specs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import type { Body } from './caller.ts'
import { openWorld } from './world.ts'

const { api } = await openWorld({ SOCKET_URL: 'https://bell.askline.example/' })
const answer = await api('GET', '/v1/asyncapi.json')
const document = answer.body

/** Returns the target of a reference, or `undefined` if it does not exist. */
const at = (reference: string): Body =>
  reference
    .slice(2)
    .split('/')
    .reduce((value: Body, name) => value?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document)

test('is a valid AsyncAPI 3 document', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, meta: false, validateSchema: false })
  const check = ajv.compile(specs.schemas['3.0.0'])

  expect(answer.status).toBe(200)
  expect(check(document) ? [] : check.errors).toEqual([])
  const references = [...answer.text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(references.filter((reference) => at(reference) === undefined)).toEqual([])
  expect(references.length).toBeGreaterThan(15)
})

test('lists the messages of the socket in both directions, and its address', () => {
  const operations = Object.values<Body>(document.operations).map(({ action, messages, reply }) => {
    const message = at(at(messages[0].$ref).$ref)
    return `${action} ${message.name}${reply ? ' and acknowledge' : ''}`
  })

  expect(operations).toEqual([
    'receive subscribe and acknowledge',
    'receive unsubscribe and acknowledge',
    'receive composing',
    'send question-changed',
    'send inbox-changed',
    'send composing',
  ])
  expect(document.servers.notifier).toMatchObject({ host: 'bell.askline.example', protocol: 'wss' })
  expect(document.channels.socket.address).toBe('/v1')
})

test('is linked by the OpenAPI document', async () => {
  const openapi = (await api('GET', '/v1/openapi.json')).body
  expect(openapi.externalDocs.url).toBe('http://localhost:3000/v1/asyncapi.json')
})

test('has the lists of words and resources of the OpenAPI document, such as the types of events', async () => {
  const { schemas } = (await api('GET', '/v1/openapi.json')).body.components
  const own = document.components.schemas
  const shared = Object.keys(own).filter((name) => name in schemas)

  expect(shared).toContain('EventType')
  expect(own.EventType.enum).toEqual(eventTypes)
  for (const name of shared) expect(own[name], name).toEqual(schemas[name])
})
