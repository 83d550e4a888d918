import { type DeadlineName, deadlineNames } from '@askline/contracts'

/** `task` and `discard` describe a deadline in a dead letter: the work that failed, and the effect of giving it up. */
type DeadlineRow = { task: string; discard: string }

/**
 * The deadlines of a question. Each is a column `<name>_due_at`. If two are due at the same moment, the first of `deadlineNames` is met.
 * So the end of a question precedes a prompt.
 */
export const deadlines = {
  expiry: {
    task: 'expiring the question',
    discard: 'it is set again, and tried again',
  },
  escalation: {
    task: 'rerouting the question to agents because its time ran out',
    discard: 'the time until escalation starts again',
  },
  opinion: {
    task: 'rerouting the question to agents after no expert gave a second opinion',
    discard: 'it is set again, and tried again',
  },
  approval: {
    task: 'resolving a question that is marked as resolved and that the asker did not review',
    discard: 'the time that the asker has to review starts again',
  },
  silence: {
    task: 'asking a silent asker whether an answered question is resolved',
    discard: 'the time until the asker is asked starts again',
  },
  lease: {
    task: 'taking the question back from an expert whose lease ran out',
    discard: 'the expert keeps the question for another lease',
  },
  hold: {
    task: 'offering the question to experts after an undecided automatic answer',
    discard: 'the wait for the asker ends, and routing looks for experts',
  },
  prompt: {
    task: 'asking the asker whether agents should take over',
    discard: 'the asker is not prompted; escalation and expiry stay',
  },
  wave: {
    task: 'asking routing for the next experts',
    discard: 'it is set again, and routing is asked again',
  },
} as const satisfies Record<DeadlineName, DeadlineRow>

export type Deadline = DeadlineName

/** Returns false for a deadline that only another version has. */
export const isDeadline = (name: string): name is Deadline => Object.hasOwn(deadlines, name)

/** Returns the column of a deadline. */
export const columnOf = (deadline: Deadline): string => `${deadline}_due_at`

/** SQL that names the deadline of a question `q` that is due first. */
export const firstDeadline = `case q.next_due_at ${deadlineNames
  .filter((name) => name !== 'wave')
  .map((name) => `when q.${columnOf(name)} then '${name}'`)
  .join(' ')} else 'wave' end`
