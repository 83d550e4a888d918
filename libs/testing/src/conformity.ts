import { Ajv2020 } from 'ajv/dist/2020.js'
import { type ApiDocument, type ResponseObject, referencesOf, type Schema } from './api-document.ts'

/** An HTTP answer with lower-case header names. `body` is the parsed JSON, or `undefined` if it is not JSON. */
export type HttpAnswer = { status: number; headers: Record<string, unknown>; text: string; body: unknown }

/** The checks of this process by the text of their document, because the schemas of a document are compiled for seconds. */
const built = new Map<string, ReturnType<typeof buildConformity>>()

/** Returns the check of answers against the OpenAPI document of this text. */
export function conformityWith(text: string): ReturnType<typeof buildConformity> {
  const faultOf = built.get(text) ?? buildConformity(JSON.parse(text))
  built.set(text, faultOf)
  return faultOf
}

/**
 * Builds a check of answers against an OpenAPI 3.1 document. It covers status, media type, required headers, error code, and
 * missing or undocumented members. The check returns a description of the deviation, or `undefined`.
 */
export function buildConformity(document: ApiDocument) {
  const { ajv, checkOf } = buildChecks(document)
  const pathOf = buildPathFinder(document)
  const { header, response } = referencesOf(document)

  /** Returns the documented answer of this status: the operation's, or that for requests without an operation. */
  function described(method: string, path: string | undefined, status: number): ResponseObject | undefined {
    const operation = document.paths[path ?? '']?.[method.toLowerCase()]
    const found = (operation?.responses ?? document['x-everywhere'])[status]
    return found && response(found)
  }

  return function faultOf(answer: HttpAnswer, method: string, url: string): string | undefined {
    const path = pathOf(url)
    const asked = method === 'HEAD' ? 'GET' : method
    const fault = (words: string) =>
      `${method} ${path ?? url.slice(0, 100)} ${answer.status}: ${words}: ${answer.text.slice(0, 300)}`
    const found = described(asked, path, answer.status)
    if (!found) return fault('the document does not know this status')
    for (const [name, one] of Object.entries(found.headers ?? {})) {
      if (header(one).required && answer.headers[name.toLowerCase()] === undefined) return fault(`${name} is missing`)
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

/**
 * Builds a check of requests with a JSON body against an OpenAPI 3.1 document. It covers path, method, names of query
 * parameters, and missing or undocumented members of the body. The check returns a description of the deviation, or `undefined`.
 */
export function buildRequestConformity(document: ApiDocument) {
  const { ajv, checkOf } = buildChecks(document)
  const pathOf = buildPathFinder(document)
  return function faultOf(method: string, url: string, body: unknown): string | undefined {
    const path = pathOf(url)
    const operation = document.paths[path ?? '']?.[method.toLowerCase()]
    const fault = (words: string) => `${method} ${path ?? url}: ${words}: ${JSON.stringify(body)?.slice(0, 300)}`
    if (!operation) return fault('the document does not know this request')
    const known = new Set(operation.parameters?.filter((one) => one.in === 'query').map(({ name }) => name))
    const unknown = [...new URLSearchParams(url.split('?')[1]).keys()].find((name) => !known.has(name))
    if (unknown !== undefined) return fault(`the document does not know the parameter ${unknown}`)
    const media = operation.requestBody?.content['application/json']
    if (!media || (body === undefined && !operation.requestBody?.required)) return undefined
    const check = checkOf(`${method} ${path}`, media.schema)
    return check(body) ? undefined : fault(ajv.errorsText(check.errors))
  }
}

/** Returns a function that compiles the schema of a document once per key. Undocumented members are forbidden. */
export function buildChecks(document: ApiDocument) {
  // Most checks are used once or twice, so compiling them well takes longer than it saves.
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } })
  ajv.addSchema({ $id: 'api', components: closed(document.components) })
  const checks = new Map<string, ReturnType<typeof ajv.compile>>()
  function checkOf(key: string, schema: Schema) {
    const check = checks.get(key) ?? ajv.compile(closed(schema))
    checks.set(key, check)
    return check
  }
  return { ajv, checkOf }
}

/** Returns a function that finds the document's path of a URL. If several match, it returns the one with the fewest parameters. */
export function buildPathFinder(document: ApiDocument) {
  const paths = Object.keys(document.paths).map((path) => ({ path, parts: path.split('/') }))
  return (url: string): string | undefined => {
    const parts = url.split('?', 1)[0]?.split('/') ?? []
    const matches = paths.filter(
      (one) =>
        one.parts.length === parts.length &&
        one.parts.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at])),
    )
    const count = ({ path }: { path: string }) => path.split('{').length
    return matches.sort((a, b) => count(a) - count(b))[0]?.path
  }
}

/** Returns a copy that forbids undocumented members, with references into the schema `api`. */
function closed(schemas: object) {
  return JSON.parse(JSON.stringify(schemas), (key, value) => {
    if (key === '$ref') return `api${value}`
    const isClosable = value?.type === 'object' && value.properties && value.additionalProperties === undefined
    return isClosable ? { ...value, additionalProperties: false } : value
  })
}
