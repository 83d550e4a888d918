import type { Database } from '@askline/db'
import { learnAnswer, readFile } from '@askline/domain'
import { type Handlers, reasonOf } from '@askline/runtime'
import type { School } from './train-company.ts'

/** Jobs of files and models. Run twice, late, or for something that is gone, each looks at the row and does nothing. */
export function trainingHandlers(db: Database, school: School): Handlers<'training'> {
  return {
    async 'read-file'({ fileId }) {
      await readFile(db, fileId, reasonOf)
    },
    async 'train-models'({ companyId }) {
      // Where every place is taken, whoever is free next finds it: a job that waited here would keep files from being read.
      await school.train(companyId)
    },
    async 'learn-answer'({ questionId }) {
      await learnAnswer(db, questionId)
    },
  }
}
