// SQL that several statements share. `q` is the question.

/** Returns words of a list in contracts as the inside of an SQL `in (…)`. */
export const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/**
 * Returns SQL of a time plus an interval of fixed length. Postgres computes in the session's time zone otherwise, so it takes the
 * sum for STABLE. No UPDATE of a distributed database may compute such a sum from columns.
 */
export const plus = (time: string, interval: string) =>
  `((${time} at time zone 'UTC' + ${interval}) at time zone 'UTC')`
