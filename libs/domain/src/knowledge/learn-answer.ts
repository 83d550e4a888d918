import { limits } from '@askline/contracts'
import {
  companies,
  type Database,
  inCompany,
  knowledgeSources,
  newId,
  questions,
  responses,
  statement,
  together,
  types,
} from '@askline/db'
import { companyClock } from '../clock/company-time.ts'
import { trainingSettingsIn } from '../learning/training-settings.ts'
import { deletedText } from '../privacy/deleted-text.ts'
import { holdsPersonalData } from '../questions/gates.ts'
import { foldTogether } from '../text/fold.ts'
import { findContestedOfLocked } from './standing.ts'

// The expert's words under the accepted response, in order. Locked: who forgets it meanwhile comes before or after.
const accepted = statement({
  name: 'accepted-answer',
  params: [types.uuid],
  row: {
    question: questions.text,
    class: questions.predictedClass,
    language: questions.language,
    responseId: responses.id,
    answer: types.nullable(types.text),
    settings: companies.settings,
  },
  text: `select q.text as question, q.predicted_class as class, q.language, r.id as "responseId",
      (select settings from companies where id = $company) as settings,
      (select string_agg(m.body, E'\\n\\n' order by m.seq) from messages m
        where m.question_id = $1 and m.company_id = $company and m.response_id = r.id and m.type = 'MESSAGE' and m.author_id = r.author_id) as answer
    from questions q
      cross join lateral (select * from responses r where r.question_id = $1 and r.company_id = $company and r.is_accepted
        and r.type = 'EXPERT' offset 0) r
      cross join lateral (select from users u where u.id = r.author_id and u.company_id = $company and u.forgotten_at is null offset 0) u
    where q.id = $1 and q.company_id = $company and q.status = 'RESOLVED' and q.text <> '${deletedText}'
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
  params: [
    types.uuid,
    types.text,
    types.text,
    types.nullable(types.text),
    types.nullable(types.text),
    types.uuid,
    types.text,
  ],
  row: { id: knowledgeSources.knowledgeId },
  text: `with ${companyClock}, learned as (
      insert into knowledge (id, company_id, question, answer, folded, class, language, source, created_at, updated_at)
      select $1::uuid, company_id, $2, $3, $7, $4, $5, 'RESPONSE', now, now from clock returning id, company_id
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
export async function learnAnswer(
  db: Database,
  questionId: string,
  companyId: string,
): Promise<{ knowledgeId: string } | undefined> {
  return inCompany(db, companyId, async (tx) => {
    const [found] = await tx.query(accepted, [questionId])
    if (!found?.answer || found.answer.length > limits.textLength) return undefined
    if (!trainingSettingsIn(found.settings).learnAnswers) return undefined
    const { question, answer, class: name, language, responseId } = found
    if (isPrivate(question) || isPrivate(answer)) return undefined
    const [learned, contested] = await together(
      tx.query(isLearned, [responseId]),
      findContestedOfLocked(tx, companyId, [responseId]),
    )
    if (learned.length > 0 || contested.length > 0) return undefined
    const knowledgeId = newId()
    tx.send(insert, [knowledgeId, question, answer, name, language, responseId, foldTogether(question, answer)])
    return { knowledgeId }
  })
}
