import { statement, type Tx, trainingExamples, types } from '@askline/db'
import type { Person } from '../actors.ts'
import { NotFoundError } from '../errors.ts'
import { isOpenTo } from '../people/open-to-all.ts'
import { wantTraining } from './want-training.ts'

// Experts may label questions they were offered, hold or answered. Agents and admins may label any question of the company.
const label = statement({
  name: 'relabel-question',
  params: [types.uuid, types.text, types.uuid, types.boolean],
  row: { id: trainingExamples.id },
  text: `insert into training_examples (company_id, question_id, class, user_id)
    select q.company_id, q.id, $2, $3 from questions q
    where q.company_id = $company and q.id = $1 and ($4 or q.holder_id = $3
      or exists (select 1 from offers o where o.question_id = q.id and o.company_id = $company and o.expert_id = $3 offset 0)
      or ${isOpenTo('$3')}
      or exists (select 1 from responses r where r.question_id = q.id and r.company_id = $company and r.author_id = $3 offset 0))
    returning id`,
})
const dropEarlier = statement({
  name: 'drop-earlier-label',
  params: [types.uuid],
  text: 'delete from training_examples where question_id = $1 and company_id = $company',
})

/**
 * Labels a question with its real class. The label counts at once in every worker that knows the class, and in the next training.
 * The last label of a question replaces earlier ones. Throws NotFoundError if the actor may not see the question.
 */
export async function relabelQuestion(
  tx: Tx,
  actor: Person,
  input: { questionId: string; class: string },
): Promise<{ uuid: string; class: string }> {
  const { companyId, userId, kind } = actor
  const name = input.class.trim()
  await tx.query(dropEarlier, [input.questionId])
  const labelled = await tx.query(label, [input.questionId, name, userId, kind === 'agent'])
  if (labelled.length === 0) throw new NotFoundError('question', input.questionId)
  await wantTraining(tx, companyId)
  return { uuid: input.questionId, class: name }
}
