import { createHash } from 'node:crypto'

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}
type Media = { schema: Schema; example?: unknown; examples?: Record<string, { $ref?: string; value?: unknown }> }
type Answer = { $ref?: string; description?: string; content?: Record<string, Media> }
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  deprecated?: boolean
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Answer>
}
type OpenApi = {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'responses' | 'examples', Record<string, object>>
}

/** How deep the members of a body are listed; deeper ones are in its example. */
const mostLevels = 2

/**
 * Renders the OpenAPI document as one page of plain HTML. It needs no script, so a browser shows it as soon as it arrives.
 * Operations are folded until the reader opens them.
 */
export function renderReference(document: OpenApi): string {
  const { info, tags, paths, components } = document
  const resolve = <T extends { $ref?: string }>(value: T): T => {
    const [, , kind, name] = value.$ref?.split('/') ?? []
    return value.$ref === undefined ? value : (Reflect.get(Reflect.get(components, kind ?? ''), name ?? '') as T)
  }

  function typeOf(schema: Schema): string {
    const { type, enum: values, anyOf, items } = resolve(schema)
    if (values) return `one of ${values.map((value) => String(value)).join(', ')}`
    if (anyOf) return anyOf.map(typeOf).join(' or ')
    if (type === 'array') return `array of ${items ? typeOf(items) : 'any'}`
    return [type ?? 'any'].flat().join(' or ')
  }

  function rowsOf(schema: Schema, prefix = '', level = 1): string {
    const { properties = {}, required = [] } = resolve(schema)
    const rows = Object.entries(properties).map(([name, member]) => {
      const path = `${prefix}${name}`
      const row = rowOf(path, typeOf(member), required.includes(name), resolve(member).description ?? '')
      const inner = innerOf(member)
      return inner && level < mostLevels ? row + rowsOf(inner.schema, `${path}${inner.suffix}.`, level + 1) : row
    })
    return rows.join('')
  }

  function innerOf(schema: Schema): { schema: Schema; suffix: string } | undefined {
    const member = resolve(schema)
    if (member.properties) return { schema: member, suffix: '' }
    const items = member.items && resolve(member.items)
    return items?.properties && { schema: items, suffix: '[]' }
  }

  function exampleOf(media: Media): unknown {
    const [first] = Object.values(media.examples ?? {})
    return media.example ?? (first && resolve(first).value)
  }

  function bodyOf({ requestBody }: Operation): string {
    const [found] = Object.entries(requestBody?.content ?? {})
    if (!found) return ''
    const [type, media] = found
    const example = exampleOf(media)
    return `<h4>Body (${escapeHtml(type)})</h4>${table(rowsOf(media.schema))}${example === undefined ? '' : json(example)}`
  }

  function answersOf({ responses }: Operation): string {
    return Object.entries(responses)
      .map(([status, given]) => {
        const { description = '', content } = resolve(given)
        const media = content?.['application/json']
        const example = status.startsWith('2') && media ? exampleOf(media) : undefined
        const shown = example === undefined ? '' : json(example)
        return `<li><b>${status}</b> ${prose(description)}${shown}</li>`
      })
      .join('')
  }

  function renderOperation(path: string, method: string, operation: Operation): string {
    const { operationId, summary, description = '', deprecated, parameters = [] } = operation
    const rows = parameters.map(({ name, in: place, required, description: text = '', schema }) =>
      rowOf(name, `${typeOf(schema)}, in ${place}`, required === true, text),
    )
    return `<details id="${operationId}"><summary><code class="${method}">${method.toUpperCase()}</code> <code>${escapeHtml(path)}</code>
<span>${prose(summary)}${deprecated ? ' (deprecated)' : ''}</span></summary>
<p>${prose(description)} <a href="/docs/try/#/${escapeHtml(operation.tags[0] ?? '')}/${operationId}">Try it</a></p>
${rows.length === 0 ? '' : `<h4>Parameters</h4>${table(rows.join(''))}`}${bodyOf(operation)}
<h4>Answers</h4><ul>${answersOf(operation)}</ul></details>`
  }

  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === name)
    const rendered = own.map(({ path, method, operation }) => renderOperation(path, method, operation))
    return `<section><h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2><p>${prose(description)}</p>${rendered.join('\n')}</section>`
  })
  const links = tags.map(({ name }) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`)

  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title><style>${style}</style></head>
<body><header><h1>${escapeHtml(info.title)} ${escapeHtml(info.version)}</h1>${introduction(info.description)}
<p><a href="/docs/try/">Try the API in the browser</a> · <a href="/v1/openapi.json">OpenAPI document</a> · <a href="/v1/asyncapi.json">AsyncAPI document of the socket</a></p>
<nav>${links.join(' ')}</nav></header>
<main>${sections.join('\n')}</main></body></html>
`
}

const table = (rows: string) =>
  rows === '' ? '' : `<table><tr><th>Name<th>Type<th>Required<th>Description</tr>${rows}</table>`

const rowOf = (name: string, type: string, isRequired: boolean, description: string) =>
  `<tr><td><code>${escapeHtml(name)}</code><td>${escapeHtml(type)}<td>${isRequired ? 'yes' : ''}<td>${prose(description)}</tr>`

const json = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Text in which backticks mark code. */
const prose = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** Headings, paragraphs and lists of Markdown, the only forms that the introduction uses. */
const introduction = (text: string) =>
  text
    .split('\n\n')
    .map((block) => {
      if (block.startsWith('### ')) return `<h3>${prose(block.slice(4))}</h3>`
      if (!block.startsWith('- ')) return `<p>${prose(block)}</p>`
      const items = block.split('\n').map((line) => `<li>${prose(line.slice(2))}</li>`)
      return `<ul>${items.join('')}</ul>`
    })
    .join('')

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:1rem}
nav a{margin-right:.75rem}
details{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:4px;margin:.5rem 0;padding:.5rem .75rem}
summary{cursor:pointer;overflow-wrap:anywhere}
code,pre{font:.875rem/1.45 ui-monospace,monospace}
summary .get,summary .post,summary .put{font-weight:700}
pre{overflow:auto;padding:.75rem;background:color-mix(in srgb,currentColor 8%,transparent);border-radius:4px}
th{white-space:nowrap}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.25rem .5rem;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent);overflow-wrap:anywhere}`

/** The page's content security policy: its own style sheet, and nothing else. */
export const referencePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
