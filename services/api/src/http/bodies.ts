import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { limits } from '@askline/contracts'
import type { FastifyInstance } from 'fastify'
import { faultOfEncoding } from './encodings.ts'
import { invalidField, invalidRequest, RequestFault } from './faults.ts'
import { setBodyHash } from './request-state.ts'
import { findValueFault } from './value-rules.ts'

/** Bodies are JSON in UTF-8 and nothing else. No type is ever guessed. */
export function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const options = { parseAs: 'buffer', bodyLimit: limits.jsonBodyBytes } as const
  app.addContentTypeParser<Buffer>('application/json', options, (request, bytes, done) => {
    if (request.headers['idempotency-key'] !== undefined) {
      setBodyHash(request, createHash('sha256').update(bytes).digest('hex'))
    }
    const encoding = faultOfEncoding(request)
    if (encoding) return done(encoding)
    if (bytes.length === 0) return done(null, undefined)
    if (!isUtf8(bytes)) return done(notJson('The body is not UTF-8'))
    const text = bytes.toString('utf8')
    void parseJson(request, text, (error, body) => {
      if (error) return done(isJson(text) ? namesPrototype() : notJson('The body is not valid JSON', error))
      // To Fastify null is no body at all.
      if (body === null) return done(invalidField('body', 'type', 'The body must be an object.'))
      // Written out, these characters cannot stand in JSON or in UTF-8: only an escape brings them. Numbers that are none
      // have an exponent of three digits, or more digits than any that counts something.
      const fault = text.includes('\\u') || hugeNumber.test(text) ? findValueFault(body) : undefined
      done(fault ? invalidRequest([fault]) : null, body)
    })
  })
}

const hugeNumber = /\d[eE]\+?\d{3}|\d{200}/

/** The parser refuses names that would change what objects are, and says of them no more than of broken JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
const namesPrototype = () =>
  invalidField(
    'body',
    'name',
    'The body has a member named __proto__, or constructor with a prototype: name it otherwise.',
  )

const notJson = (message: string, cause?: unknown) => new RequestFault(400, 'invalid_json', message, { cause })
