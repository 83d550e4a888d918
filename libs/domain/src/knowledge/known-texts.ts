import { categories, type Database, knowledge, querySystem, statement, type Tx, types } from '@askline/db'
import { deletedText } from '../privacy/deleted-text.ts'
import { latestVerdictsOfCompany, verdictsOfCompany } from './verdicts.ts'

/** Version numbers of the data that a company's text models are built from. A number changes when its data changes. */
export type KnowledgeStamp = {
  companyId: string
  knowledge: string
  /** Answers that were learned from experts and are as they were learned. */
  learned: number
  /** How often the verdicts on known answers changed. */
  verdicts: number
  /** The trained model that runs; null where none does. */
  modelId: string | null
  /** Grows with every class that a person gave a question, as `verdicts` does with every answer that an asker decided of. */
  relabels: number
}

// Rows removed change the count, rows added or changed the newest date too. Every company has one default category. A database that is
// distributed by company reads its other tables on the server of that row.
const stamps = statement({
  name: 'find-knowledge-stamps',
  params: [types.array(types.uuid)],
  row: {
    companyId: categories.companyId,
    knowledge: types.text,
    learned: types.int,
    modelId: types.nullable(types.uuid),
    relabels: types.int,
    verdicts: types.int,
  },
  text: `select d.company_id as "companyId", k.learned,
      k.others
        -- Of what a forgotten person asked nothing stays learned.
        || (select concat(' ', count(*), ' ', count(finished_at)) from forget_requests f where f.company_id = d.company_id) as knowledge,
      (select model_id from running_models r where r.company_id = d.company_id) as "modelId",
      (select coalesce(max(id), 0) from training_examples e where e.company_id = d.company_id) as relabels,
      k.verdicts
    from categories d cross join lateral (
      select count(*) filter (where is_learned) as learned, coalesce(sum(verdict_changes), 0)::bigint as verdicts,
        concat(count(*) filter (where not is_learned), ' ', count(suspended_at), ' ', max(updated_at) filter (where not is_learned)) as others
      from (select *, source = 'RESPONSE' and suspended_at is null and updated_at = created_at as is_learned
        from knowledge where company_id = d.company_id) one
    ) k where d.is_default and d.company_id = any($1::uuid[])`,
})

/** As `findKnowledgeStamps`, in a transaction of its own. For a loop that mostly finds no change. */
export const readKnowledgeStamps = (db: Database, companyIds: string[]): Promise<KnowledgeStamp[]> =>
  querySystem(db, stamps, [companyIds])

/** Where the knowledge of these companies, and the verdicts on what was given of it, stand now. */
export const findKnowledgeStamps = (tx: Tx, companyIds: string[]): Promise<KnowledgeStamp[]> =>
  tx.query(stamps, [companyIds])

export type KnownText = {
  knowledgeId: string
  question: string
  answer: string
  class: string | null
  language: string | null
  /** Askers rejected it too often: it is known, so that this can be said, and not given. */
  isRejected: boolean
}

const known = statement({
  name: 'find-known-texts',
  params: [types.uuid, types.int],
  row: {
    knowledgeId: knowledge.id,
    question: knowledge.question,
    answer: knowledge.answer,
    class: knowledge.class,
    language: knowledge.language,
    isRejected: types.boolean,
  },
  text: `select id as "knowledgeId", question, answer, class, language, suspended_at is not null as "isRejected" from knowledge
    where company_id = $1 and (suspended_at is null or suspended_reason = 'REJECTED') order by id desc limit $2`,
})

/** The company's known answers, the newest `most`, but for those suspended for another reason than that askers rejected them. */
export const findKnownTexts = (tx: Tx, companyId: string, most: number): Promise<KnownText[]> =>
  tx.query(known, [companyId, most])

export type AnswerVerdict = { knowledgeId: string; question: string; accepted: boolean }

const verdicts = statement({
  name: 'find-answer-verdicts',
  params: [types.uuid, types.int],
  row: { knowledgeId: types.uuid, question: types.text, accepted: types.boolean },
  text: `select knowledge_id as "knowledgeId", question, quick_reply = 'ACCEPTED' as accepted
    from ${latestVerdictsOfCompany} v order by at desc limit $2`,
})

/** Returns the `most` newest verdicts of askers on automatic answers, newest first: one per asker, answer and question. */
export const findAnswerVerdicts = (tx: Tx, companyId: string, most: number): Promise<AnswerVerdict[]> =>
  tx.query(verdicts, [companyId, most])

/** Says of a text what its class is. `id` names one statement of a person. */
export type ClassVerdict = { id: string; text: string; class: string }

const classVerdicts = statement({
  name: 'find-class-verdicts',
  params: [types.uuid, types.nullable(types.instant), types.int],
  row: { id: types.text, text: types.text, class: types.text },
  text: `select id, text, class from (
      select e.id::text as id, q.text, e.class, e.created_at as at
      from training_examples e join questions q on q.id = e.question_id and q.company_id = e.company_id
      where e.company_id = $1 and e.class is not null and q.text <> '${deletedText}'
      union all
      select v.id::text, v.question, k.class, v.at from ${verdictsOfCompany} v join knowledge k on k.id = v.knowledge_id and k.company_id = $1
      where v.quick_reply = 'ACCEPTED' and k.class is not null
        and not exists (select 1 from training_examples e where e.question_id = v.question_id and e.company_id = $1)
    ) said where $2::timestamptz is null or at > $2 order by at desc limit $3`,
})

/**
 * The newest `most` classes that people confirmed since then, oldest first. They gave them to questions, or accepted an automatic
 * answer of the class and no person gave the question another. A rejected answer says nothing of the
 * class: a poor answer of the right class is rejected too.
 */
export const findClassVerdicts = async (
  tx: Tx,
  companyId: string,
  since: Date | null,
  most: number,
): Promise<ClassVerdict[]> => (await tx.query(classVerdicts, [companyId, since, most])).reverse()
