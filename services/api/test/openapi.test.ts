import { expect, test } from 'vitest'
import { endpoints } from '../src/endpoints.ts'
import { openWorld } from './world.ts'

const { api, routes } = await openWorld()
const document = (await api('GET', '/v1/openapi.json')).body

type Operation = { operationId: string; security: object[]; responses: Record<string, object>; summary: string }
const operations: [name: string, operation: Operation][] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
)

test('documents every route of the router, and nothing else', () => {
  const served = routes
    .filter(({ method, isHidden, url }) => method !== 'HEAD' && !isHidden && !url.startsWith('/docs'))
    .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)

  expect(operations.map(([name]) => name).sort()).toEqual(served.sort())
})

test('serves every endpoint of the table under the base, behind a token', () => {
  const table = Object.entries(endpoints).map(([name, { method, path }]) => [
    `${method} /v1${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    name,
  ])
  const behindToken = operations.filter(([, { security }]) => JSON.stringify(security) === '[{"bearer":[]}]')

  expect(behindToken.map(([name, { operationId }]) => [name, operationId]).sort()).toEqual(table.sort())
})

test('tells for each endpoint what may go wrong', () => {
  for (const name of Object.keys(endpoints)) {
    const operation = operations.find(([, { operationId }]) => operationId === name)?.[1]
    const statuses = Object.keys(operation?.responses ?? {})
    expect(statuses, name).toEqual(expect.arrayContaining(['400', '401', '403', '405', '429', '500', '503']))
    expect(
      statuses.filter((status) => status.startsWith('2')),
      name,
    ).toHaveLength(1)
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
  expect(text.length).toBeLessThan(600_000)
  expect(text).not.toContain('~')
})

test('has a page to try it on, which needs no other host', async () => {
  const page = await api('GET', '/docs/')
  const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')

  expect(page.status).toBe(200)
  expect(page.headers['content-security-policy']).toContain("default-src 'self'")
  expect(sources.filter((source) => /^(https?:)?\/\//.test(source))).toEqual([])
})
