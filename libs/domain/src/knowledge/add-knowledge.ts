import { limits } from '@askline/contracts'
import { knowledge, newId, statement, type Tx, types } from '@askline/db'
import { companyClock } from '../clock/company-time.ts'
import { InvalidValueError } from '../errors.ts'
import { wantTraining } from '../learning/want-training.ts'
import { foldTogether } from '../text/fold.ts'
import { nameSources } from './lineage.ts'
import { findContested } from './standing.ts'

export type KnownAnswer = {
  question: string
  answer: string
  /** The class of questions it answers, where classes are in use. */
  class?: string
  /** ISO 639-1; absent means any. */
  language?: string
  /** The human answers it came from, as ids of responses. */
  sources?: string[]
}

const insertKnowledge = statement({
  name: 'insert-knowledge',
  params: [types.jsonText],
  row: { id: knowledge.id },
  text: `with ${companyClock}
    insert into knowledge (id, company_id, question, answer, folded, class, language, created_at, updated_at)
    select k.id, c.company_id, k.question, k.answer, k.folded, k.class, k.language, c.now, c.now
    from clock c, jsonb_to_recordset($1::jsonb) as k(id uuid, question text, answer text, folded text, class text, language text)
    returning id`,
})

const suspend = statement({
  name: 'suspend-new-knowledge',
  params: [types.uuid],
  text: `update knowledge set suspended_at = created_at, suspended_reason = 'CONTESTED'
    where id = $1 and company_id = $company`,
})

/**
 * Adds known answers to a company, all or none. Returns their ids in the order of `answers`. An answer from a contested human answer
 * is suspended from the start. Throws InvalidValueError `question_invalid` or `answer_invalid` if a text is empty or too long.
 * Throws InvalidValueError `source_unknown` for an unknown source and `source_forgotten` for one of a forgotten person.
 */
export async function addKnowledge(
  tx: Tx,
  input: { companyId: string; answers: readonly KnownAnswer[] },
): Promise<{ knowledgeIds: string[] }> {
  const rows = input.answers.map((known, position) => {
    const question = textOf(known.question, 'question', position)
    const answer = textOf(known.answer, 'answer', position)
    return { ...known, id: newId(), question, answer, folded: foldTogether(question, answer) }
  })
  await tx.of(input.companyId).query(insertKnowledge, [JSON.stringify(rows)])
  for (const { id, sources = [] } of rows) {
    if (sources.length === 0) continue
    await nameSources(tx, input.companyId, id, sources)
    if ((await findContested(tx, input.companyId, sources)).length > 0)
      await tx.of(input.companyId).query(suspend, [id])
  }
  if (rows.some((row) => row.class !== undefined)) await wantTraining(tx, input.companyId)
  return { knowledgeIds: rows.map((row) => row.id) }
}

function textOf(value: string, field: 'question' | 'answer', position: number): string {
  if (value.trim() === '' || value.length > limits.textLength) {
    throw new InvalidValueError(
      `${field}_invalid`,
      `answers.${position}.${field}`,
      'length',
      `${field} ${position + 1} must have 1 to ${limits.textLength} characters`,
    )
  }
  return value
}
