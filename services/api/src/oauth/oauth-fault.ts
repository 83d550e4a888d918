import type { FastifyReply, FastifyRequest } from 'fastify'
import { explain } from '../http/explain-error.ts'
import { RequestFault } from '../http/request-faults.ts'

/** An error of RFC 6749 §5.2, answered without the envelope. */
export class OauthFault extends Error {
  override name = 'OauthFault'
  readonly status: number
  readonly error: string
  readonly challenge: string | undefined
  constructor(status: number, error: string, description: string, challenge?: string) {
    super(description)
    this.status = status
    this.error = error
    this.challenge = challenge
  }
}

export const invalidOauthRequest = (description: string) => new OauthFault(400, 'invalid_request', description)

/** The same error for an unknown client, a wrong secret and a missing one. */
export const invalidClient = () =>
  new OauthFault(401, 'invalid_client', 'The client id or secret is wrong.', 'Basic realm="askline"')

const errorOfStatus: Record<number, string> = {
  401: 'invalid_token',
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** Returns whether an authorization endpoint was called with an unsupported method. No route handles that. */
export const isWrongMethodOfOauth = (error: unknown, { url }: FastifyRequest): boolean =>
  oauthPath.test(url) && error instanceof RequestFault && error.status === 405
export const oauthPath = /^(\/v1)?\/oauth\//

/** Answers errors of the oauth paths. */
export function sendOauthError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache', 'x-correlation-id': request.id })
  if (error instanceof OauthFault) {
    if (error.challenge) reply.header('www-authenticate', error.challenge)
    return reply.code(error.status).send({ error: error.error, error_description: error.message })
  }
  const { status, message, headers, isOurs, code } = explain(error)
  if (status === 415 && !(error instanceof RequestFault)) {
    const advice = 'Send the body as application/x-www-form-urlencoded or application/json'
    return reply.code(415).send({ error: 'invalid_request', error_description: advice })
  }
  if (isOurs) request.log.error({ err: error, correlationId: request.id, code }, 'failed')
  return reply
    .code(status)
    .headers(headers ?? {})
    .send({ error: errorOf(status, code), error_description: message })
}

/** A missing token is reported as `invalid_request`, not as `invalid_token`. RFC 6749 has no word for a blocked person. */
const errorOf = (status: number, code: string) =>
  code === 'blocked' ? code : ((code === 'token_missing' ? undefined : errorOfStatus[status]) ?? 'invalid_request')
