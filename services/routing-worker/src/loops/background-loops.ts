import { type Database, inSystem } from '@askline/db'
import { countDeadLetters } from '@askline/domain/dead-letters/keep'
import { fileLeases, readFile } from '@askline/domain/files/read-file'
import { findDueErasures } from '@askline/domain/privacy/forget-again'
import { erasePerson } from '@askline/domain/privacy/forget-erase'
import { endUnlearned, findUnlearning } from '@askline/domain/privacy/forget-learned'
import type { EvidenceCache } from '@askline/learning/evidence/evidence-cache'
import type { SnapshotMaker } from '@askline/learning/snapshots/snapshot-maker'
import { snapshotLeases } from '@askline/learning/snapshots/snapshots'
import type { TextCache } from '@askline/learning/texts/text-cache'
import { maxRuns, type TrainingPool } from '@askline/learning/training/training-pool'
import { trainingLeases } from '@askline/learning/training/trainings'
import type { Logger } from '@askline/runtime'
import { reasonOf } from '@askline/runtime/failure-reasons'
import type { PromiseCounter } from '../routing/promise-counter.ts'
import type { Router } from '../routing/router.ts'
import type { WorkerMetrics } from '../worker-metrics.ts'
import { clockAdvancer } from './clock-advancer.ts'
import { diskWatch } from './disk-watch.ts'
import { deleteExpired } from './housekeeping.ts'
import type { LoopDefinition, WakeSignal } from './loop.ts'
import { oldOffers } from './old-offers.ts'
import type { Quarantine } from './quarantine.ts'
import { reconciler } from './reconciler.ts'
import { type Destination, relay } from './relay.ts'
import { sweepers } from './sweeper.ts'
import { youngTables } from './young-tables.ts'

export type LoopContext = {
  db: Database
  queues: Destination
  logger: Logger
  metrics: WorkerMetrics
  router: Router
  evidence: EvidenceCache
  texts: TextCache
  snapshots: SnapshotMaker
  trainingPool: TrainingPool
  promises: PromiseCounter
  quarantine: Quarantine & { loop: LoopDefinition }
  clockSignal: WakeSignal
}

/** All background loops of a routing worker. The README lists their periods, logs and metrics. All of them need Postgres only. */
export function backgroundLoops(context: LoopContext): LoopDefinition[] {
  const { db, queues, logger, metrics, router, evidence, texts, promises } = context
  return [
    relay(db, queues, logger, metrics.setOutboxAge),
    ...sweepers(db, logger, metrics.addLateness),
    clockAdvancer(db, router, evidence, logger, context.clockSignal),
    context.quarantine.loop,
    reconciler(db, logger, metrics.countRepairs),
    evidenceRefresher(evidence),
    { name: 'text refresher', everyMs: 1_000, work: () => texts.refresh().then(() => undefined) },
    { name: 'promises', everyMs: 5_000, work: async () => ((await promises.judge()) ? 0 : undefined) },
    {
      name: 'dead letters',
      everyMs: 10_000,
      work: async () => void metrics.setDeadLetters(await countDeadLetters(db)),
    },
    diskWatch(db, metrics.setDiskUse),
    { name: 'file reader', everyMs: 5_000, work: () => readDueFiles(db, logger) },
    { name: 'trainer', everyMs: 5_000, copies: maxRuns, work: () => trainDue(db, context.trainingPool, logger) },
    { name: 'snapshots', everyMs: 5_000, work: () => makeDueSnapshot(db, context.snapshots, logger) },
    { name: 'erasures', everyMs: 5_000, work: () => continueErasures(db, logger) },
    {
      name: 'housekeeper',
      everyMs: 60_000,
      maxBackOffMs: 60_000,
      work: async () => ((await deleteExpired(db)) ? 0 : undefined),
    },
    oldOffers(db),
    youngTables(db),
  ]
}

/** Pause in ms of a quiet cache. Windows overlap by 5 s and versions are kept for 10 s, so it must stay below 5 s. */
const quietEveryMs = 3_000

/** Reads what changed in the companies whose evidence is in memory, less often while nobody routes and nothing changes. */
export const evidenceRefresher = (evidence: Pick<EvidenceCache, 'refresh' | 'isQuiet'>): LoopDefinition => ({
  name: 'evidence refresher',
  everyMs: 500,
  async work() {
    await evidence.refresh()
    return evidence.isQuiet ? quietEveryMs : undefined
  },
})

/** Reads uploaded files whose job or reader was lost. */
async function readDueFiles(db: Database, logger: Logger): Promise<undefined> {
  for (const fileId of await fileLeases.findDue(db, 5)) {
    await readFile(db, fileId, reasonOf).catch((err: unknown) => logger.error({ err, fileId }, 'Reading a file failed'))
  }
}

/** Trains the models of one company, if a slot of this process is free. Otherwise another process may have one. */
async function trainDue(db: Database, trainingPool: TrainingPool, logger: Logger): Promise<number | undefined> {
  const [companyId] = trainingPool.isFull() ? [] : await trainingLeases.findDue(db, 1)
  if (companyId === undefined) return undefined
  await trainingPool
    .train(companyId)
    .catch((err: unknown) => logger.error({ err, companyId }, 'Training the models of a company failed'))
  return 20
}

/** Makes one snapshot that is due. */
async function makeDueSnapshot(db: Database, snapshots: SnapshotMaker, logger: Logger): Promise<undefined> {
  const [companyId] = await snapshotLeases.findDue(db, 1)
  if (companyId === undefined) return
  const begun = performance.now()
  const outcome = await snapshots.make(companyId)
  const seconds = Math.round((performance.now() - begun) / 1_000)
  if (outcome === 'kept') logger.info({ companyId, seconds }, 'Stored a snapshot of the evidence of a company')
}

/** Continues erasures whose job was lost, and completes those of which no model or cache remembers anything. */
async function continueErasures(db: Database, logger: Logger): Promise<undefined> {
  for (const requestId of await findDueErasures(db, 20)) {
    // A failed erasure stays due, and the others do not wait for it.
    await erasePerson(db, requestId).catch((err: unknown) => logger.error({ err, requestId }, 'An erasure failed'))
  }
  for (const companyId of await findUnlearning(db, 1_000)) await inSystem(db, (tx) => endUnlearned(tx, companyId))
}
