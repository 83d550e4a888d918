import { type Database, inSystem, newId, type Statement } from '@askline/db'
import type { Deadline } from '../routing/due.ts'

const keepDeadline: Statement = {
  name: 'keep-dead-deadline',
  text: `insert into dead_letters (id, company_id, kind, name, question_id, reason, attempts) values ($1, $2, 'deadline', $3, $4, $5, $6)
    on conflict (question_id) where kind = 'deadline' and settled_at is null do nothing returning id`,
}

/**
 * A question's deadline could not be met again and again: no deadline of this question is tried until somebody replays or
 * discards it. Without effect where it is a dead letter already.
 */
export async function keepDeadDeadline(
  db: Database,
  question: { id: string; companyId: string; deadline: Deadline },
  why: { reason: string; attempts: number },
): Promise<void> {
  const { id, companyId, deadline } = question
  await inSystem(db, (tx) => tx.query(keepDeadline, [newId(), companyId, deadline, id, why.reason, why.attempts]))
}
