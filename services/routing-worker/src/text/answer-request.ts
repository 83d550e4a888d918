import type {
  AnswerRulesFinding,
  ClusterFinding,
  ConflictFinding,
  RoutingFinding,
  TextFinding,
} from '@askline/contracts'
import { type Database, inSystem } from '@askline/db'
import { findPrecisionSettings, listPrecisionSettings } from '@askline/domain/knowledge/precision'
import { answerTextRequest, findTextRequest, type TextRequest } from '@askline/domain/knowledge/text-requests'
import { languageOfTag } from '@askline/domain/people/language-tag'
import { findRoutedCategory } from '@askline/domain/routing/category'
import type { EvidenceCache } from '@askline/learning/evidence/evidence-cache'
import type { TextCache } from '@askline/learning/texts/text-cache'
import type { Handlers } from '@askline/runtime/queues'
import { defaultLanguageFinder, type LanguageFinder } from '../routing/language.ts'
import { predictRouting } from './predict-routing.ts'

/** Handles the API's requests about texts. Answered and abandoned requests have no effect. */
export function textHandlers(
  db: Database,
  texts: TextCache,
  evidence: EvidenceCache,
  findLanguages: LanguageFinder = defaultLanguageFinder,
): Handlers<'text'> {
  async function find({
    kind,
    companyId,
    query,
  }: TextRequest): Promise<TextFinding | RoutingFinding | ClusterFinding | ConflictFinding | AnswerRulesFinding> {
    if (kind === 'cluster') return texts.cluster(companyId)
    if (kind === 'conflicts') return texts.findConflicts(companyId)
    if (kind === 'rules') return rulesOf(companyId)
    const settings = await inSystem(db, (tx) => findPrecisionSettings(tx, companyId, query.questionCategory))
    const read = (await texts.open(companyId)).read(query, settings.precision, settings.outOfScopeShare)
    if (kind === 'read') return read
    if (!evidence.find(companyId)) await evidence.load(companyId)
    const known = evidence.find(companyId)
    if (!known) throw new Error('The company does not stay in memory')
    const category = await inSystem(db, (tx) => findRoutedCategory(tx, companyId, query.questionCategory))
    const isNamed = languageOfTag(query.language) !== undefined
    const [likelyLanguage] = isNamed ? [] : await findLanguages([query.text])
    const predicted = predictRouting(known, { ...query, likelyLanguage }, category, read.predictedClass)
    if (!read.modelVersion || read.modelVersion === 'none') return predicted
    return { ...predicted, modelVersion: `${predicted.modelVersion}/classes-${read.modelVersion}` }
  }

  async function rulesOf(companyId: string): Promise<AnswerRulesFinding> {
    const settings = await inSystem(db, (tx) => listPrecisionSettings(tx, companyId))
    const known = await texts.open(companyId)
    const promises = new Map<string, ReturnType<typeof known.promises>>()
    const categories = settings.map(({ categoryId, precision, outOfScopeShare }) => {
      const key = `${precision} ${outOfScopeShare}`
      const promise = promises.get(key) ?? known.promises(precision, outOfScopeShare)
      promises.set(key, promise)
      return { categoryId, ...promise }
    })
    // The default category comes first.
    return { rules: known.answerRules(settings[0]?.outOfScopeShare), categories }
  }

  return {
    async 'text-request'({ requestId }, { logger }) {
      const request = await inSystem(db, (tx) => findTextRequest(tx, requestId))
      if (!request) return
      try {
        const answer = await find(request)
        await inSystem(db, (tx) => answerTextRequest(tx.of(request.companyId), requestId, { answer }))
      } catch (error) {
        logger.warn({ err: error, requestId }, 'A text could not be read')
        await inSystem(db, (tx) => answerTextRequest(tx.of(request.companyId), requestId, { error: 'failed' }))
      }
    },
  }
}
