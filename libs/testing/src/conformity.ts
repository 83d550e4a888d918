import { Ajv2020 } from 'ajv/dist/2020.js'

// biome-ignore lint/suspicious/noExplicitAny: documents and answers are what is under test, so their shape is not taken for granted
type Json = any

/** An answer over HTTP: names of headers are lower-case; `body` is parsed JSON, or undefined where it is none. */
export type HttpAnswer = { status: number; headers: Record<string, unknown>; text: string; body: Json }

/**
 * Builds a check of answers against an OpenAPI 3.1 document. The check yields in words what is not as the document says, or
 * undefined: status, media type, required headers, error code, and no member more or less.
 */
export function buildConformity(document: Json) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({ $id: 'api', components: closed(document.components) })
  const checks = new Map<string, ReturnType<typeof ajv.compile>>()
  const paths = Object.keys(document.paths).map((path) => ({ path, parts: path.split('/') }))

  const deref = (value: Json): Json =>
    value?.$ref === undefined
      ? value
      : String(value.$ref)
          .split('/')
          .slice(1)
          .reduce((at, key) => at[key], document)

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

  /** What the document says of an answer of this status; what it says of no single operation is so everywhere. */
  function described(method: string, path: string | undefined, status: number): Json {
    const operation = path === undefined ? undefined : document.paths[path][method.toLowerCase()]
    if (operation) return deref(operation.responses[status])
    const everywhere: Record<number, string> = { 308: 'ToHttps', 403: 'Forbidden', 405: 'MethodNotAllowed' }
    return document.components.responses[everywhere[status] ?? '']
  }

  function checkOf(key: string, schema: Json) {
    let check = checks.get(key)
    if (!check) {
      check = ajv.compile(JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/', '"api#/')))
      checks.set(key, check)
    }
    return check
  }

  return function faultOf(answer: HttpAnswer, method: string, url: string): string | undefined {
    const path = pathOf(url)
    const asked = method === 'HEAD' ? 'GET' : method
    const fault = (words: string) =>
      `${method} ${path ?? url.slice(0, 100)} ${answer.status}: ${words}: ${answer.text.slice(0, 300)}`
    if (path === undefined && answer.status === 404) {
      const code = answer.body?.error?.code ?? answer.body?.code
      return method === 'HEAD' || code === 'path_not_found' ? undefined : fault('an unknown path is path_not_found')
    }
    const found = described(asked, path, answer.status)
    if (!found) return fault('the document does not know this status')
    for (const [name, header] of Object.entries<Json>(found.headers ?? {})) {
      if (deref(header).required && answer.headers[name.toLowerCase()] === undefined) return fault(`${name} is missing`)
    }
    if (method === 'HEAD' || !found.content) return answer.text === '' ? undefined : fault('it has a body')
    const type = String(answer.headers['content-type']).split(';', 1)[0] ?? ''
    const media = found.content[type]
    if (!media) return fault(`the document does not know ${type}`)
    if (!type.includes('json')) return undefined
    const check = checkOf(`${asked} ${path} ${answer.status} ${type}`, media.schema)
    return check(answer.body) ? undefined : fault(ajv.errorsText(check.errors))
  }
}

/** Objects whose members are all written down may have no other. */
function closed(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(closed)
  const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]))
  return members['type'] === 'object' && members['properties'] && members['additionalProperties'] === undefined
    ? { ...members, additionalProperties: false }
    : members
}
