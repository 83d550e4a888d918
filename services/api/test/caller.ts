import { buildConformity, type HttpAnswer } from '@askline/testing'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

export type Call = {
  token?: string | undefined
  body?: unknown
  raw?: string | Buffer
  headers?: Record<string, string>
  query?: Record<string, string>
}

/** `data`, `error` and `meta` of an envelope, or the members of a bare answer: what parsing yields, of no shape taken for granted. */
export type Body = ReturnType<JSON['parse']>

export type Answer = HttpAnswer & { body: Body }

/** Sends a request to an API without a port. What it answers must be what its document says. */
export type Inject = (request: InjectOptions & { method: string; url: string }) => Promise<LightMyRequestResponse>

/** The one door to an API under test: nothing comes out of it unseen. */
export function doorTo(app: FastifyInstance): Inject {
  let faultOf: ReturnType<typeof buildConformity> | undefined
  return async function inject(request) {
    const { method, url } = request
    const response = await app.inject(request)
    faultOf ??= buildConformity(JSON.parse(JSON.stringify(app.swagger())))
    if (isDescribed(method, url)) expect(faultOf(asAnswer(response), method, url)).toBeUndefined()
    return response
  }
}

/** Calls an API as clients mostly do, with a bearer token and JSON. */
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

function asAnswer({ statusCode, headers, body }: LightMyRequestResponse): Answer {
  const isJson = String(headers['content-type']).includes('json')
  return { status: statusCode, headers, text: body, body: isJson && body !== '' ? JSON.parse(body) : undefined }
}

/** The page of the documentation and what browsers ask before they call are no part of the API. */
const isDescribed = (method: string, url: string) => method !== 'OPTIONS' && !url.startsWith('/docs')
