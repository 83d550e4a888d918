import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { RequestFault } from './request-faults.ts'

const closing = { headers: { connection: 'close' } }

declare module 'fastify' {
  interface FastifyReply {
    /** Fires when the answer is due. */
    deadline: NodeJS.Timeout | undefined
  }
}

/**
 * Refuses requests that are not answered within `ms`, because known clients give up after ten seconds. An endpoint that waits for events
 * has that time besides. Fastify's
 * `handlerTimeout` would create an AbortSignal per request, which costs an ask a twentieth of the API's time.
 */
export function keepDeadline(app: FastifyInstance, ms: number): void {
  app.decorateReply('deadline', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const waitSeconds = request.routeOptions.config.endpoint?.waitSeconds ?? 0
    reply.deadline = setTimeout(
      () => {
        // A client that went away waits for nothing.
        if (reply.sent || reply.raw.destroyed) return
        if (reply.raw.headersSent) reply.raw.destroy()
        else if (hasArrived(request)) reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(ms, request.routeOptions.url))
        // The client is late, not the API.
        else reply.send(new RequestFault(408, 'request_timeout', 'The body did not arrive in time.', closing))
      },
      ms + waitSeconds * 1_000,
    )
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    clearTimeout(reply.deadline)
    done()
  })
}

/** Whether the whole request has arrived. A GET has no body. */
const hasArrived = ({ method, body, raw }: FastifyRequest) => method === 'GET' || body !== undefined || raw.complete
