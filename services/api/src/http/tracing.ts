import { isTracing, startSpan } from '@askline/runtime'
import type { FastifyInstance } from 'fastify'
import { setSpan, spanOf } from './request-state.ts'

/**
 * Traces each request with one span, which everything that follows from the request continues. A caller's `traceparent` is
 * its parent. Without a tracing SDK, requests get no hooks.
 */
export function traceRequests(app: FastifyInstance) {
  if (!isTracing) return
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'askline.correlation_id': request.id,
    }
    const parent = request.headers['traceparent']
    const name = `${request.method} ${route}`
    setSpan(request, startSpan({ name, kind: 'SERVER', parent: parent?.toString(), attributes }))
    done()
  })
  // After the body was read, because its events run in the context of the connection.
  app.addHook('preHandler', (request, _reply, done) => spanOf(request)?.within(done))
  app.addHook('onResponse', (request, reply, done) => {
    const attributes = { 'http.response.status_code': reply.statusCode }
    const span = spanOf(request)
    span?.end({ attributes, ...(reply.statusCode >= 500 ? { error: String(reply.statusCode) } : {}) })
    // Later hooks log slow requests.
    span?.within(done)
  })
}
