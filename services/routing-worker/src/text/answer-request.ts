import { type Database, inSystem } from '@askline/db'
import { answerTextRequest, findTextRequest } from '@askline/domain'
import type { Handlers } from '@askline/runtime'
import type { TextBook } from './text-book.ts'

/** Answers what the API asked about texts. A request that was answered, or that nobody waits for, needs nothing. */
export function textHandlers(db: Database, book: TextBook): Handlers<'text'> {
  return {
    async 'text-request'({ requestId }, { logger }) {
      const request = await inSystem(db, (tx) => findTextRequest(tx, requestId))
      if (!request) return
      try {
        const answer = (await book.open(request.companyId)).read(request.query)
        await inSystem(db, (tx) => answerTextRequest(tx, requestId, { answer }))
      } catch (error) {
        logger.warn({ err: error, requestId }, 'A text could not be read')
        await inSystem(db, (tx) => answerTextRequest(tx, requestId, { error: 'failed' }))
      }
    },
  }
}
