import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._~:@+=/-]{0,127}$/

/** Returns the id that follows a request through jobs and logs: the caller's if it is well-formed, otherwise a new one. */
export function correlationIdOf({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers['x-correlation-id']
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID()
}
