import type { QuestionEventView } from '@askline/contracts'
import { questionEvents, questions, statement, type Tx, types, users } from '@askline/db'
import { shownNameOf } from '../companies/shown-name.ts'
import { NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { numberAfter, type PageWish, pageOf } from '../format/page.ts'

const exists = statement({
  name: 'question-of-company',
  params: [types.uuid, types.uuid],
  row: { id: questions.id },
  text: 'select id from questions where company_id = $1 and id = $2',
})

const list = statement({
  name: 'list-question-events',
  params: [types.uuid, types.uuid, types.nullable(types.int), types.int],
  row: {
    seq: questionEvents.seq,
    type: questionEvents.type,
    at: questionEvents.at,
    actorKind: questionEvents.actorKind,
    actorId: questionEvents.actorId,
    actorName: types.nullable(users.name),
    correlationId: questionEvents.correlationId,
  },
  text: `select e.seq, e.type, e.at, e.actor_kind as "actorKind", e.actor_id as "actorId", ${shownNameOf('u')} as "actorName",
      e.correlation_id as "correlationId"
    from question_events e left join users u on u.id = e.actor_id and u.company_id = e.company_id
    where e.company_id = $1 and e.question_id = $2 and ($3::int is null or e.seq > $3) order by e.seq limit $4`,
})

/** Lists the changes of a question, oldest first. Throws NotFoundError; InvalidValueError for a foreign cursor. */
export async function listQuestionEvents(
  tx: Tx,
  companyId: string,
  questionId: string,
  wish: PageWish,
): Promise<{ events: QuestionEventView[]; nextCursor: string | null }> {
  if ((await tx.query(exists, [companyId, questionId])).length === 0) throw new NotFoundError('question', questionId)
  const rows = await tx.query(list, [companyId, questionId, numberAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ seq }) => seq)
  return {
    events: page.map(({ seq, type, at, actorKind, actorId, actorName, correlationId }) => ({
      seq,
      type,
      date: dateTime(at),
      actor: {
        kind: actorKind,
        uuid: actorId,
        name: actorName,
      },
      correlationId,
    })),
    nextCursor,
  }
}
