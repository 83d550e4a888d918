import type { Outcome } from '@askline/domain/webhooks/schedule'
import { buildMetrics, Counter, Histogram } from '@askline/runtime'

export type CourierMetrics = ReturnType<typeof buildCourierMetrics>

/** Builds the metrics of a courier. */
export function buildCourierMetrics() {
  const common = buildMetrics('courier')
  const registers = [common.registry]
  const seconds = new Histogram({
    name: 'askline_webhook_attempt_seconds',
    help: 'Seconds that an attempt took at the receiver, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 5, 10, 15],
    registers,
  })
  const disabled = new Counter({
    name: 'askline_webhooks_disabled_total',
    help: 'Endpoints of webhooks that were disabled, by reason.',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of ['GONE', 'FAILING']) disabled.inc({ reason }, 0)
  return {
    common,
    note: (outcome: Outcome, ms: number) => seconds.observe({ outcome }, ms / 1_000),
    noteDisabled: (reason: 'GONE' | 'FAILING') => disabled.inc({ reason }),
  }
}
