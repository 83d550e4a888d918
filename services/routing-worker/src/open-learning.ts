import type { Database } from '@askline/db'
import { buildEvidenceCache, standardLimits } from '@askline/learning/evidence/evidence-cache'
import { openSnapshotMaker } from '@askline/learning/snapshots/snapshot-maker'
import { buildTextCache } from '@askline/learning/texts/text-cache'
import { buildTrainer } from '@askline/learning/texts/text-trainer'
import { openTrainingPool } from '@askline/learning/training/training-pool'
import type { Logger } from '@askline/runtime'
import type { Config } from './routing-worker-config.ts'
import type { WorkerMetrics } from './worker-metrics.ts'

/** Opens what the worker learns with: the caches of evidence and texts, and the processes that make snapshots and models. */
export function openLearning(
  db: Database,
  { databaseUrl, evidenceQuestions }: Config,
  logger: Logger,
  metrics: WorkerMetrics,
) {
  const limits = { questions: evidenceQuestions, questionsPerCompany: evidenceQuestions }
  const evidence = buildEvidenceCache(db, limits, (err, companyId) =>
    logger.error({ err, companyId }, 'Fitting the chances of resolution of a company failed'),
  )
  metrics.watchEvidence(evidence)
  const bounds = { most: evidenceQuestions, least: standardLimits.leastOfSnapshot, chunk: 250 }
  const snapshots = openSnapshotMaker(db, databaseUrl, bounds)
  const textTrainer = buildTrainer()
  return {
    evidence,
    snapshots,
    textTrainer,
    texts: buildTextCache(db, textTrainer),
    trainingPool: openTrainingPool(db),
  }
}
