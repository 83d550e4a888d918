import type { FileType } from '@askline/contracts'
import { knowledge, newId, statement, type Tx, trainingExamples, types } from '@askline/db'
import { timeOf } from '../clock/company-time.ts'
import { foldTogether } from '../text/fold.ts'
import { NoteCounter } from './file-notes.ts'
import { keepPast } from './keep-past.ts'
import { openBatch, type Place, type RowKeeper } from './row-batches.ts'
import { questionAndAnswerOf, utteranceOf } from './row-rules.ts'

/** Returns the keeper for the rows of this type of file. */
export async function keeperOf(type: FileType, tx: Tx, place: Place): Promise<RowKeeper> {
  if (type === 'HISTORY') return keepPast(tx, place)
  return type === 'UTTERANCES' ? keepUtterances(tx, place) : keepKnowledge(tx, place)
}

const insertExamples = statement({
  name: 'insert-training-examples',
  params: [types.uuid, types.uuid, types.jsonText],
  row: { id: trainingExamples.id },
  text: `insert into training_examples (company_id, file_id, line, text, class)
    select $1, $2, e.line, e.text, e.class from jsonb_to_recordset($3::jsonb) as e(line int, text text, class text)
    returning id`,
})

function keepUtterances(tx: Tx, place: Place): RowKeeper {
  const batch = openBatch<{ line: number; text: string; class: string | null }>(tx, insertExamples, place)
  const counter = new NoteCounter()
  return {
    async keep({ line, values }) {
      const utterance = utteranceOf(values)
      counter.add(utterance)
      await batch.add({ line, ...utterance }, utterance.text.length)
    },
    finish: batch.write,
    notes: () => counter.counts(),
  }
}

const insertKnowledge = statement({
  name: 'insert-knowledge-of-file',
  params: [types.uuid, types.uuid, types.jsonText],
  row: { id: knowledge.id },
  text: `insert into knowledge (id, company_id, question, answer, folded, class, language, source, file_id, file_line, created_at,
      updated_at)
    select k.id, $1, k.question, k.answer, k.folded, k.class, k.language, 'FILE', $2, k.line, t.now, t.now
    from (select ${timeOf('$1')} as now) t, jsonb_to_recordset($3::jsonb) as k(id uuid, line int, question text, answer text, folded text, class text, language text)
    returning id`,
})

function keepKnowledge(tx: Tx, place: Place): RowKeeper {
  const batch = openBatch<object>(tx, insertKnowledge, place)
  return {
    async keep({ line, values }) {
      const pair = questionAndAnswerOf(values)
      const folded = foldTogether(pair.question, pair.answer)
      await batch.add({ id: newId(), line, ...pair, folded }, 2 * folded.length)
    },
    finish: batch.write,
  }
}
