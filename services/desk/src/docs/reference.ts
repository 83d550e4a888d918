import type { Answer, Media, OpenApi, Parameter, RawOperation, Schema } from './openapi.ts'
import { resolveIn } from './openapi.ts'

/** One request of the API, with its references resolved. Schemas may still hold references. */
export type Operation = {
  id: string
  group: string
  method: string
  path: string
  summary: string
  description: string
  isDeprecated: boolean
  /** Whether a request needs an access token. */
  needsToken: boolean
  parameters: Parameter[]
  body: { type: string; schema: Schema; example: unknown; isRequired: boolean } | undefined
  answers: { status: string; description: string; schema: Schema | undefined; example: unknown }[]
}

export type Group = { name: string; title: string; description: string; sections: Section[] }
/** Operations of a group under the same noun. A group with one noun has one section without a title. */
export type Section = { title: string | undefined; operations: Operation[] }

export type Reference = {
  document: OpenApi
  serverUrl: string
  groups: Group[]
  operations: Operation[]
  byId: Map<string, Operation>
  /** Finds an operation by method and path, where the path may lack the version and name its parameters differently. */
  find(method: string, path: string): Operation | undefined
  resolve<T extends { $ref?: string }>(value: T): T
}

const methods = ['get', 'post', 'put', 'patch', 'delete']
const shapeOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replace(/^\/v\d+(?=\/)/, '').replaceAll(/\{[^}]+\}/g, '{}')}`

/** Reads the OpenAPI document. Leaves out operations that exist under the version too. */
export function readReference(document: OpenApi): Reference {
  const resolve = <T extends { $ref?: string }>(value: T) => resolveIn(document, value)
  const paths = new Set(Object.keys(document.paths))
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const raw = item[method]
      if (!raw || paths.has(`/v1${path}`)) return []
      return [readOperation(path, method, raw, resolve)]
    }),
  )
  const byShape = new Map(operations.map((one) => [shapeOf(one.method, one.path), one]))
  const described = new Map((document.tags ?? []).map((tag) => [tag.name, tag]))
  const names = [...new Set([...described.keys(), ...operations.map(({ group }) => group)])]
  const groups = names.flatMap((name) => {
    const own = operations.filter(({ group }) => group === name)
    if (own.length === 0) return []
    const tag = described.get(name)
    const title = tag?.['x-displayName'] ?? name
    return [{ name, title, description: tag?.description ?? '', sections: sectionsOf(own) }]
  })
  return {
    document,
    serverUrl: (document.servers?.[0]?.url ?? location.origin).replace(/\/$/, ''),
    groups,
    operations: groups.flatMap(({ sections }) => sections.flatMap((section) => section.operations)),
    byId: new Map(operations.map((one) => [one.id, one])),
    find: (method, path) => byShape.get(shapeOf(method, path)),
    resolve,
  }
}

function readOperation(
  path: string,
  method: string,
  raw: RawOperation,
  resolve: <T extends { $ref?: string }>(value: T) => T,
): Operation {
  const { operationId, summary = '', description = '', tags = [], deprecated = false, security } = raw
  const { content, required: isRequired = false } = resolve(raw.requestBody ?? {})
  const [type, media] = chooseMedia(content)
  return {
    id: operationId,
    group: tags[0] ?? 'other',
    method: method.toUpperCase(),
    path,
    summary,
    description,
    isDeprecated: deprecated,
    needsToken: security?.some((one) => 'bearer' in one) ?? false,
    parameters: (raw.parameters ?? []).map(resolve),
    body: media && { type, schema: media.schema ?? {}, example: exampleOf(media, resolve), isRequired },
    answers: Object.entries(raw.responses ?? {}).map(([status, given]) => readAnswer(status, resolve(given), resolve)),
  }
}

function readAnswer(
  status: string,
  { description = '', content }: Answer,
  resolve: <T extends { $ref?: string }>(value: T) => T,
): Operation['answers'][number] {
  const [, media] = chooseMedia(content)
  return { status, description, schema: media?.schema, example: media && exampleOf(media, resolve) }
}

/** Returns JSON if there is a choice. */
function chooseMedia(content: Record<string, Media> = {}): [type: string, media: Media | undefined] {
  const found = Object.entries(content)
  return found.find(([type]) => type === 'application/json') ?? found[0] ?? ['', undefined]
}

function exampleOf(media: Media, resolve: <T extends { $ref?: string }>(value: T) => T): unknown {
  const [first] = Object.values(media.examples ?? {})
  return media.example ?? (first && resolve(first).value) ?? media.schema?.examples?.[0]
}

/** Groups operations by the first noun of their paths, below /admin by the second. */
function sectionsOf(operations: Operation[]): Section[] {
  const nouns = new Map<string, Operation[]>()
  for (const one of operations) {
    const [first = '', second = ''] = one.path.replace(/^\/v\d+\//, '').split('/')
    const noun = first === 'admin' ? second : ''
    nouns.set(noun, [...(nouns.get(noun) ?? []), one])
  }
  const sections = [...nouns].map(([noun, own]) => ({
    title: noun === '' ? undefined : wordsOf(noun),
    operations: own,
  }))
  return sections.sort((one, other) => (one.title ?? '').localeCompare(other.title ?? ''))
}

/** `dead-letters` becomes `Dead letters`, `automaticAnswers` becomes `Automatic answers`. */
function wordsOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
