import { type ApiDocument, referencesOf, type Schema } from '@askline/testing/api-document'
import { buildConformity, buildPathFinder, buildRequestConformity } from '@askline/testing/conformity'
import { commands } from 'vitest/browser'

/** A JSON value of any shape. */
export type Body = ReturnType<JSON['parse']>

/** A request of the page. `body` is its JSON, or its form. `params` are the parts of the path that the document names. */
export type Asked = {
  body: Body
  query: Record<string, string>
  params: Record<string, string>
  headers: Headers
}

/** An error that the service answers. */
export class Refusal {
  readonly status: number
  readonly error: object | string
  readonly retryAfter: number | undefined
  constructor(status: number, error: object | string, retryAfter?: number) {
    this.status = status
    this.error = error
    this.retryAfter = retryAfter
  }
}

/** Answers with an error of the envelope. `more` are further members of it, such as `details`. */
export const refuse = (status: number, code: string, more: object = {}): Refusal =>
  new Refusal(status, { code, message: `The test refuses: ${code}.`, ...more })

/** Answers that the service wants to be asked later, after seconds, as the requests of a sign-in say it. */
export const refuseForNow = (status: 429 | 503, retryAfter: number): Refusal =>
  new Refusal(status, 'temporarily_unavailable', retryAfter)

/** An answer that never comes, because the network is away. */
export const noAnswer = new Refusal(0, {})
const networkIsAway = new TypeError('The network is away in this test')

/** An answer that the document does not describe. */
class Broken {
  readonly value: Value
  constructor(value: Value) {
    this.value = value
  }
}

/** Returns an answer that nobody checks, because the test looks at what a page does with it. */
export const breakAnswer = (value: Value): Broken => new Broken(value)

/** Returns the text that stands for those of a member of a name, or nothing if they stay. */
export type TextOf = (name: string) => string | undefined

/** A value that is not filled from the example. */
class Exact {
  readonly value: Body
  constructor(value: Body) {
    this.value = value
  }
}

/** Returns a member that is answered as it is, without the members of the example that it lacks. */
export const exactly = (value: Body): Exact => new Exact(value)

type Value = object | string
type Given = Value | Refusal | Broken | ((asked: Asked) => Value | Refusal | Promise<Value | Refusal>)

/**
 * Answers of the service, by method and path of the OpenAPI document. Each is the difference from the example of the document,
 * or a function of the request. Items of lists differ from the example's first item.
 */
export type Answers = Record<string, Given>

declare module 'vitest/browser' {
  interface BrowserCommands {
    describeApi(): Promise<ApiDocument>
  }
}

const document = await commands.describeApi()
const findPath = buildPathFinder(document)
const faultOfAnswer = buildConformity(document)
const faultOfRequest = buildRequestConformity(document)
const { response, header, example, schema } = referencesOf(document)

/**
 * Stands in for the service: replaces `fetch` for requests of the API until `end`, which returns all faults. A request or an
 * answer that the OpenAPI document does not describe is a fault. So is a request that the test has no answer for. `textOf` replaces
 * the free texts of all answers.
 */
export function openService(answers: Answers, textOf?: TextOf) {
  const faults: string[] = []
  const asked: { name: string; asked: Asked }[] = []
  const plain = window.fetch
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    if (!pathname.startsWith('/v1/')) return plain(input, init)
    try {
      return await answer(request, pathname, search)
    } catch (error) {
      if (error === networkIsAway || request.signal.aborted) throw error
      faults.push(String(error))
      // No error that the client would try again after.
      return new Response(String(error), { status: 501 })
    }
  }

  async function answer(request: Request, pathname: string, search: string): Promise<Response> {
    const { method, headers } = request
    const path = findPath(pathname) ?? pathname
    const name = `${method} ${path}`
    const isJson = headers.get('content-type')?.includes('json')
    const isForm = headers.get('content-type')?.includes('form')
    const body = isJson ? await request.json() : isForm ? await request.formData() : undefined
    const one = {
      body,
      query: Object.fromEntries(new URLSearchParams(search)),
      params: readParams(path, pathname),
      headers,
    }
    asked.push({ name, asked: one })
    const given = answers[name]
    if (given === undefined) throw new TypeError(`${name}: the test has no answer`)
    const found = typeof given === 'function' ? await given(one) : given
    request.signal.throwIfAborted()
    if (found === noAnswer) throw networkIsAway
    const isRefusal = found instanceof Refusal
    const members = body instanceof FormData ? Object.fromEntries(body) : body
    // A refused body may be wrong on purpose.
    const wrong = isRefusal ? undefined : faultOfRequest(method, pathname + search, members)
    if (wrong !== undefined) throw new TypeError(wrong)
    const made = isRefusal
      ? buildAnswer({ method, path, status: found.status }, { error: found.error })
      : buildAnswer({ method, path, uuid: one.params['uuid'], textOf }, found instanceof Broken ? found.value : found)
    const { status, text, headers: sent } = made
    const deviation =
      found instanceof Broken ? undefined : faultOfAnswer({ ...made, body: parse(text) }, method, pathname)
    if (deviation !== undefined) throw new TypeError(deviation)
    if (isRefusal && found.retryAfter !== undefined) sent['retry-after'] = String(found.retryAfter)
    return new Response(status === 204 ? null : text, { status, headers: sent })
  }

  return {
    /** Changes what the service answers from now on. */
    answer: (more: Answers) => void Object.assign(answers, more),
    /** The requests of a method and path so far, the first one first. */
    asked: (name: string): Asked[] => asked.filter((one) => one.name === name).map((one) => one.asked),
    end() {
      window.fetch = plain
      return faults
    },
  }
}

export type Service = ReturnType<typeof openService>

/** Builds an answer from the example of the document: of `status`, or of success. It is about `uuid`, which the path names. */
function buildAnswer(
  {
    method,
    path,
    uuid,
    status: wanted,
    textOf,
  }: { method: string; path: string; uuid?: string | undefined; status?: number; textOf?: TextOf | undefined },
  given: Value,
) {
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {}
  const status = wanted ?? Number(Object.keys(responses).find((one) => one.startsWith('2')))
  const described = responses[status]
  const { content = {}, headers: known = {} } = described ? response(described) : {}
  const [type, media] = Object.entries(content)[0] ?? []
  const required = Object.entries(known).filter(([, one]) => header(one).required)
  const headers: Record<string, string> = Object.fromEntries(required.map(([name]) => [name.toLowerCase(), '1']))
  if (type === undefined) return { status, headers, text: '' }
  headers['content-type'] = type
  if (typeof given === 'string') return { status, headers, text: given }
  const shown = Object.values(media?.examples ?? {})[0]
  const whole: Body = media?.example ?? (shown && example(shown).value)
  if (uuid !== undefined && whole.data?.uuid !== undefined) given = { uuid, ...given }
  const filled = complete(whole, whole.data === undefined || wanted !== undefined ? given : { data: given })
  const meta = { version: '1.0', correlationId: 'of-a-test', serverTime: `${new Date().toISOString().slice(0, 19)}Z` }
  const texts = textOf ? withTexts(media?.schema, filled, { name: '', textOf }) : filled
  return { status, headers, text: JSON.stringify(texts.meta ? { ...texts, meta } : texts) }
}

/** Some times have no format in the document. */
const isTime = /^\d{4}-\d\d-\d\dT/

/** Returns a value with other free texts. Those are strings that the document gives no choice and no format. */
function withTexts(shape: Schema | undefined, value: Body, { name, textOf }: { name: string; textOf: TextOf }): Body {
  const known = shape && schema(shape)
  const one = known?.anyOf?.map(schema).find(({ type }) => type !== 'null') ?? known
  if (Array.isArray(value)) return value.map((item) => withTexts(one?.items, item, { name, textOf }))
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        withTexts(one?.properties?.[key], inner, { name: key, textOf }),
      ]),
    )
  const isFree = typeof value === 'string' && !one?.enum && !one?.format && !one?.pattern && !isTime.test(value)
  return (isFree && textOf(name)?.slice(0, one?.maxLength)) || value
}

/** Returns `given` with the members that only `example` has. Items of a list differ in their uuid. */
function complete(example: Body, given: Body): Body {
  if (given instanceof Exact) return given.value
  if (Array.isArray(given)) return given.map((one, at) => complete(withUuid(example?.[0], at), one))
  if (!isRecord(given) || !isRecord(example)) return given
  return {
    ...example,
    ...Object.fromEntries(Object.entries(given).map(([key, one]) => [key, complete(example[key], one)])),
  }
}

const withUuid = (item: Body, at: number): Body =>
  typeof item?.uuid === 'string' ? { ...item, uuid: uuidOf(at) } : item

/** Returns the uuid of the item of a list at a place, which the test did not name. */
export const uuidOf = (at: number): string => `0192d3f0-7b1c-7e07-9a53-${String(at).padStart(12, '0')}`

const isRecord = (value: unknown): value is Record<string, Body> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readParams(path: string, pathname: string): Record<string, string> {
  const parts = pathname.split('/')
  const named = path
    .split('/')
    .map((part, at) => [part.slice(1, -1), decodeURIComponent(parts[at] ?? ''), part] as const)
  return Object.fromEntries(named.filter(([, , part]) => part.startsWith('{')).map(([name, value]) => [name, value]))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
