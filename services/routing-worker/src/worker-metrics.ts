import { invariants } from '@askline/domain/routing/invariants'
import { type PromiseOutcome, promiseOutcomes } from '@askline/domain/routing/promises'
import { buildMetrics, Counter, Gauge, gaugeOf, Histogram, type Metrics } from '@askline/runtime'
import type { DiskUse } from './loops/disk-watch.ts'

/** The metrics of a routing worker beside those that every service has. */
export type WorkerMetrics = {
  setOutboxAge(seconds: number): void
  setDeadLetters(open: number): void
  setDiskUse(use: DiskUse): void
  addLateness(lateMs: number[]): void
  countRepairs(repaired: Record<string, number | undefined>): void
  countPromise(outcome: PromiseOutcome): void
  /** Adds how long a question waited for its first decision, in ms. */
  addRouteWait(ms: number): void
  /** Publishes the size of the evidence in memory. */
  watchEvidence(evidence: { readonly companies: number; readonly questions: number }): void
  readonly common: Metrics
}

/** Registers the metrics of a routing worker. */
export function buildWorkerMetrics(): WorkerMetrics {
  const common = buildMetrics('routing-worker')
  const registers = [common.registry]
  let outboxAge = 0
  let deadLetters = 0
  gaugeOf(common, 'askline_outbox_oldest_seconds', 'Age of the oldest job that is not in Redis.', () => outboxAge)
  gaugeOf(common, 'askline_dead_letters', 'Dead letters that are not settled. Target: 0.', () => deadLetters)
  // The label keeps both from a value before the first reading.
  const databaseBytes = new Gauge({
    name: 'askline_database_bytes',
    help: 'Size of the database on the disk of Postgres, without its log.',
    labelNames: ['database'],
    registers,
  })
  const archiveFails = new Gauge({
    name: 'askline_archive_failing',
    help: '1 if the newest attempt of Postgres to archive its log failed, otherwise 0.',
    labelNames: ['database'],
    registers,
  })
  const archiveStopped = new Gauge({
    name: 'askline_archive_stopped',
    help: '1 if Postgres archived its log before and its settings turn that off now, otherwise 0.',
    labelNames: ['database'],
    registers,
  })
  const archivedAt = new Gauge({
    name: 'askline_archived_timestamp_seconds',
    help: 'Unix time until which the archive has every finished file of the log. Only if Postgres archives it.',
    labelNames: ['database'],
    registers,
  })
  const baseBackupAt = new Gauge({
    name: 'askline_base_backup_timestamp_seconds',
    help: 'Unix time of the newest base backup. Only if Postgres archives its log and the worker may list it.',
    labelNames: ['database'],
    registers,
  })
  const promises = new Counter({
    name: 'askline_promises_total',
    help: 'Answer times that this worker promised to askers, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  // A series that begins with its first event would have no increase.
  for (const outcome of promiseOutcomes) if (outcome !== 'open') promises.inc({ outcome }, 0)
  const limbo = new Counter({
    name: 'askline_limbo_total',
    help: 'Questions, offers and loads that broke an invariant and were repaired. Target: 0.',
    labelNames: ['invariant'],
    registers,
  })
  for (const invariant of Object.keys(invariants)) limbo.inc({ invariant }, 0)
  const late = new Histogram({
    name: 'askline_deadline_late_seconds',
    help: 'Time between a deadline and its move, in seconds.',
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers,
  })
  const waits = new Histogram({
    name: 'askline_route_wait_seconds',
    help: 'Seconds from an ask, by the time of its company, to its first routing decision.',
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 2, 5, 15, 60, 300],
    registers,
  })
  return {
    common,
    setOutboxAge(seconds) {
      outboxAge = seconds
    },
    setDeadLetters(open) {
      deadLetters = open
    },
    setDiskUse(use) {
      const { database } = use
      databaseBytes.set({ database }, use.bytes)
      archiveFails.set({ database }, use.isArchiveFailing ? 1 : 0)
      archiveStopped.set({ database }, use.isArchiveStopped ? 1 : 0)
      setOrRemove(archivedAt, database, use.archivedAt)
      setOrRemove(baseBackupAt, database, use.baseBackupAt)
    },
    addLateness(lateMs) {
      for (const ms of lateMs) late.observe(ms / 1_000)
    },
    countRepairs(repaired) {
      for (const [invariant, count] of Object.entries(repaired)) limbo.inc({ invariant }, count)
    },
    addRouteWait: (ms) => waits.observe(ms / 1_000),
    countPromise: (outcome) => promises.inc({ outcome }),
    watchEvidence(evidence) {
      gaugeOf(common, 'askline_evidence_companies', 'Companies in memory.', () => evidence.companies)
      gaugeOf(common, 'askline_evidence_questions', 'Resolved questions in memory.', () => evidence.questions)
    },
  }
}

function setOrRemove(gauge: Gauge<'database'>, database: string, value: number | null): void {
  if (value === null) gauge.remove({ database })
  else gauge.set({ database }, value)
}
