import { type DeadLetterKind, type DeadLetterOutcome, type JobName, jobs } from '@askline/contracts'
import { deadlines, isDeadline } from '../questions/deadlines.ts'

/** Texts about a failed job: its task, and the effects of a replay and of a discard. */
type Plain = { task: string; replay: string; discard: string }

const lookAgain = 'a worker looks again by itself all the same'
const ofJobs: Record<JobName, Plain> = {
  'route-question': {
    task: 'finding experts for a question',
    replay: 'experts are sought at once, if it still waits for them',
    discard: 'while it waits for experts, routing looks again by itself; what agents have stays with them',
  },
  'drain-backlog': {
    task: 'offering waiting questions to experts who have room again',
    replay: 'the oldest waiting questions are offered at once',
    discard: 'each waiting question is offered when its own wave is due',
  },
  'withdraw-offers': {
    task: 'withdrawing the offers of an expert who is not available',
    replay: 'the open offers of the expert are withdrawn, unless the expert is available again',
    discard: 'the open offers stay until they lapse or another expert takes the question',
  },
  'text-request': {
    task: 'answering what was asked about a text',
    replay: 'nothing, where nobody waits for the answer any more',
    discard: 'nothing is answered',
  },
  'forget-person': {
    task: 'erasing what is left of a person who asked to be forgotten',
    replay: 'the erasure goes on at once where it stopped',
    discard: `the erasure is still owed, and ${lookAgain}`,
  },
  'read-file': {
    task: 'reading an uploaded file',
    replay: 'the file is read, if it still waits for that',
    discard: `the file stays in the list of files; one that failed may be sent again, and where one waits to be read ${lookAgain}`,
  },
  'train-models': {
    task: 'training the models of the company',
    replay: 'the models are trained anew, if that is still due',
    discard: `the running models stay, and where training is due ${lookAgain}`,
  },
  'learn-answer': {
    task: 'making a known answer of an accepted one',
    replay: 'the accepted answer becomes a known one, where the company wants that',
    discard: 'this answer is not learned; the question keeps it',
  },
  'advance-clock': {
    task: 'moving the clock of a sandbox',
    replay: 'the advance goes on at once where it stopped',
    discard: `the advance is still owed, and ${lookAgain}`,
  },
  'question-changed': {
    task: 'telling sockets that a question changed',
    replay: 'they are told now; whoever knows a newer version ignores it',
    discard: 'they are not told of this change; the question has it, and whoever asks for the question sees it',
  },
}

const ofReasons = new Map([
  ['stalled', 'whoever worked on it died or stood still'],
  ['unknown_job', 'no worker knows this job'],
  ['malformed_payload', 'what it carries does not fit the job'],
])

function cause(reason: string): string {
  const [, code] = /^postgres_(.+)$/.exec(reason) ?? []
  return code ? `Postgres refused it with ${code}` : (ofReasons.get(reason) ?? `the error was ${reason}`)
}

/** A job of the catalogue that was kept whole: it can be done once more. */
export const isReplayable = ({ name, payload }: { name: string; payload: unknown }): boolean =>
  Object.hasOwn(jobs, name) && payload !== null

export type Told = {
  kind: DeadLetterKind
  name: string
  payload: unknown
  reason: string
  attempts: number
  outcome: DeadLetterOutcome | null
}

/**
 * Describes a dead letter: the task, why it failed, and the effects of a replay and a discard. For a settled letter the outcome
 * replaces the effects. Contains no ids, texts or names of people.
 */
export function describeDeadLetter(letter: Told): string {
  const { task, replay, discard } = plainOf(letter)
  const times = letter.attempts === 1 ? 'once' : `${letter.attempts} times`
  const failed = letter.kind === 'outbox' ? `was refused by the queues ${times}` : `was tried ${times} in vain`
  const happened = `${task[0]?.toUpperCase()}${task.slice(1)} ${failed}: ${cause(letter.reason)}.`
  if (letter.outcome !== null) return `${happened} It was ${letter.outcome}.`
  const waits = letter.kind === 'deadline' ? ' Until this is settled, no deadline of the question is met.' : ''
  return `${happened}${waits} Replay: ${replay}. Discard: ${discard}.`
}

function plainOf(letter: Told): Plain {
  if (letter.kind === 'deadline') {
    // One unknown deadline must not hide all dead letters.
    const deadline = isDeadline(letter.name)
      ? deadlines[letter.name]
      : { task: 'a deadline that is not in the catalogue', discard: 'nothing is done' }
    return { ...deadline, replay: 'what is due on the question is tried again at once' }
  }
  const plain = Object.hasOwn(jobs, letter.name) ? ofJobs[letter.name as JobName] : undefined
  const known = plain ?? { task: 'a job that is not in the catalogue', replay: '', discard: 'nothing is done' }
  return isReplayable(letter) ? known : { ...known, replay: 'not possible, too little of it was kept' }
}
