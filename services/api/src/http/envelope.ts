import { apiVersion, type ErrorBody, type Meta } from '@askline/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Clock } from '../clock.ts'
import { prefersProblem } from './accept.ts'
import { type Explanation, explain } from './explain-error.ts'
import { protectiveHeaders } from './headers.ts'
import { principalIn, warningsOf } from './request-state.ts'

/** Data with a copy, `mirror`, at the root of the body, for clients that read it there. */
export class AnswerWithMirror {
  readonly data: object
  readonly mirror: object
  constructor(data: object, mirror: object) {
    this.data = data
    this.mirror = mirror
  }
}

/** Builds the functions that put answers and errors into the envelope. */
export function buildEnvelope(clock: Clock) {
  function metaOf(request: FastifyRequest, { elapsedTime }: FastifyReply): Static<typeof Meta> {
    // When the request arrived, because a list misses what is committed after it was read, however long its answer takes.
    const serverTime = clock.serverTime(principalIn(request)?.companyId, elapsedTime)
    const warnings = warningsOf(request)
    return { version: apiVersion, correlationId: request.id, serverTime, ...(warnings ? { warnings } : {}) }
  }

  return {
    /** Wraps data: Fastify's preSerialization hook of every enveloped route. */
    wrap(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: (error: null, body: unknown) => void) {
      const put = () => {
        const meta = metaOf(request, reply)
        reply.headers(reply.hasHeader('cache-control') ? protectiveHeaders : unstoredHeaders)
        if (payload instanceof AnswerWithMirror) done(null, { meta, data: payload.data, ...payload.mirror })
        else done(null, { meta, data: payload })
      }
      // This request may have moved the sandbox's clock. If the clock cannot be read, the last reading is used.
      if (clock.mayJump(principalIn(request)?.companyId)) clock.refresh().then(put, put)
      else put()
    },

    /** Sends an error: Fastify's error handler. */
    sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
      const explanation = explain(error)
      if (explanation.isOurs)
        request.log.error({ err: error, correlationId: request.id, code: explanation.code }, 'failed')
      const isProblem = prefersProblem(request.headers.accept)
      const { status, headers } = explanation
      const body = isProblem
        ? problemOf(explanation, metaOf(request, reply))
        : { meta: metaOf(request, reply), error: tellable(explanation) }
      reply
        .code(status)
        .headers({ ...protectiveHeaders, 'x-correlation-id': request.id, 'cache-control': 'no-store', ...headers })
        .type(`${isProblem ? 'application/problem+json' : 'application/json'}; charset=utf-8`)
        .send(JSON.stringify(body))
    },
  }
}
export type EnvelopeOfAnswers = ReturnType<typeof buildEnvelope>

/** Answers without a cache policy of their own must not be stored by any cache. */
const unstoredHeaders = { ...protectiveHeaders, 'cache-control': 'no-store' }

/** Returns the title of a code: its words, as in `Already rerouted` for `already_rerouted`. */
function titleOf(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function tellable({ message, code, details, takenBy, invitedBy }: Explanation): Static<typeof ErrorBody> {
  return {
    message,
    code,
    ...(details ? { details } : {}),
    ...(takenBy ? { takenBy } : {}),
    ...(invitedBy ? { invitedBy } : {}),
  }
}

/** Builds the RFC 9457 form. `title` is fixed per code; `detail` describes this occurrence. */
const problemOf = (explanation: Explanation, meta: Static<typeof Meta>) => ({
  type: `urn:askline:error:${explanation.code}`,
  title: titleOf(explanation.code),
  status: explanation.status,
  detail: explanation.message,
  instance: `urn:askline:request:${meta.correlationId}`,
  ...tellable(explanation),
  meta,
})
