import { apiVersion, type ErrorBody, type Meta } from '@askline/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Clock } from '../clock.ts'
import { prefersProblem } from './accept.ts'
import { type Explanation, explain } from './explain.ts'
import { protectiveHeaders } from './headers.ts'
import { principalIn } from './request-state.ts'

/** Data whose answer carries more beside it at the body's root, for clients that read it there. */
export class AnswerWithMirror {
  readonly data: object
  readonly mirror: object
  constructor(data: object, mirror: object) {
    this.data = data
    this.mirror = mirror
  }
}

/** The one place that puts an answer into its envelope. */
export function buildEnvelope(clock: Clock) {
  const metaOf = (request: FastifyRequest): Static<typeof Meta> => ({
    version: apiVersion,
    correlationId: request.id,
    serverTime: clock.serverTime(principalIn(request)?.companyId),
  })

  return {
    /** Fastify's preSerialization hook of every enveloped route. */
    wrap(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: (error: null, body: unknown) => void) {
      const put = () => {
        const meta = metaOf(request)
        reply.headers(protectiveHeaders)
        if (payload instanceof AnswerWithMirror) done(null, { meta, data: payload.data, ...payload.mirror })
        else done(null, { meta, data: payload })
      }
      // A sandbox's clock may have been moved a moment ago, by this answer's own request too. Read again, or as it was read last.
      if (clock.mayJump(principalIn(request)?.companyId)) clock.refresh().then(put, put)
      else put()
    },

    /** Fastify's error handler. */
    sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
      const explanation = explain(error)
      if (explanation.isOurs)
        request.log.error({ err: error, correlationId: request.id, code: explanation.code }, 'failed')
      const isProblem = prefersProblem(request.headers.accept)
      const { status, headers } = explanation
      const body = isProblem
        ? problemOf(explanation, metaOf(request))
        : { meta: metaOf(request), error: tellable(explanation) }
      reply
        .code(status)
        .headers({ ...protectiveHeaders, 'x-correlation-id': request.id, 'cache-control': 'no-store', ...headers })
        .type(`${isProblem ? 'application/problem+json' : 'application/json'}; charset=utf-8`)
        .send(JSON.stringify(body))
    },
  }
}
export type EnvelopeOfAnswers = ReturnType<typeof buildEnvelope>

function tellable({ message, code, details }: Explanation): Static<typeof ErrorBody> {
  return details === undefined ? { message, code } : { message, code, details }
}

/** RFC 9457. The slug is in `code`, and ends `type`. */
const problemOf = (explanation: Explanation, meta: Static<typeof Meta>) => ({
  type: `urn:askline:error:${explanation.code}`,
  title: explanation.message,
  status: explanation.status,
  instance: `urn:askline:request:${meta.correlationId}`,
  ...tellable(explanation),
  meta,
})
