import type { Statement, Tx } from '@askline/db'
import { deletedText } from '../people/forget.ts'

/** What a company's text models are made of, in one number each: they change whenever it does. */
export type KnowledgeStamp = {
  companyId: string
  knowledge: string
  verdicts: number
  /** The trained model that runs; null where none does. */
  modelId: string | null
  /** Grows with every class that somebody gave a question. */
  relabels: number
}

// Rows removed change the count, rows added or changed the newest date too.
const stamps: Statement = {
  name: 'find-knowledge-stamps',
  text: `select c.id as "companyId",
      (select concat(count(*), ' ', count(suspended_at), ' ', max(updated_at)) from knowledge k where k.company_id = c.id)
        -- Of what a forgotten person asked nothing stays learned.
        || (select concat(' ', count(*), ' ', count(finished_at)) from forget_requests f where f.company_id = c.id) as knowledge,
      (select model_id from running_models r where r.company_id = c.id) as "modelId",
      (select coalesce(max(id), 0) from training_examples e where e.company_id = c.id) as relabels,
      (select count(*) from automatic_answers a where a.company_id = c.id and a.decided_at is not null) as verdicts
    from companies c where c.id = any($1::uuid[])`,
}

/** Where the knowledge of these companies, and the verdicts on what was given of it, stand now. */
export const findKnowledgeStamps = (tx: Tx, companyIds: string[]) => tx.query<KnowledgeStamp>(stamps, [companyIds])

export type KnownText = {
  knowledgeId: string
  question: string
  answer: string
  class: string | null
  language: string | null
}

const known: Statement = {
  name: 'find-known-texts',
  text: `select id as "knowledgeId", question, answer, class, language from knowledge
    where company_id = $1 and suspended_at is null order by id desc limit $2`,
}

/** The company's known answers, the newest `most`. */
export const findKnownTexts = (tx: Tx, companyId: string, most: number) => tx.query<KnownText>(known, [companyId, most])

export type AnswerVerdict = { knowledgeId: string; question: string; accepted: boolean }

const verdicts: Statement = {
  name: 'find-answer-verdicts',
  text: `select knowledge_id as "knowledgeId", question, quick_reply = 'ACCEPTED' as accepted from automatic_answers
    where company_id = $1 and decided_at is not null and knowledge_id is not null order by decided_at desc limit $2`,
}

/** What askers thought of automatic answers, the newest `most` verdicts first. */
export const findAnswerVerdicts = (tx: Tx, companyId: string, most: number) =>
  tx.query<AnswerVerdict>(verdicts, [companyId, most])

export type Relabel = { text: string; class: string }

const relabels: Statement = {
  name: 'find-relabels',
  text: `select q.text, e.class from training_examples e join questions q on q.id = e.question_id
    where e.company_id = $1 and e.created_at > $2 and q.text <> '${deletedText}' and e.class is not null order by e.id limit 1000`,
}

/** The classes that people gave questions since then, oldest first. */
export const findRelabels = (tx: Tx, companyId: string, since: Date) => tx.query<Relabel>(relabels, [companyId, since])
