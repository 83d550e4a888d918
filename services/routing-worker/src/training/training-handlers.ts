import { type Database, isConnectionLoss, openCoalescer } from '@askline/db'
import { byCompany } from '@askline/domain/by-company'
import { readFile } from '@askline/domain/files/read-file'
import { learnAnswers } from '@askline/domain/knowledge/learn-answers'
import type { TrainingPool } from '@askline/learning/training/training-pool'
import { reasonOf } from '@askline/runtime/failure-reasons'
import type { Handlers } from '@askline/runtime/queues'

/**
 * Jobs of this queue at a time. A job of an accepted answer holds its place while the next list collects. Files and trainings have
 * their own limits.
 */
export const trainingConcurrency = 200
/** Files that one process reads at a time. */
const filesAtOnce = 4

type Accepted = { companyId: string; questionId: string }

/**
 * Handles the jobs of files and models. Jobs are idempotent: a duplicate, late or obsolete job reads the row and has no effect.
 * After a list of accepted answers, the next one collects for `collectMs`.
 */
export function trainingHandlers(
  db: Database,
  trainingPool: TrainingPool,
  { collectMs = 1_000 } = {},
): Handlers<'training'> {
  const files = openCoalescer((fileIds: string[]) => Promise.all(fileIds.map((id) => readFile(db, id, reasonOf))), {
    maxBatch: 1,
    maxInFlight: filesAtOnce,
  })
  const answers = openCoalescer((accepted: Accepted[]) => learnAll(db, accepted), { restMs: collectMs })
  return {
    async 'read-file'({ fileId }) {
      await files.add(fileId)
    },
    async 'train-models'({ companyId }) {
      // If every slot is taken, the next free trainer finds the row. A job that waited here would block files.
      await trainingPool.train(companyId)
    },
    async 'learn-answer'(accepted) {
      await answers.add(accepted)
    },
  }
}

/** Learns accepted answers, those of a company together. Returns the error of each that failed. */
async function learnAll(db: Database, accepted: Accepted[]): Promise<(Error | undefined)[]> {
  const failed = new Map<Accepted, Error>()
  const learn = async (companyId: string, own: Accepted[]): Promise<void> => {
    try {
      await learnAnswers(
        db,
        companyId,
        own.map(({ questionId }) => questionId),
      )
    } catch (error) {
      if (own.length > 1 && !isConnectionLoss(error)) {
        // One bad row must not fail its neighbors.
        for (const one of own) await learn(companyId, [one])
      } else {
        for (const one of own) failed.set(one, error instanceof Error ? error : new Error(String(error)))
      }
    }
  }
  for (const [companyId, own] of byCompany(accepted)) await learn(companyId, own)
  return accepted.map((one) => failed.get(one))
}
