import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Answer, Body } from './world.ts'

/**
 * Checks that an answer is exactly what the document says of it: its status, media type, headers and error code, and no
 * member more or less. Every answer that tests get goes through here.
 */
export function conformityTo(document: Body) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({ $id: 'api', components: closed(document.components) })
  const checks = new Map<string, ReturnType<typeof ajv.compile>>()
  const deref = (value: Body): Body => {
    if (value?.$ref === undefined) return value
    return String(value.$ref)
      .split('/')
      .slice(1)
      .reduce((at, key) => at[key], document)
  }
  const paths = Object.keys(document.paths).map((path) => ({ path, parts: path.split('/') }))

  /** The path of the document that a request went to; the one with fewer parameters goes first. */
  function pathOf(url: string): string | undefined {
    const parts = url.split('?', 1)[0]?.split('/') ?? []
    const matches = paths.filter(
      (one) =>
        one.parts.length === parts.length &&
        one.parts.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at])),
    )
    const count = ({ path }: { path: string }) => path.split('{').length
    return matches.sort((a, b) => count(a) - count(b))[0]?.path
  }

  /** What the document says of an answer of this status; what is said nowhere is as everywhere. */
  function described(method: string, path: string | undefined, status: number): Body {
    const operation = path === undefined ? undefined : document.paths[path][method.toLowerCase()]
    if (operation) return deref(operation.responses[status])
    if (path === undefined && status === 404) return 'unknown path'
    const everywhere: Record<number, string> = { 308: 'ToHttps', 403: 'Forbidden', 405: 'MethodNotAllowed' }
    return document.components.responses[everywhere[status] ?? '']
  }

  return function expectConformity(answer: Answer, method: string, url: string) {
    const path = pathOf(url)
    const asked = method === 'HEAD' ? 'GET' : method
    const what = `${method} ${path ?? url.slice(0, 100)} ${answer.status}`
    const found = described(asked, path, answer.status)
    expect(found, `${what} is documented: ${answer.text.slice(0, 300)}`).toBeDefined()
    if (found === 'unknown path') {
      expect(answer.body?.error?.code ?? answer.body?.code, what).toBe('path_not_found')
      return
    }
    for (const [name, header] of Object.entries<Body>(found.headers ?? {})) {
      if (deref(header).required) expect(answer.headers[name.toLowerCase()], `${what} has ${name}`).toBeDefined()
    }
    if (method === 'HEAD' || !found.content) {
      expect(answer.text, what).toBe('')
      return
    }
    const type = String(answer.headers['content-type']).split(';', 1)[0] ?? ''
    const media = found.content[type]
    expect(media, `${what} documents ${type}`).toBeDefined()
    if (!type.includes('json')) return
    const key = `${asked} ${path} ${answer.status} ${type}`
    let check = checks.get(key)
    if (!check) {
      check = ajv.compile(JSON.parse(JSON.stringify(closed(media.schema)).replaceAll('"#/', '"api#/')))
      checks.set(key, check)
    }
    expect(check(answer.body) ? [] : check.errors, `${what}: ${answer.text.slice(0, 300)}`).toEqual([])
  }
}

const known = new WeakMap<FastifyInstance, ReturnType<typeof conformityTo>>()

/** The same, by the document of a running API. */
export function conformityOf(app: FastifyInstance): ReturnType<typeof conformityTo> {
  let expectConformity = known.get(app)
  if (!expectConformity) {
    expectConformity = conformityTo(JSON.parse(JSON.stringify(app.swagger())))
    known.set(app, expectConformity)
  }
  return expectConformity
}

/** Objects whose members are all written down may have no other. */
function closed(value: Body): Body {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(closed)
  const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]))
  return members['type'] === 'object' && members['properties'] && members['additionalProperties'] === undefined
    ? { ...members, additionalProperties: false }
    : members
}
