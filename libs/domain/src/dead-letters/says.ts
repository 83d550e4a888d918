import { type DeadLetterKind, type DeadLetterOutcome, type JobName, jobs } from '@askline/contracts'
import type { Deadline } from '../routing/due.ts'

/** What was to be done, and what follows when that is done once more, or given up. */
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

const ofDeadlines: Record<Deadline, { task: string; discard: string }> = {
  wave: { task: 'asking routing for the next experts', discard: 'it is set anew, and routing is asked again' },
  lease: {
    task: 'taking the question back from an expert whose lease ran out',
    discard: 'the expert keeps the question for another lease',
  },
  prompt: {
    task: 'asking the asker whether agents should take over',
    discard: 'the asker is not prompted; escalation and expiry stay',
  },
  escalation: {
    task: 'handing the question to agents because its time ran out',
    discard: 'the time until escalation begins anew',
  },
  approval: {
    task: 'resolving what the asker left unanswered after an expert marked it as resolved',
    discard: 'the asker’s time to answer begins anew',
  },
  hold: {
    task: 'offering the question to experts after an undecided automatic answer',
    discard: 'the wait for the asker ends, and experts are sought',
  },
  expiry: { task: 'letting the question expire', discard: 'it is set anew, and tried again' },
  opinion: {
    task: 'handing the question to agents after nobody gave a second opinion',
    discard: 'it is set anew, and tried again',
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
 * A dead letter in plain words: what was to be done, why it was not, and what a replay and a discard lead to or, settled, which of
 * them it was. Ids, texts and names of people are not among the words.
 */
export function saysOf(letter: Told): string {
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
    return { ...ofDeadlines[letter.name as Deadline], replay: 'what is due on the question is tried again at once' }
  }
  const plain = Object.hasOwn(jobs, letter.name) ? ofJobs[letter.name as JobName] : undefined
  const known = plain ?? { task: 'a job that is not in the catalogue', replay: '', discard: 'nothing is done' }
  return isReplayable(letter) ? known : { ...known, replay: 'not possible, too little of it was kept' }
}
