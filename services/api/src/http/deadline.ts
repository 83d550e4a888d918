import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { RequestFault } from './faults.ts'

const closing = { headers: { connection: 'close' } }

declare module 'fastify' {
  interface FastifyReply {
    /** Rings when the answer is due. */
    deadline: NodeJS.Timeout | undefined
  }
}

/**
 * Refuses what is not answered within `ms`: known clients give up after ten seconds. Fastify's own `handlerTimeout` does the
 * same, and makes and aborts an AbortSignal for every request, which costs an ask one twentieth of the API's time.
 */
export function keepDeadline(app: FastifyInstance, ms: number): void {
  app.decorateReply('deadline', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    reply.deadline = setTimeout(() => {
      if (reply.sent) return
      if (reply.raw.headersSent) reply.raw.destroy()
      else if (hasArrived(request)) reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(ms, request.routeOptions.url))
      // It is not we who are late.
      else reply.send(new RequestFault(408, 'request_timeout', 'The body did not arrive in time', closing))
    }, ms)
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    clearTimeout(reply.deadline)
    done()
  })
}

/** A GET brings nothing but its head, and a body that was read has come, however the request was made. */
const hasArrived = ({ method, body, raw }: FastifyRequest) => method === 'GET' || body !== undefined || raw.complete
