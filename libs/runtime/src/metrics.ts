import type { Database, Replica } from '@askline/db'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type EventLoopLag, watchEventLoop } from './event-loop-lag.ts'

export { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  /** Seconds that a job took, by queue, job and outcome. */
  jobSeconds: Histogram<'queue' | 'job' | 'outcome'>
  /** Seconds from handing a job over to its end, waiting included. For changes of questions, that is the way from commit to sockets. */
  jobEndSeconds: Histogram<'queue' | 'job'>
  /** Outbox rows handed over, by outcome: `sent`, `dropped` (left to the relay) or `failed`. */
  handedOver: Counter<'outcome'>
  eventLoop: EventLoopLag
}

/** Builds a registry with Node's default metrics and our own. */
export function buildMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  // Its own measurement of the event loop would wake an idle process up to a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: longestTimerMs })
  const eventLoop = watchEventLoop()
  publishLag(registry, eventLoop)
  return {
    registry,
    eventLoop,
    jobSeconds: new Histogram({
      name: 'askline_job_seconds',
      help: 'Seconds a job took.',
      labelNames: ['queue', 'job', 'outcome'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      registers: [registry],
    }),
    jobEndSeconds: new Histogram({
      name: 'askline_job_end_seconds',
      help: 'Seconds between handing a job over and its end, waiting included.',
      labelNames: ['queue', 'job'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 2, 5, 10, 30, 120],
      registers: [registry],
    }),
    handedOver: new Counter({
      name: 'askline_outbox_rows_total',
      help: 'Outbox rows handed over to the queues.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
  }
}

const longestTimerMs = 2 ** 31 - 1

const lagFigures: Record<string, (histogram: EventLoopLag['histogram']) => number> = {
  nodejs_eventloop_lag_min_seconds: ({ min }) => min,
  nodejs_eventloop_lag_max_seconds: ({ max }) => max,
  nodejs_eventloop_lag_mean_seconds: ({ mean }) => mean,
  nodejs_eventloop_lag_stddev_seconds: ({ stddev }) => stddev,
  nodejs_eventloop_lag_p50_seconds: (histogram) => histogram.percentile(50),
  nodejs_eventloop_lag_p90_seconds: (histogram) => histogram.percentile(90),
  nodejs_eventloop_lag_p99_seconds: (histogram) => histogram.percentile(99),
}

/** Replaces the gauges of event-loop lag by ours of the same names, which a scrape resets as well. */
function publishLag(registry: Registry, { histogram, recentMs }: EventLoopLag): void {
  const gauges = Object.entries(lagFigures).map(([name, read]) => {
    registry.removeSingleMetric(name)
    const gauge = new Gauge({ name, help: 'How late timers ran since the last scrape.', registers: [registry] })
    return { gauge, read }
  })
  const name = 'nodejs_eventloop_lag_seconds'
  registry.removeSingleMetric(name)
  new Gauge({
    name,
    help: 'How late timers ran on average in the last half second or longer.',
    registers: [registry],
    collect() {
      this.set(recentMs() / 1_000)
      // Without a sample since the last scrape, the figures of that one hold.
      if (histogram.count === 0) return
      for (const { gauge, read } of gauges) gauge.set(read(histogram) / 1e9)
      histogram.reset()
    },
  })
}

/** Registers a gauge whose value is read on every scrape. */
export function gaugeOf(metrics: Metrics, name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    name,
    help,
    registers: [metrics.registry],
    collect() {
      this.set(read())
    },
  })
}

type Watched = Pick<Database, 'app' | 'system' | 'onTransaction' | 'replica'>

/**
 * Publishes how many connections each pool of the database uses and keeps idle, how many transactions wait for one, and how long
 * transactions take. With a replica, also which server answers reports, and how far the replica is behind.
 */
export function watchDatabase({ registry }: Metrics, db: Watched): void {
  const { replica } = db
  const seconds = new Histogram({
    name: 'askline_transaction_seconds',
    help: 'Seconds a transaction took, without the wait for a connection.',
    labelNames: ['pool', 'outcome'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers: [registry],
  })
  db.onTransaction = (ms, pool, outcome) => seconds.observe({ pool, outcome }, ms / 1_000)
  if (replica)
    replica.db.onTransaction = (ms, _pool, outcome) => seconds.observe({ pool: 'replica', outcome }, ms / 1_000)
  const pools = { app: db.app, system: db.system, ...(replica ? { replica: replica.db.app } : {}) }
  new Gauge({
    name: 'askline_database_connections',
    help: 'Connections to Postgres by pool and state. `waiting` counts transactions that have none yet.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  if (replica) watchReplica(registry, replica)
}

function watchReplica(registry: Registry, replica: Replica): void {
  const reports = new Counter({
    name: 'askline_reports_total',
    help: 'Reports by the server that answered: `replica` or `primary`.',
    labelNames: ['server'],
    registers: [registry],
  })
  for (const server of ['replica', 'primary']) reports.inc({ server }, 0)
  replica.onReport = (server) => reports.inc({ server })
  new Gauge({
    name: 'askline_replica_lag_seconds',
    help: 'Seconds that the replica was behind when it was last asked. NaN if that is not known, as after a failure.',
    registers: [registry],
    collect() {
      this.set(replica.lagSeconds ?? Number.NaN)
    },
  })
}
