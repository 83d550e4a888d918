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
  type Tx,
  types,
} from '@askline/db'
import { companyClock } from '../clock/company-time.ts'
import { trainingSettingsIn } from '../learning/training-settings.ts'
import { deletedText } from '../privacy/deleted-text.ts'
import { holdsPersonalData } from '../questions/gates.ts'
import { foldTogether } from '../text/fold.ts'
import { findContestedOfLocked } from './standing.ts'

// Locked: who forgets or contests an answer meanwhile comes before or after.
const lockQuestions = (suffix: '' | '-free', locking: '' | ' skip locked') =>
  statement({
    name: `lock-learned-questions${suffix}`,
    params: [types.array(types.uuid)],
    row: { id: questions.id },
    text: `select id from questions where company_id = $company and id = any($1::uuid[]) order by id for update${locking}`,
  })
const [lockAll, lockFree] = [lockQuestions('', ''), lockQuestions('-free', ' skip locked')]

// The expert's words under the first accepted response of each question, in order. Run under the locks, so it sees what their former
// holders committed.
const acceptedAnswers = statement({
  name: 'accepted-answers',
  params: [types.array(types.uuid)],
  row: {
    question: questions.text,
    class: questions.predictedClass,
    language: questions.language,
    responseId: responses.id,
    answer: types.nullable(types.text),
    settings: companies.settings,
  },
  text: `select q.text as question, q.predicted_class as class, q.language, r.id as "responseId", c.settings,
      (select string_agg(m.body, E'\\n\\n' order by m.seq) from messages m
        where m.question_id = q.id and m.company_id = $company and m.response_id = r.id and m.type = 'MESSAGE' and m.author_id = r.author_id) as answer
    from companies c cross join questions q
      cross join lateral (select * from responses r where r.question_id = q.id and (r.company_id = $company) is true and r.is_accepted
        and r.type = 'EXPERT' and exists (select from users u where u.id = r.author_id and u.company_id = $company and u.forgotten_at is null offset 0)
        order by r.accepted_at limit 1) r
    where c.id = $company and q.company_id = $company and q.id = any($1::uuid[]) and q.status = 'RESOLVED' and q.text <> '${deletedText}'
      and not exists (select from knowledge_sources s where s.response_id = r.id and s.company_id = $company offset 0)`,
})
const insert = statement({
  name: 'insert-learned-answers',
  params: [types.jsonText],
  row: { id: knowledgeSources.knowledgeId },
  text: `with ${companyClock}, given as materialized (
      select * from jsonb_to_recordset($1::jsonb) as n(id uuid, question text, answer text, folded text, class text, language text,
        "responseId" uuid)
    ), learned as (
      insert into knowledge (id, company_id, question, answer, folded, class, language, source, created_at, updated_at)
      select g.id, company_id, g.question, g.answer, g.folded, g.class, g.language, 'RESPONSE', now, now from clock cross join given g
      returning id
    )
    insert into knowledge_sources (knowledge_id, response_id, company_id) select id, "responseId", $company from given
    returning knowledge_id as id`,
})

/** An address, or a card or account number, is for the asker alone. */
const isPrivate = (text: string) => /\S@\S+\.\S/.test(text) || holdsPersonalData(text)

/**
 * Adds accepted answers of experts to the known answers of a company, with their sources. Idempotent. Returns the ids of the new known
 * answers. Leaves out answers that the company does not want or the asker has contested. Also leaves out questions and answers with an
 * e-mail address, a card number or an account number.
 *
 * The answers of questions that another transaction has locked are learned after the others, each alone.
 */
export async function learnAnswers(db: Database, companyId: string, questionIds: string[]): Promise<string[]> {
  const { locked, learned } = await inCompany(db, companyId, async (tx) => {
    const ids = (await tx.query(lockFree, [questionIds])).map(({ id }) => id)
    return { locked: new Set(ids), learned: await learnLocked(tx, companyId, ids) }
  })
  for (const questionId of new Set(questionIds)) {
    if (locked.has(questionId)) continue
    const late = await inCompany(db, companyId, async (tx) => {
      await tx.query(lockAll, [[questionId]])
      return learnLocked(tx, companyId, [questionId])
    })
    learned.push(...late)
  }
  return learned
}

async function learnLocked(tx: Tx, companyId: string, questionIds: string[]): Promise<string[]> {
  if (questionIds.length === 0) return []
  const found = (await tx.query(acceptedAnswers, [questionIds])).flatMap(({ settings, answer, ...one }) => {
    const isWanted = answer !== null && trainingSettingsIn(settings).learnAnswers
    if (!isWanted || answer.length > limits.textLength || isPrivate(one.question) || isPrivate(answer)) return []
    return [{ id: newId(), ...one, answer, folded: foldTogether(one.question, answer) }]
  })
  if (found.length === 0) return []
  const contested = await findContestedOfLocked(
    tx,
    companyId,
    found.map(({ responseId }) => responseId),
  )
  const learned = found.filter(({ responseId }) => !contested.includes(responseId))
  if (learned.length > 0) tx.send(insert, [JSON.stringify(learned)])
  return learned.map(({ id }) => id)
}
