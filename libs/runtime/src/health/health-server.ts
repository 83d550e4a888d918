import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from '../metrics.ts'
import type { Health, HealthAnswer, HealthAnswers } from './health-answers.ts'

export type HealthServer = { port: number; close(): Promise<void> }

/**
 * Serves `/health/live`, `/health/ready`, `/health/status` and `/metrics` on `port` of `host`, for operators. Clients should not
 * reach it, because health names the reasons of a failure there.
 * Rejects if the port is in use.
 */
export async function startHealthServer(options: {
  port: number
  health: Health
  metrics: Metrics
  host: string
}): Promise<HealthServer> {
  const answer = answerHealth(options.health.forOperators, options.metrics)
  const server = createServer((request, response) => {
    if (!answer(request.url ?? '', request.method ?? '', response))
      send(response, { status: 404, body: { status: 'not found' } })
  })
  server.requestTimeout = 5_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(Object.assign(error, { variable: 'INTERNAL_PORT' })))
    server.listen(options.port, options.host, () => resolve())
  })
  return { port: portOf(server), close: () => new Promise((resolve) => closeAll(server, resolve)) }
}

/** Answers health paths on an existing server, and the path of metrics if they are given. Returns false for any other path. */
export function answerHealth(health: HealthAnswers, metrics?: Metrics) {
  const routes: Record<string, () => Promise<HealthAnswer>> = {
    '/health/live': health.live,
    '/health/ready': health.ready,
    '/health/status': health.status,
  }
  return (url: string, method: string, response: ServerResponse): boolean => {
    const path = url.split('?', 1)[0] ?? ''
    const route = routes[path]
    const registry = path === '/metrics' ? metrics?.registry : undefined
    if (!route && !registry) return false
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      response.writeHead(405).end()
      return true
    }
    const answered = registry
      ? registry.metrics().then((text) => {
          response.writeHead(200, { 'content-type': registry.contentType }).end(text)
        })
      : route?.().then((found) => send(response, found))
    answered?.catch(() => response.writeHead(500).end())
    return true
  }
}

function send(response: ServerResponse, { status, body }: { status: number; body: Record<string, unknown> }) {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

/** Returns the port of a listening server. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port

function closeAll(server: Server, done: () => void) {
  server.close(() => done())
  server.closeAllConnections()
}
