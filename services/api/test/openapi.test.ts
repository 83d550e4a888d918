import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { referencesOf } from '@askline/testing/api-document'
import { buildChecks } from '@askline/testing/conformity'
import { expect, onTestFinished, test } from 'vitest'
import { exampleUuid } from '../src/http/example-values.ts'
import type { Body } from './caller.ts'
import { sampleOf, urlOf } from './samples.ts'
import { openWorld } from './world.ts'

const { api, ask, endpoints, routes, tokens } = await openWorld({ PUBLIC_URL: 'https://help.bank.test' })
const document = (await api('GET', '/v1/openapi.json')).body
const withAliases = (await api('GET', '/v1/openapi.json?aliases=yes')).body

type Operation = {
  operationId: string
  security: object[]
  requestBody?: Body
  responses: Record<string, Body>
  summary: string
  tags: string[]
}
const operationsOf = ({ paths }: Body): [name: string, operation: Operation][] =>
  Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )
const operations = operationsOf(document)

test('documents every route of the router, and nothing else', () => {
  const served = routes
    .filter(({ method, isHidden }) => method !== 'HEAD' && !isHidden)
    .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)

  expect(operations.map(([name]) => name).sort()).toEqual(served.sort())
})

test('serves every endpoint under the base, behind a token', () => {
  const table = endpoints.map(({ name, method, path }) => [`${method} /v1${path.replaceAll(/:(\w+)/g, '{$1}')}`, name])
  const behindToken = operations.filter((one) => JSON.stringify(one[1].security).includes('bearer":["'))

  expect(behindToken.map(([name, { operationId }]) => [name, operationId]).sort()).toEqual(table.sort())
})

test('serves the singular paths of the changelog as what they are aliases of, and describes them on request', async () => {
  const { tags, paths, ...others } = withAliases
  const aliases = operationsOf(withAliases)
    .filter((one) => one[1].tags.includes('aliases'))
    .map(([name, { summary }]) => [name, summary])
  const singular = operations
    .filter((one) => /\/v1\/(questions|responses)(\/|$)/.test(one[0]))
    .map(([name]) => [name.replace(/(question|response)s/, '$1'), `Alias of ${name}`])
  expect(aliases.sort()).toEqual(singular.sort())
  expect({ ...others, tags: tags.slice(0, -1), paths: { ...paths, ...document.paths } }).toEqual({ ...document, paths })

  const { uuid } = await ask()
  const token = tokens.ada
  const key = { 'idempotency-key': 'once' }
  const close = { token, body: {}, headers: key }
  expect((await api('POST', '/v1/question', { token, body: { text: 'Is my card blocked?' } })).status).toBe(201)
  expect((await api('GET', `/v1/question/${uuid}?lastChecked=2020-01-01`, { token })).body.data.uuid).toBe(uuid)
  expect((await api('POST', `/v1/question/${uuid}/close`, close)).body.data.state.isClosed).toBe(true)
  // One move, by whichever name.
  expect((await api('POST', `/v1/questions/${uuid}/close`, close)).headers['idempotency-replayed']).toBe('true')

  const wrong = await api('DELETE', `/v1/question/${uuid}`, { token })
  expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'GET, HEAD, PUT'])
  expect((await api('GET', `/v1/question/${uuid}`)).status).toBe(401)
  expect((await api('GET', '/v1/question/x', { token })).body.error.code).toBe('invalid_uuid')
  expect((await api('POST', '/v1/response/x/accept', { token, body: {} })).body.error.code).toBe('invalid_uuid')
  for (const unknown of ['/v1/questionnaire', '/v1/question/x/nothing', '/v1/message', '/question']) {
    const { status, body } = await api('GET', unknown, { token })
    expect([status, body.error.message]).toEqual([404, expect.stringContaining(unknown)])
  }
})

test('passes the linter without a warning', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-openapi-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const linter = fileURLToPath(new URL('cli.js', import.meta.resolve('@redocly/cli/bin/')))
  const config = fileURLToPath(new URL('../redocly.yaml', import.meta.url))
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const args = [linter, 'lint', file, '--config', config, '--format', 'json']

  const { stdout } = await promisify(execFile)(process.execPath, args, { env }).catch((error) => error)

  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{')))
  const told = problems.map(({ ruleId, message, location }: Body) => `${ruleId} ${location[0]?.pointer}: ${message}`)
  expect(told).toEqual([])
}, 60_000)

test('shows an example of every answer, and of every body that a request needs', () => {
  const missing = operations.flatMap(([name, operation]) => {
    const { requestBody, responses } = operation
    const body = requestBody?.['required'] ? requestBody : {}
    const holders: [string, Body][] = [['body', body], ...Object.entries<Body>(responses)]
    return holders.flatMap(([what, holder]) =>
      Object.entries<Body>(holder.content ?? {})
        .filter(([type, media]) => type === 'application/json' && !media.example && !media.examples)
        .map(() => `${name} ${what}`),
    )
  })
  expect(missing).toEqual([])
})

test('describes the example of each body and answer by the schema beside it', () => {
  const { ajv, checkOf } = buildChecks(document)
  const { response, example: exampleIn } = referencesOf(document)
  const media = operations
    .flatMap(([, { requestBody, responses }]) => {
      const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      return [requestBody ?? {}, ...answers.map(([, answer]) => response(answer))]
    })
    .flatMap(({ content }) => Object.values<Body>(content ?? {}))
  const shown = media.flatMap(({ schema, example, examples = {} }) =>
    [example, ...Object.values<Body>(examples).map((one) => exampleIn(one).value)].flatMap((value) =>
      value === undefined ? [] : [JSON.stringify({ schema, value })],
    ),
  )
  const faults = [...new Set(shown)].flatMap((text) => {
    const { schema, value } = JSON.parse(text)
    const check = checkOf(JSON.stringify(schema), schema)
    return check(value) ? [] : [`${ajv.errorsText(check.errors)}: ${text}`]
  })

  expect(shown.length).toBeGreaterThan(200)
  expect(faults).toEqual([])
}, 60_000)

test('shows the sample of an endpoint as its body, and a change in each PUT', () => {
  for (const { name, method, sample } of endpoints) {
    const { requestBody } = operations.find(([, { operationId }]) => operationId === name)?.[1] ?? {}
    for (const { example } of Object.values<Body>(requestBody?.content ?? {})) {
      expect(example, name).toMatchObject({ ...sample?.body, ...sample?.shown })
      if (method === 'PUT') expect(Object.keys(example).length, name).toBeGreaterThan(0)
    }
  }
})

test('needs no body if it can only repeat ids of the path, and shows none', async () => {
  const optional = operations.filter(([, { requestBody }]) => requestBody && !requestBody['required'])
  const { schema } = referencesOf(document)
  for (const [name, { operationId, requestBody }] of optional) {
    const { schema: body, example } = requestBody?.['content']['application/json'] ?? {}
    expect(example, name).toBeUndefined()
    expect(['uuid', 'questionUuid', 'responseUuid'], name).toEqual(
      expect.arrayContaining(Object.keys(schema(body).properties ?? {})),
    )
    const described = endpoints.find((one) => one.name === operationId)
    if (!described) throw new Error(`${name} is no endpoint`)
    const url = urlOf(described.path, exampleUuid, exampleUuid)
    const { status, body: answer } = await api('POST', url, { token: tokens[sampleOf(described).who] })
    expect([200, 201, 404], `${name} ${JSON.stringify(answer)}`).toContain(status)
  }
  expect(optional.length).toBeGreaterThan(25)
})

test('shows no empty body and no person as the name of a thing', () => {
  const bodies = operations.flatMap(([name, { requestBody }]) =>
    Object.values<Body>(requestBody?.['content'] ?? {}).map(({ example }): [string, object] => [name, example]),
  )
  expect(bodies.filter(([, example]) => example && Object.keys(example).length === 0)).toEqual([])

  const things = /webhooks|categories|integrations|company|files|dead-letters|invariants/
  const ofThings = operations.filter(([name]) => things.test(name)).map((one) => JSON.stringify(one[1]))
  const named = Object.entries<Body>(document.components.examples).filter(([name]) =>
    ofThings.some((one) => one.includes(`examples/${name}"`)),
  )
  for (const [name, { value }] of named) expect(JSON.stringify(value), name).not.toMatch(/"name":"(Ada|Bruno|Dora)/)
  expect(named.length).toBeGreaterThan(8)
})

test('shows no member whose value is its own name', () => {
  const namesakes = new Set<string>()
  const look = (value: unknown, name: string) => {
    if (value === name) namesakes.add(name)
    for (const [key, member] of value instanceof Object ? Object.entries(value) : [])
      look(member, Array.isArray(value) ? name : key)
  }
  const examples = operations.flatMap(([, { requestBody }]) => Object.values<Body>(requestBody?.['content'] ?? {}))
  for (const { example } of examples) look(example, '')
  for (const { value } of Object.values<Body>(document.components.examples)) look(value, '')
  // The file of a form.
  expect([...namesakes]).toEqual(['file'])
})

test('tells for each endpoint what may go wrong', () => {
  for (const { name } of endpoints) {
    const operation = operations.find(([, { operationId }]) => operationId === name)?.[1]
    const statuses = Object.keys(operation?.responses ?? {})
    expect(statuses, name).toEqual(
      expect.arrayContaining(['400', '401', '403', '405', '408', '429', '431', '500', '503']),
    )
    expect(
      statuses.filter((status) => status.startsWith('2')),
      name,
    ).toHaveLength(1)
  }
})

test('tells what any path may be answered, known or not', () => {
  expect(Object.keys(document['x-everywhere'])).toEqual(['400', '404', '405', '408', '431'])
  for (const [name, { responses }] of operations)
    expect(Object.keys(responses), name).toEqual(expect.arrayContaining(['405', '408', '431']))
})

test('refuses another method at the authorization endpoints as OAuth has it, and says so', async () => {
  for (const path of ['/v1/oauth/token', '/oauth/token', '/oauth/logout', '/v1/oauth/auth', '/oauth/jwks']) {
    const { status, headers, body } = await api('DELETE', path)
    expect([status, body], path).toEqual([405, { error: 'invalid_request', error_description: expect.any(String) }])
    expect(headers['allow'], path).toMatch(/^(GET, HEAD|POST|GET, HEAD, POST)$/)
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff'])
    for (const operation of Object.values<Body>(document.paths[path]))
      expect(operation.responses['405'].$ref).toBe('#/components/responses/OauthMethodNotAllowed')
  }
  expect((await api('DELETE', '/oauth/nothing')).body.error.code).toBe('path_not_found')
})

test('says of a late body to the authorization endpoints what they answer: no envelope', () => {
  for (const name of ['issueToken', 'logout', 'issueTokenAtRoot', 'logoutAtRoot']) {
    const { responses } = operations.find(([, { operationId }]) => operationId === name)?.[1] ?? {}
    expect(responses?.['408'].content?.['application/json'].schema.$ref, name).toBe('#/components/schemas/OauthError')
  }
})

test('names every operation once, in OpenAPI 3.1', () => {
  const names = operations.map(([, { operationId }]) => operationId)

  expect(document.openapi).toBe('3.1.0')
  expect(new Set(names).size).toBe(names.length)
  expect(names).not.toContain(undefined)
})

test('gives each resource one schema, and refers to it', () => {
  const text = JSON.stringify(document)
  const referred = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]))

  expect([...referred].sort()).toEqual(Object.keys(document.components.schemas).sort())
  expect(text.length).toBeLessThan(1_000_000)
  // The page of the documentation loads all of it.
  expect(gzipSync(text).length).toBeLessThan(90_000)
  expect(text).not.toContain('~')
})
