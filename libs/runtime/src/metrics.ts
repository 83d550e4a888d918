import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  /** Seconds that a job took, by queue, job and outcome. */
  jobSeconds: Histogram<'queue' | 'job' | 'outcome'>
  /** Outbox rows handed over, by outcome: `sent`, `dropped` (left to the relay) or `failed`. */
  handedOver: Counter<'outcome'>
}

/** Builds a registry with Node's default metrics, such as event-loop lag, and our own. */
export function buildMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    jobSeconds: new Histogram({
      name: 'askline_job_seconds',
      help: 'Seconds a job took.',
      labelNames: ['queue', 'job', 'outcome'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
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
