import { limits } from '@askline/contracts'
import {
  type Database,
  inSystem,
  knowledgeSources,
  newId,
  questions,
  responses,
  statement,
  type Tx,
  types,
} from '@askline/db'
import { companyClock } from '../clock/company-time.ts'
import { findTrainingSettings } from '../learning/training-settings.ts'
import { deletedText } from '../privacy/deleted-text.ts'
import { holdsPersonalData } from '../questions/gates.ts'
import { findContested } from './standing.ts'

// The expert's words under the accepted response, in order. Locked: who forgets or edits it meanwhile comes before or after.
const accepted = statement({
  name: 'accepted-answer',
  params: [types.uuid],
  row: {
    companyId: questions.companyId,
    question: questions.text,
    class: questions.predictedClass,
    language: questions.language,
    responseId: responses.id,
    answer: types.nullable(types.text),
  },
  text: `select q.company_id as "companyId", q.text as question, q.predicted_class as class, q.language, r.id as "responseId",
      (select string_agg(m.body, E'\\n\\n' order by m.seq) from messages m
        where m.question_id = q.id and m.company_id = q.company_id and m.response_id = r.id and m.type = 'MESSAGE' and m.author_id = r.author_id) as answer
    from questions q join responses r on r.question_id = q.id and r.company_id = q.company_id and r.is_accepted and r.type = 'EXPERT'
    join users u on u.id = r.author_id and u.company_id = r.company_id and u.forgotten_at is null
    where q.id = $1 and q.status = 'RESOLVED' and q.text <> '${deletedText}'
    order by r.accepted_at limit 1 for update of q`,
})
const isLearned = statement({
  name: 'is-answer-learned',
  params: [types.uuid],
  row: { id: knowledgeSources.responseId },
  text: 'select response_id as id from knowledge_sources where response_id = $1 and company_id = $company',
})
const insert = statement({
  name: 'insert-learned-answer',
  params: [types.uuid, types.text, types.text, types.nullable(types.text), types.nullable(types.text), types.uuid],
  row: { id: knowledgeSources.knowledgeId },
  text: `with ${companyClock}, learned as (
      insert into knowledge (id, company_id, question, answer, class, language, source, created_at, updated_at)
      select $1::uuid, company_id, $2, $3, $4, $5, 'RESPONSE', now, now from clock returning id, company_id
    )
    insert into knowledge_sources (knowledge_id, response_id, company_id) select id, $6::uuid, company_id from learned
    returning knowledge_id as id`,
})

/** An address, or a card or account number, is for the asker alone. */
const isPrivate = (text: string) => /\S@\S+\.\S/.test(text) || holdsPersonalData(text)

/**
 * Adds an expert's accepted answer to the known answers, with its source. Idempotent. Returns `undefined` if the company does not
 * want that or the asker has contested the answer. Also skips questions and answers with an e-mail address, a card number or an
 * account number.
 */
export async function learnAnswer(db: Database, questionId: string): Promise<{ knowledgeId: string } | undefined> {
  return inSystem(db, async (tx: Tx) => {
    const [found] = await tx.query(accepted, [questionId])
    if (!found?.answer || found.answer.length > limits.textLength) return undefined
    const { companyId, question, answer, class: name, language, responseId } = found
    if (isPrivate(question) || isPrivate(answer)) return undefined
    if (!(await findTrainingSettings(tx, companyId)).learnAnswers) return undefined
    if ((await tx.of(companyId).query(isLearned, [responseId])).length > 0) return undefined
    if ((await findContested(tx, companyId, [responseId])).length > 0) return undefined
    const knowledgeId = newId()
    await tx.of(companyId).query(insert, [knowledgeId, question, answer, name, language, responseId])
    return { knowledgeId }
  })
}
