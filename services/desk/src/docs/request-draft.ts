import type { Operation } from './reference.ts'

/** The values of a request, as the reader has them in the form. Empty values are not sent. */
export type RequestDraft = {
  /** Values of parameters by `path.uuid`, `query.limit` or `header.If-Match`. */
  values: Record<string, string>
  /** JSON, or the fields of a form as JSON. Empty if the request has no body. */
  body: string
}

const sampleUuid = '0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f'

/** Returns the values of a parameter's example, or of its name. */
export function exampleOfParameter({ name, example, schema }: Operation['parameters'][number]): string {
  const known = example ?? schema?.example ?? schema?.examples?.[0] ?? schema?.enum?.[0]
  if (known !== undefined) return String(known)
  return /uuid/i.test(name) ? sampleUuid : name
}

/** Returns the first values of the form: the example of the body, and examples of the parameters that must be sent. */
export function draftOf({ parameters, body }: Operation): RequestDraft {
  const required = parameters.filter((one) => one.required)
  return {
    values: Object.fromEntries(required.map((one) => [`${one.in}.${one.name}`, exampleOfParameter(one)])),
    body: body?.example === undefined ? '' : JSON.stringify(body.example, null, 2),
  }
}

/** Returns the media type of the body that is sent, or `undefined` if the reader left an optional body empty. */
export const bodyTypeOf = ({ body }: Operation, draft: RequestDraft): string | undefined =>
  body && (body.isRequired || draft.body.trim() !== '') ? body.type : undefined

/** Returns the path with its query, and the headers that the reader set. */
export function addressOf({ path, parameters }: Operation, { values }: RequestDraft) {
  const filled = (place: string) =>
    parameters.flatMap(({ name, in: where }) => {
      const value = values[`${where}.${name}`] ?? ''
      return where === place && value !== '' ? [[name, value] as const] : []
    })
  const query = new URLSearchParams(filled('query').map(([name, value]) => [name, value])).toString()
  const full = filled('path').reduce((so, [name, value]) => so.replace(`{${name}}`, encodeURIComponent(value)), path)
  return { path: query === '' ? full : `${full}?${query}`, headers: filled('header'), query: filled('query') }
}

/** Returns the value of a JSON text, or `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
