import type { HealthAnswer } from '@askline/runtime'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Context } from '../context.ts'

const answer = { type: 'object', additionalProperties: true }

/** Routes of health, at the root and without a token, for load balancers and launchers. They name what is down, and not why. */
export const healthRoutes =
  ({ health: { forClients: health } }: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const routes: [path: string, operationId: string, summary: string, ask: () => Promise<HealthAnswer>][] = [
      ['/health/live', 'getLiveness', 'Report whether the process is running', health.live],
      ['/health/ready', 'getReadiness', 'Report whether the service is ready for requests', health.ready],
      ['/health/status', 'getStatus', 'Report all health checks; the status is always 200', health.status],
    ]
    for (const [url, operationId, summary, ask] of routes) {
      app.route({
        method: 'GET',
        url,
        // An overloaded process must not be restarted as dead. If a load balancer removes all processes, every request fails.
        config: { isServedOverloaded: true },
        schema: { tags: ['health'], operationId, summary, response: { 200: answer, 503: answer }, security: [] },
        handler: async (_request, reply) => {
          const { status, body } = await ask()
          return reply.code(status).header('cache-control', 'no-store').send(body)
        },
      })
    }
  }
