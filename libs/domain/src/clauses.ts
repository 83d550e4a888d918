// SQL that several statements share. `q` is the question.

/** Returns words of a list in contracts as the inside of an SQL `in (…)`. */
export const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/** SQL of the company's time in a statement with the part `clock`. */
export const now = 'clock.now'

/** SQL: the question `q` is marked as resolved. */
export const hasMark = `exists (select 1 from messages m where m.question_id = q.id and m.company_id = q.company_id
  and m.type = 'MARK_AS_RESOLVED_MESSAGE' offset 0)`

/**
 * Returns SQL of a time plus an interval of fixed length. Postgres computes in the session's time zone otherwise, so it takes the
 * sum for STABLE. No UPDATE of a distributed database may compute such a sum from columns.
 */
export const plus = (time: string, interval: string) =>
  `((${time} at time zone 'UTC' + ${interval}) at time zone 'UTC')`

/** Returns SQL of `next_stamp`, which no UPDATE of a distributed database may call with a column. */
export const nextStamp = (previous: string, at: string) =>
  `greatest(${at}, (date_trunc('second', (${previous} at time zone 'UTC') + interval '999 milliseconds') + interval '1 millisecond') at time zone 'UTC')`

/** SQL of messages: they are under the response $1. The question leads to their index. */
export const underResponse = `company_id = $company and response_id = $1
  and question_id = (select question_id from responses where id = $1 and company_id = $company)`
