import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { limits } from '@askline/contracts'
import type { FastifyInstance } from 'fastify'
import { invalidField, invalidRequest, RequestFault } from './faults.ts'
import { setBodyHash } from './request-state.ts'
import { findTextFault } from './text-rules.ts'

/** Bodies are JSON in UTF-8 and nothing else. No type is ever guessed. */
export function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const options = { parseAs: 'buffer', bodyLimit: limits.jsonBodyBytes } as const
  app.addContentTypeParser<Buffer>('application/json', options, (request, bytes, done) => {
    if (request.headers['idempotency-key'] !== undefined) {
      setBodyHash(request, createHash('sha256').update(bytes).digest('hex'))
    }
    if (bytes.length === 0) return done(null, undefined)
    if (!isUtf8(bytes)) return done(notJson('The body is not UTF-8'))
    const text = bytes.toString('utf8')
    void parseJson(request, text, (error, body) => {
      if (error) return done(notJson('The body is not valid JSON', error))
      // To Fastify null is no body at all.
      if (body === null) return done(invalidField('body', 'type', 'The body must be an object.'))
      // Written out, these characters cannot stand in JSON or in UTF-8: only an escape brings them.
      const fault = text.includes('\\u') ? findTextFault(body) : undefined
      done(fault ? invalidRequest([fault]) : null, body)
    })
  })
}

const notJson = (message: string, cause?: unknown) => new RequestFault(400, 'invalid_json', message, { cause })
