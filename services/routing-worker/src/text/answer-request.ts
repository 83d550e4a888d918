import type { AnswerRulesFinding, ClusterFinding, RoutingFinding, TextFinding } from '@askline/contracts'
import { type Database, inSystem } from '@askline/db'
import {
  answerTextRequest,
  findAskedPrecision,
  findRoutedCategory,
  findTextRequest,
  type TextRequest,
} from '@askline/domain'
import type { Handlers } from '@askline/runtime'
import type { EvidenceBook } from '../evidence/evidence-book.ts'
import { predictRouting } from './predict-routing.ts'
import type { TextBook } from './text-book.ts'

/** Answers what the API asked about texts. A request that was answered, or that nobody waits for, needs nothing. */
export function textHandlers(db: Database, book: TextBook, evidence: EvidenceBook): Handlers<'text'> {
  async function find({
    kind,
    companyId,
    query,
  }: TextRequest): Promise<TextFinding | RoutingFinding | ClusterFinding | AnswerRulesFinding> {
    if (kind === 'cluster') return book.cluster(companyId)
    if (kind === 'rules') return { rules: (await book.open(companyId)).answerRules() }
    const precision = await inSystem(db, (tx) => findAskedPrecision(tx, companyId, query.questionCategory))
    const read = (await book.open(companyId)).read(query, precision)
    if (kind === 'read') return read
    if (!evidence.find(companyId)) await evidence.load(companyId)
    const known = evidence.find(companyId)
    if (!known) throw new Error('The company does not stay in memory')
    const category = await inSystem(db, (tx) => findRoutedCategory(tx, companyId, query.questionCategory))
    const predicted = predictRouting(known, query, category, read.predictedClass)
    if (!read.modelVersion || read.modelVersion === 'none') return predicted
    return { ...predicted, modelVersion: `${predicted.modelVersion}/classes-${read.modelVersion}` }
  }

  return {
    async 'text-request'({ requestId }, { logger }) {
      const request = await inSystem(db, (tx) => findTextRequest(tx, requestId))
      if (!request) return
      try {
        const answer = await find(request)
        await inSystem(db, (tx) => answerTextRequest(tx, requestId, { answer }))
      } catch (error) {
        logger.warn({ err: error, requestId }, 'A text could not be read')
        await inSystem(db, (tx) => answerTextRequest(tx, requestId, { error: 'failed' }))
      }
    },
  }
}
