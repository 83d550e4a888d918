import { knowledge, type Statement, statement, type Tx, trainingExamples, types } from '@askline/db'
import { verdictsOfCompany } from '@askline/domain/knowledge/verdicts'
import { deletedText } from '@askline/domain/privacy/deleted-text'

/** A text for training a classifier, with its class if it has one. */
export type TrainingText = { text: string; class: string | null }

const pageSize = 500

const fromExamples = statement({
  name: 'training-examples',
  params: [types.uuid, types.nullable(types.int), types.int, types.nullable(types.instant)],
  row: { id: types.int, text: types.text, class: trainingExamples.class },
  text: `select e.id, coalesce(q.text, e.text) as text, e.class from training_examples e
    left join questions q on q.id = e.question_id and q.company_id = e.company_id
    where e.company_id = $1 and ($2::bigint is null or e.id < $2) and ($4::timestamptz is null or e.created_at <= $4)
      and coalesce(q.text, e.text, '${deletedText}') <> '${deletedText}'
    order by e.id desc limit $3`,
})
const fromKnowledge = statement({
  name: 'training-knowledge',
  params: [types.uuid, types.nullable(types.uuid), types.int, types.nullable(types.instant)],
  row: { id: knowledge.id, text: knowledge.question, class: knowledge.class },
  text: `select id, question as text, class from knowledge
    where company_id = $1 and ($2::uuid is null or id < $2) and class is not null and suspended_at is null
      and question <> '${deletedText}' and ($4::timestamptz is null or created_at <= $4)
    order by id desc limit $3`,
})
// A question whose answer was accepted belongs to the class of that answer, unless a label says otherwise.
const fromAnswers = statement({
  name: 'training-answers',
  params: [types.uuid, types.nullable(types.uuid), types.int, types.nullable(types.instant)],
  row: { id: types.uuid, text: types.text, class: knowledge.class },
  text: `select v.id, v.question as text, k.class from ${verdictsOfCompany} v join knowledge k on k.id = v.knowledge_id and k.company_id = $1
    where ($2::uuid is null or v.id < $2) and ($4::timestamptz is null or v.at <= $4) and v.quick_reply = 'ACCEPTED' and k.class is not null
      and not exists (select 1 from training_examples e where e.question_id = v.question_id and e.company_id = $1)
    order by v.id desc limit $3`,
})

type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
/** The parameters are the company, the id that ends the previous page, the size of a page, and the time that excludes later texts. */
type Pages<Id> = Statement<readonly [string, Id | null, number, Date | null], TrainingText & { id: Id }>

async function* readPages<Id>(run: Run, companyId: string, until: Date | undefined, texts: Pages<Id>) {
  for (let before: Id | null = null; ; ) {
    const last: Id | null = before
    const page: (TrainingText & { id: Id })[] = await run((tx) =>
      tx.query(texts, [companyId, last, pageSize, until ?? null]),
    )
    if (page.length > 0) yield page.map(({ text, class: name }): TrainingText => ({ text, class: name }))
    if (page.length < pageSize) break
    before = page.at(-1)?.id ?? null
  }
}

/** Reads every text a company's classifier learns from, newest of each kind first, page by page. `until` excludes later texts. */
export async function* readTrainingTexts(run: Run, companyId: string, until?: Date): AsyncGenerator<TrainingText[]> {
  yield* readPages(run, companyId, until, fromExamples)
  yield* readPages(run, companyId, until, fromKnowledge)
  yield* readPages(run, companyId, until, fromAnswers)
}

const newer = statement({
  name: 'newer-training-texts',
  params: [types.uuid, types.instant],
  row: { found: types.int },
  text: `select 1 as found where exists (select 1 from training_examples where company_id = $1 and created_at > $2)
    or exists (select 1 from knowledge where company_id = $1 and class is not null and created_at > $2)
    or exists (select 1 from ${verdictsOfCompany} v where v.quick_reply = 'ACCEPTED' and v.at > $2)`,
})

/** Returns whether there are more texts than at that time. */
export const hasNewerTexts = async (tx: Tx, companyId: string, since: Date): Promise<boolean> =>
  (await tx.query(newer, [companyId, since])).length > 0

const language = statement({
  name: 'training-language',
  params: [types.uuid],
  row: { language: types.present(knowledge.language) },
  text: `select language from knowledge where company_id = $1 and language is not null
    group by language order by count(*) desc limit 1`,
})

/** Returns the language of most of a company's knowledge, or English if none is set. */
export async function findTrainingLanguage(tx: Tx, companyId: string): Promise<string> {
  const [most] = await tx.query(language, [companyId])
  return most?.language ?? 'en'
}
