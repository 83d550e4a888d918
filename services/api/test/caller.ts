import { gunzipSync } from 'node:zlib'
import { conformityWith, type HttpAnswer } from '@askline/testing'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { withAliases } from '../src/http/openapi-aliases.ts'

export type Call = {
  token?: string | undefined
  body?: unknown
  raw?: string | Buffer
  headers?: Record<string, string>
  query?: Record<string, string>
}

/** A parsed answer of any shape: `data`, `error` and `meta` of an envelope, or the members of a bare answer. */
export type Body = ReturnType<JSON['parse']>

export type Answer = HttpAnswer & { body: Body }

/** Sends a request to an API without a port. The answer must match the OpenAPI document. */
export type Inject = (request: InjectOptions & { method: string; url: string }) => Promise<LightMyRequestResponse>

/** Returns the function that sends all requests of a test and compares each answer with the document. */
export function doorTo(app: FastifyInstance): Inject {
  let faultOf: ReturnType<typeof conformityWith> | undefined
  return async function inject(request) {
    const { method, url } = request
    const response = await (isStream(url) ? injectStream(app, request) : app.inject(request))
    faultOf ??= conformityWith(JSON.stringify(withAliases(app.swagger())))
    if (isDescribed(method, url) && !isPage(url, response))
      expect(faultOf(asAnswer(response), method, url)).toBeUndefined()
    return response
  }
}

/** Returns a function that calls the API with a bearer token and JSON, as most clients do. */
export function callerOf(inject: Inject) {
  return async function call(method: string, url: string, options: Call = {}): Promise<Answer> {
    const { token, body, raw, headers, query } = options
    const response = await inject({
      method: method as 'GET',
      url,
      ...(query ? { query } : {}),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(raw === undefined && body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(raw !== undefined ? { payload: raw } : body !== undefined ? { payload: JSON.stringify(body) } : {}),
    })
    return asAnswer(response)
  }
}

function asAnswer({ statusCode, headers, body: sent, rawPayload }: LightMyRequestResponse): Answer {
  const body = headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload).toString() : sent
  const isJson = String(headers['content-type']).includes('json')
  return { status: statusCode, headers, text: body, body: isJson && body !== '' ? JSON.parse(body) : undefined }
}

/** Outside of the API, browsers get pages at unknown addresses, and the address of the service leads to one. */
const isPage = (url: string, { headers }: LightMyRequestResponse) =>
  url === '/' || (!/^\/(v1|oauth)\//.test(url) && String(headers['content-type']).includes('text/html'))

/** Pages and CORS preflight requests are not part of the API. */
const isDescribed = (method: string, url: string) =>
  method !== 'OPTIONS' && !/^\/(docs|desk|ask|widget|assets|demo|setup)\b/.test(url)

const isStream = (url: string) => url.startsWith('/v1/events/stream')

/** Sends a request whose answer may not end, and leaves when its first bytes are there. An answer that ends is read whole. */
async function injectStream(app: FastifyInstance, request: Parameters<Inject>[0]): Promise<LightMyRequestResponse> {
  const response = await app.inject({ ...request, payloadAsStream: true })
  const chunks: Buffer[] = []
  for await (const chunk of response.stream()) {
    chunks.push(chunk)
    if (response.statusCode === 200) break
  }
  response.raw.res.destroy()
  const rawPayload = Buffer.concat(chunks)
  return Object.assign(response, { rawPayload, body: rawPayload.toString(), payload: rawPayload.toString() })
}
