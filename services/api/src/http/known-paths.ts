import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestFault } from './request-faults.ts'

/** Answers a request for an address that does not exist, for example with a page. Returns whether it did. */
export type AnswerStranger = (request: FastifyRequest, reply: FastifyReply) => boolean

export type KnownRoute = { method: string; url: string; isHidden: boolean }

/**
 * Collects the routes as they are mounted and answers requests that match none. The answer is 405 with Allow if the path has
 * other methods, otherwise 404 unless `answerStranger` answers. It runs before any other hook, so an unknown path is 404 whatever the token or body.
 */
export function answerUnknownPaths(app: FastifyInstance, answerStranger: AnswerStranger): KnownRoute[] {
  const routes: KnownRoute[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    for (const one of [method].flat()) routes.push({ method: one, url, isHidden: Boolean(schema?.hide) })
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 && !lacksPart(request)) return done()
    const fault = unknownPath(request, routes)
    if (fault.status !== 404 || !answerStranger(request, reply)) done(fault)
  })
  app.setNotFoundHandler((request) => {
    throw unknownPath(request, routes)
  })
  return routes
}

/** Whether a parameter of the path is empty, as in `/v1/questions/`. */
function lacksPart(request: FastifyRequest): boolean {
  const params = request.params as Record<string, string>
  for (const name in params) if (params[name] === '' && name !== '*') return true
  return false
}

function unknownPath(request: FastifyRequest, routes: readonly KnownRoute[]): RequestFault {
  const path = request.url.split('?', 1)[0] ?? ''
  const written = (request.originalUrl.split('?', 1)[0] ?? '').slice(0, 200)
  const methods = new Set(routes.filter(({ url }) => matches(url, path)).map(({ method }) => method))
  // A route can find nothing at its path, such as a file that does not exist.
  if (methods.size === 0 || methods.has(request.method))
    return new RequestFault(404, 'path_not_found', `${request.method} ${written} does not exist.`)
  const allow = [...methods].sort().join(', ')
  return new RequestFault(405, 'method_not_allowed', `This path does not support ${request.method}. Use ${allow}.`, {
    headers: { allow },
  })
}

function matches(url: string, path: string): boolean {
  const pattern = url.split('/')
  const parts = path.split('/')
  return (
    pattern.length === parts.length &&
    pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === '*' || part === parts[at]))
  )
}
