import { nextStamp, plus, quoted, now as timeNow } from './clauses.ts'
import type { Move } from './move-row.ts'

export type GuardedUpdate = {
  /** SQL condition that selects the question or questions `q`. */
  which: string
  /** The relation that `where`, `set` and `now` read. Default: `clock`, a part of the statement with the company's time. */
  using?: string
  /** SQL of the company's present time. */
  now?: string
  /** SQL of the new version, and by how much the stamp rises at least, for changes that a restored database lost. */
  leap?: { version: string; seconds: number }
  returning: string
}

/**
 * Returns the UPDATE of a move: it counts the version, and changes only questions whose status and guard allow the move.
 * Every versioned change of a question is made by this statement.
 */
export function guardedUpdate(
  move: Move,
  { which, using = 'clock', now = timeNow, leap = { version: 'q.version + 1', seconds: 0 }, returning }: GuardedUpdate,
) {
  const stamp = nextStamp('q.updated_at', now)
  const assignments = [
    `version = ${leap.version}`,
    `updated_at = ${leap.seconds === 0 ? stamp : plus(stamp, `interval '${leap.seconds} seconds'`)}`,
    `changed_at = greatest(q.changed_at, ${now})`,
    ...(move.set === '' ? [] : [move.set]),
  ]
  return `update questions q set ${assignments.join(', ')}
    from ${using}
    where ${which} and ${guardOf(move)}
    returning ${returning}`
}

/** Returns the guard of a move as an SQL condition on a question `q`. */
export function guardOf({ from, where = 'true' }: Move): string {
  return `q.status in (${quoted(from)}) and (${where})`
}
