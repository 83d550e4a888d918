import type { Statement, Tx } from '@askline/db'
import { deletedText } from '../people/forget.ts'

/** What a classifier learns from: a text, and its class where it has one. */
export type TrainingText = { text: string; class: string | null }
type Row = TrainingText & { id: string }

const pageSize = 500

const fromExamples: Statement = {
  name: 'training-examples',
  text: `select e.id::text as id, coalesce(q.text, e.text) as text, e.class from training_examples e
    left join questions q on q.id = e.question_id
    where e.company_id = $1 and ($2::bigint is null or e.id < $2) and coalesce(q.text, e.text, '${deletedText}') <> '${deletedText}'
    order by e.id desc limit $3`,
}
const fromKnowledge: Statement = {
  name: 'training-knowledge',
  text: `select id, question as text, class from knowledge
    where company_id = $1 and ($2::uuid is null or id < $2) and class is not null and suspended_at is null
      and question <> '${deletedText}'
    order by id desc limit $3`,
}
// A question whose answer was accepted is one more of the class of that answer.
const fromAnswers: Statement = {
  name: 'training-answers',
  text: `select a.id, a.question as text, k.class from automatic_answers a join knowledge k on k.id = a.knowledge_id
    where a.company_id = $1 and ($2::uuid is null or a.id < $2) and a.quick_reply = 'ACCEPTED' and k.class is not null
    order by a.id desc limit $3`,
}

/** Every text a company's classifier learns from, the newest of each kind first, page by page. */
export async function* readTrainingTexts(
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  companyId: string,
): AsyncGenerator<TrainingText[]> {
  for (const statement of [fromExamples, fromKnowledge, fromAnswers]) {
    for (let before: string | null = null; ; ) {
      const page: Row[] = await run((tx) => tx.query<Row>(statement, [companyId, before, pageSize]))
      if (page.length > 0) yield page.map(({ text, class: name }) => ({ text, class: name }))
      if (page.length < pageSize) break
      before = page.at(-1)?.id ?? null
    }
  }
}

const language: Statement = {
  name: 'training-language',
  text: `select language from knowledge where company_id = $1 and language is not null
    group by language order by count(*) desc limit 1`,
}

/** The language most of a company's knowledge is in; English where nothing says. */
export async function findTrainingLanguage(tx: Tx, companyId: string): Promise<string> {
  const [most] = await tx.query<{ language: string }>(language, [companyId])
  return most?.language ?? 'en'
}
