import { type DeadLetterKind, type DeadLetterOutcome, type JobName, jobs } from '@askline/contracts'
import { deadlines, isDeadline } from '../questions/deadlines.ts'

/** Texts about a failed job: its task, and the effects of a replay and of a discard. */
type Plain = { task: string; replay: string; discard: string }

const lookAgain = 'a worker retries it later'
const ofJobs: Record<JobName, Plain> = {
  'route-question': {
    task: 'finding experts for a question',
    replay: 'routing selects experts at once, if the question still waits for them',
    discard: 'routing retries later if the question still waits for experts; questions with agents stay there',
  },
  'drain-backlog': {
    task: 'offering waiting questions to experts with free capacity',
    replay: 'the oldest waiting questions are offered at once',
    discard: 'each waiting question is offered when its own wave is due',
  },
  'withdraw-offers': {
    task: 'withdrawing the offers of an expert who is not available',
    replay: 'the open offers of the expert are withdrawn, unless the expert is available again',
    discard: 'the open offers stay until they lapse or another expert takes the question',
  },
  'text-request': {
    task: 'answering a request about a text',
    replay: 'it has no effect, because the caller no longer waits',
    discard: 'the request stays unanswered',
  },
  'forget-person': {
    task: 'erasing the remaining data of a forgotten person',
    replay: 'the erasure continues at once',
    discard: `the erasure stays due, and ${lookAgain}`,
  },
  'read-file': {
    task: 'reading an uploaded file',
    replay: 'the file is read, if it is still queued',
    discard: `the file stays in the list. If it is still queued, ${lookAgain}. If it failed, upload it again`,
  },
  'train-models': {
    task: 'training the models of the company',
    replay: 'the models are trained, if training is still due',
    discard: `the running models stay. If training is still due, ${lookAgain}`,
  },
  'learn-answer': {
    task: 'adding an accepted answer to the known answers',
    replay: 'the accepted answer becomes a known answer, if the company has enabled it',
    discard: 'the accepted answer does not become a known answer',
  },
  'advance-clock': {
    task: 'advancing the clock of a sandbox',
    replay: 'the advance continues at once',
    discard: `the advance stays unfinished, and ${lookAgain}`,
  },
  'question-changed': {
    task: 'notifying sockets of a changed question',
    replay: 'the sockets are notified now, and ignore an old version',
    discard: 'the sockets are not notified, but the next request for the question shows the change',
  },
}

const ofReasons = new Map([
  ['stalled', 'its worker crashed or stalled'],
  ['unknown_job', 'no worker knows this job'],
  ['malformed_payload', 'its payload does not match the job'],
])

function cause(reason: string): string {
  const [, code] = /^postgres_(.+)$/.exec(reason) ?? []
  return code ? `Postgres returned the error ${code}` : (ofReasons.get(reason) ?? `the error was ${reason}`)
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
  const failed = letter.kind === 'outbox' ? `was refused by the queues ${times}` : `failed ${times}`
  const happened = `${task[0]?.toUpperCase()}${task.slice(1)} ${failed}: ${cause(letter.reason)}.`
  if (letter.outcome !== null) return `${happened} It was ${letter.outcome}.`
  const waits = letter.kind === 'deadline' ? ' No deadline of the question is processed until this is settled.' : ''
  return `${happened}${waits} Replay: ${replay}. Discard: ${discard}.`
}

function plainOf(letter: Told): Plain {
  if (letter.kind === 'deadline') {
    // One unknown deadline must not hide all dead letters.
    const deadline = isDeadline(letter.name)
      ? deadlines[letter.name]
      : { task: 'a deadline that is not in the catalogue', discard: 'nothing is done' }
    return { ...deadline, replay: 'the due deadlines of the question are processed at once' }
  }
  const plain = Object.hasOwn(jobs, letter.name) ? ofJobs[letter.name as JobName] : undefined
  const known = plain ?? { task: 'a job that is not in the catalogue', replay: '', discard: 'nothing is done' }
  return isReplayable(letter) ? known : { ...known, replay: 'not possible, because its data is incomplete' }
}
