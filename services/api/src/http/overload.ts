import { getHeapStatistics } from 'node:v8'
import type { EventLoopLag } from '@askline/runtime'
import type { FastifyInstance } from 'fastify'
import { unavailable } from './request-faults.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether requests are answered while the process is overloaded. */
    isServedOverloaded?: boolean
  }
}

type Gauges = {
  eventLoop?: Pick<EventLoopLag, 'recentMs'> | undefined
  /** Returns the used share of the heap that V8 allows, from 0 to 1. */
  readHeapShare?: () => number
}

// V8 lets the heap grow at most halfway to its limit between collections. So at 0.9, objects in use took at least 0.8 of it.
const fullShare = 0.9

/**
 * Answers 503 while the event loop is later than `maxEventLoopDelayMs` or the heap is nearly full, so that waiting requests do not
 * pile up. 0 disables the check of the event loop.
 */
export function refuseOverload(
  app: FastifyInstance,
  maxEventLoopDelayMs: number,
  { eventLoop, readHeapShare = heapShare }: Gauges,
): void {
  const isLate = () => maxEventLoopDelayMs > 0 && eventLoop !== undefined && eventLoop.recentMs() > maxEventLoopDelayMs

  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.isServedOverloaded) return done()
    if (isLate() || readHeapShare() > fullShare)
      return done(unavailable('overloaded', 'The service is overloaded. Try again in 2 s.', 2))
    done()
  })
}

function heapShare(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  return used / limit
}
