import type { FastifyRequest } from 'fastify'
import { RequestFault } from './request-faults.ts'

const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i

/** Returns the fault of a body that is compressed or declares another charset than UTF-8, or undefined. */
export function faultOfEncoding({ headers }: FastifyRequest): RequestFault | undefined {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    return new RequestFault(415, 'unsupported_media_type', 'Send the body without a Content-Encoding.', {
      headers: { 'accept-encoding': 'identity' },
    })
  }
  const declared = charset.exec(headers['content-type'] ?? '')?.[1]
  if (declared !== undefined && !/^utf-?8$/i.test(declared))
    return new RequestFault(415, 'unsupported_media_type', 'Send the body in UTF-8.')
  return undefined
}
