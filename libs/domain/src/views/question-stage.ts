import type { QuestionStage } from '@askline/contracts'
import { isOpenToAll } from '../people/open-to-all.ts'

const when = (condition: string, stage: QuestionStage) => `when ${condition} then '${stage}'`

/** SQL: the stage of a question `q` (`questionStages`). */
export const stageOf = `case ${[
  when('q.closed_at is not null', 'CLOSED'),
  when(`q.turn = 'agents'`, 'AGENTS'),
  when(`q.turn = 'asker'`, 'ASKER'),
  when('q.holder_id is not null', 'CLAIMED'),
  when(
    `exists (select 1 from offers o where o.question_id = q.id and o.company_id = q.company_id and o.status = 'pending' offset 0) or ${isOpenToAll}`,
    'OFFERED',
  ),
].join(' ')} else 'WAITING' end`
