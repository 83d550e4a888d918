import { jobs, type OutboxJob, type OutboxRow } from '@askline/contracts'
import { isTracing, startSpan } from './spans.ts'

/**
 * Sends outbox rows with a span for each job that has a traced origin. The jobs then name that span as their origin, so a trace
 * shows which process sent a job: the one that wrote it, or a relay.
 */
export async function sendTraced(rows: OutboxRow[], send: (rows: OutboxRow[]) => Promise<void>): Promise<void> {
  if (!isTracing) return send(rows)
  const spans: ReturnType<typeof startSpan>[] = []
  const traced = (one: OutboxJob): OutboxJob => {
    const parent = 'traceparent' in one.payload ? one.payload.traceparent : undefined
    if (parent === undefined) return one
    const span = startSpan({
      name: `send ${one.job}`,
      kind: 'PRODUCER',
      parent,
      attributes: { 'messaging.system': jobs[one.job].queue === null ? 'redis' : 'bullmq' },
    })
    spans.push(span)
    // The same job with another origin. The compiler cannot connect the two.
    return { job: one.job, payload: { ...one.payload, traceparent: span.traceparent } } as OutboxJob
  }
  const end = (error?: unknown) => {
    for (const span of spans) span.end({ error })
  }
  try {
    await send(rows.map((row) => (Array.isArray(row.jobs) ? { ...row, jobs: row.jobs.map(traced) } : row)))
    end()
  } catch (error) {
    end(error)
    throw error
  }
}
