import type { EventLoopLag } from '@askline/runtime'
import type { FastifyInstance } from 'fastify'
import { unavailable } from './request-faults.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether requests are answered while the process is overloaded. */
    isServedOverloaded?: boolean
  }
}

/** Limits above which requests are refused; 0 disables a limit. */
type Limits = { maxEventLoopDelayMs: number; maxHeapBytes: number }

/** Time in ms for which a reading of the heap holds. */
const heapMs = 1_000

/** Answers 503 while the event loop is late or the heap is full, so that waiting requests do not pile up. */
export function refuseOverload(
  app: FastifyInstance,
  { maxEventLoopDelayMs, maxHeapBytes }: Limits,
  eventLoop: Pick<EventLoopLag, 'recentMs'> | undefined,
): void {
  let heapAt = Number.NEGATIVE_INFINITY
  let isHeapFull = false

  function readHeap(): boolean {
    const now = performance.now()
    if (now - heapAt < heapMs) return isHeapFull
    heapAt = now
    isHeapFull = process.memoryUsage().heapUsed > maxHeapBytes
    return isHeapFull
  }
  const isLate = () => maxEventLoopDelayMs > 0 && eventLoop !== undefined && eventLoop.recentMs() > maxEventLoopDelayMs

  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.isServedOverloaded) return done()
    if (isLate() || (maxHeapBytes > 0 && readHeap()))
      return done(unavailable('overloaded', 'The service is overloaded. Try again in 2 s.', 2))
    done()
  })
}
