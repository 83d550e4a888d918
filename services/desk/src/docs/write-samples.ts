import type { Operation } from './reference.ts'
import { addressOf, bodyTypeOf, parseJson, type RequestDraft } from './request-draft.ts'

export type Language = 'sh' | 'ts' | 'py'
export type Samples = Record<Language, string>
export const languageNames: Record<Language, string> = { sh: 'curl', ts: 'TypeScript', py: 'Python' }

/** Writes a request as curl, with `@askline/client`, and with Python's `requests`. */
export function writeSamples(operation: Operation, draft: RequestDraft, serverUrl: string): Samples {
  return {
    sh: writeCurl(operation, draft, serverUrl),
    ts: operation.needsToken ? writeClient(operation, draft, serverUrl) : writeFetch(operation, draft, serverUrl),
    py: writePython(operation, draft, serverUrl),
  }
}

const formType = 'application/x-www-form-urlencoded'
const filesType = 'multipart/form-data'

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const literal = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)

/** Returns the fields of a body that is a form. */
const fieldsOf = ({ body }: RequestDraft): [name: string, value: string][] =>
  Object.entries(Object(parseJson(body))).map(([name, value]) => [name, String(value)])

function writeCurl(operation: Operation, draft: RequestDraft, serverUrl: string): string {
  const { path, headers } = addressOf(operation, draft)
  const type = bodyTypeOf(operation, draft)
  const parts = [
    operation.method === 'GET'
      ? `curl ${quote(serverUrl + path)}`
      : `curl -X ${operation.method} ${quote(serverUrl + path)}`,
  ]
  if (operation.needsToken) parts.push('-H "Authorization: Bearer $ASKLINE_TOKEN"')
  for (const [name, value] of headers) parts.push(`-H ${quote(`${name}: ${value}`)}`)
  if (type === filesType) {
    for (const [name, value] of fieldsOf(draft))
      parts.push(`-F ${quote(name === 'file' ? 'file=@file.csv' : `${name}=${value}`)}`)
  } else if (type === formType) {
    for (const [name, value] of fieldsOf(draft)) parts.push(`--data-urlencode ${quote(`${name}=${value}`)}`)
  } else if (type) {
    parts.push(`-H 'Content-Type: ${type}'`, `-d ${quote(draft.body)}`)
  }
  return parts.join(' \\\n  ')
}

/** Writes JSON as an object literal: names that need no quotes have none. */
function writeObject(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
}

function writeClient(operation: Operation, draft: RequestDraft, serverUrl: string): string {
  const { parameters, method, path } = operation
  const type = bodyTypeOf(operation, draft)
  const isForm = type === filesType
  const given = (place: string) =>
    Object.fromEntries(
      parameters.flatMap(({ name, in: where, schema }) => {
        const value = draft.values[`${where}.${name}`] ?? ''
        if (where !== place || value === '') return []
        const isText = ![schema?.type].flat().some((type) => ['integer', 'number', 'boolean'].includes(type ?? ''))
        return [[name, isText ? value : (parseJson(value) ?? value)]]
      }),
    )
  const params = Object.fromEntries(
    ['path', 'query', 'header']
      .map((place) => [place, given(place)])
      .filter(([, one]) => Object.keys(one as object).length > 0),
  )
  const options = [
    ...(Object.keys(params).length > 0 ? [`params: ${indent(writeObject(params), '  ')},`] : []),
    ...(type ? [`body: ${indent(isForm ? 'form as never' : writeObject(parseJson(draft.body) ?? {}), '  ')},`] : []),
    ...(isForm ? ['bodySerializer: () => form,'] : []),
  ]
  return [
    `// npm install ${serverUrl}/docs/askline-client.tgz`,
    ...(isForm ? ["import { readFile } from 'node:fs/promises'"] : []),
    `import { openClient } from '@askline/client'`,
    '',
    'const askline = openClient({',
    `  url: ${literal(serverUrl)},`,
    `  credentials: { token: process.env['ASKLINE_TOKEN'] ?? '' },`,
    '})',
    ...(isForm
      ? [
          'const form = new FormData()',
          ...fieldsOf(draft).map(([name, value]) =>
            name === 'file'
              ? `form.append('file', new Blob([await readFile('file.csv')]), 'file.csv')`
              : `form.append(${literal(name)}, ${literal(value)})`,
          ),
        ]
      : []),
    `const { data, error } = await askline.api.${method}(${literal(path)}${options.length === 0 ? ')' : ', {'}`,
    ...(options.length === 0 ? [] : [...options.map((line) => `  ${line}`), '})']),
    'console.log(data ?? error)',
  ].join('\n')
}

/** Operations without a token need no client. */
function writeFetch(operation: Operation, draft: RequestDraft, serverUrl: string): string {
  const { path, headers } = addressOf(operation, draft)
  const { method } = operation
  const type = bodyTypeOf(operation, draft)
  const sent = [...headers, ...(type && type !== formType ? [['content-type', type] as const] : [])]
  const value = writeObject(parseJson(draft.body) ?? {})
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(sent.length > 0 ? [`headers: ${indent(writeObject(Object.fromEntries(sent)), '  ')},`] : []),
    ...(type
      ? [
          `body: ${type === formType ? `new URLSearchParams(${indent(value, '  ')})` : `JSON.stringify(${indent(value, '  ')})`},`,
        ]
      : []),
  ]
  return [
    `const answer = await fetch(${literal(serverUrl + path)}${options.length === 0 ? ')' : ', {'}`,
    ...(options.length === 0 ? [] : [...options.map((line) => `  ${line}`), '})']),
    'console.log(answer.status, await answer.text())',
  ].join('\n')
}

/** Writes a value as Python has it. */
function writePythonValue(value: unknown, by = ''): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const deeper = `${by}    `
  const isList = Array.isArray(value)
  const lines = isList
    ? value.map((one) => writePythonValue(one, deeper))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${writePythonValue(one, deeper)}`)
  const [open, close] = isList ? '[]' : '{}'
  return lines.length === 0
    ? `${open}${close}`
    : `${open}\n${lines.map((line) => `${deeper}${line},\n`).join('')}${by}${close}`
}

function writePython(operation: Operation, draft: RequestDraft, serverUrl: string): string {
  const { path, headers } = addressOf(operation, draft)
  const { method, needsToken } = operation
  const type = bodyTypeOf(operation, draft)
  const sent = headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  if (needsToken) sent.unshift(`"Authorization": f"Bearer {os.environ['ASKLINE_TOKEN']}"`)
  const lines = [JSON.stringify(serverUrl + path)]
  if (sent.length > 0) lines.push(`headers={${sent.join(', ')}}`)
  if (type === filesType) {
    const fields = Object.fromEntries(fieldsOf(draft).filter(([name]) => name !== 'file'))
    lines.push(`data=${writePythonValue(fields, '    ')}`, 'files={"file": open("file.csv", "rb")}')
  } else if (type) {
    lines.push(`${type === formType ? 'data' : 'json'}=${writePythonValue(parseJson(draft.body) ?? {}, '    ')}`)
  }
  lines.push('timeout=10')
  return [
    ...(needsToken ? ['import os', ''] : []),
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    ...lines.map((line) => `    ${line},`),
    ')',
    'print(answer.status_code, answer.text)',
  ].join('\n')
}
