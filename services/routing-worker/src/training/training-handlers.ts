import type { Database } from '@askline/db'
import { readFile } from '@askline/domain/files/read-file'
import { learnAnswer } from '@askline/domain/knowledge/learn-answer'
import type { TrainingPool } from '@askline/learning/training/training-pool'
import type { Handlers } from '@askline/runtime'
import { reasonOf } from '@askline/runtime/failure-reasons'

/** Handles the jobs of files and models. Jobs are idempotent: a duplicate, late or obsolete job reads the row and has no effect. */
export function trainingHandlers(db: Database, trainingPool: TrainingPool): Handlers<'training'> {
  return {
    async 'read-file'({ fileId }) {
      await readFile(db, fileId, reasonOf)
    },
    async 'train-models'({ companyId }) {
      // If every slot is taken, the next free trainer finds the row. A job that waited here would block files.
      await trainingPool.train(companyId)
    },
    async 'learn-answer'({ questionId, companyId }) {
      await learnAnswer(db, questionId, companyId)
    },
  }
}
