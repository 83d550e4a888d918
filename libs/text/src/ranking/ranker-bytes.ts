import type { Logistic } from '../calibration/logistic.ts'
import { columnOf, type Packed, pack, unpackInPlace } from '../columns/bytes.ts'
import { growInSteps, grownFrom } from '../columns/growing.ts'
import { columnsOfPostings, postingsFrom } from '../columns/postings.ts'
import { finish, type Steps, takeSteps } from '../columns/take-steps.ts'
import type { ExpertProfile } from './expert-profile.ts'
import type { History } from './history-columns.ts'
import { IdColumn } from './id-column.ts'
import { linesOf, readLines } from './id-lines.ts'
import { advanceMix } from './living-mix.ts'
import { buildPriorMix, type Mix } from './mix.ts'
import { clueCount } from './question-view.ts'
import { enlist } from './ranker.ts'
import type { Ranker } from './ranker-state.ts'
import { width } from './signals.ts'
import { buildWorkingMemory } from './working-memory.ts'

type Facts = {
  readonly timesAreReal: boolean
  readonly seed: number
  readonly learnedUpTo: number | null
  readonly prospects: {
    readonly cases: number
    readonly share: number
    readonly byAnswers?: boolean | undefined
    /** Absent from earlier bytes. */
    readonly leastClosest?: number
    readonly knownUpTo?: number | undefined
  }
  /** Whether line breaks in ids are escaped; earlier bytes hold none. */
  readonly areEscaped?: boolean
  readonly profiles: readonly (readonly [number, ExpertProfile])[]
}

/** The whole ranker as bytes, evidence and mix, with all lessons taken; `rankerFromBytes` gives it back. Words of questions are in it only as hashes. */
export function rankerToBytes(ranker: Ranker): Uint8Array<ArrayBuffer> {
  advanceMix(ranker, Number.POSITIVE_INFINITY)
  const { history, mix, prospects, learnedUpTo } = ranker
  const { questions, answers, people } = history
  const facts: Facts = {
    timesAreReal: ranker.timesAreReal,
    seed: ranker.seed,
    learnedUpTo: Number.isFinite(learnedUpTo) ? learnedUpTo : null,
    prospects: {
      cases: prospects.cases,
      share: prospects.share,
      byAnswers: prospects.byAnswers,
      leastClosest: prospects.leastClosest,
      knownUpTo: Number.isFinite(prospects.knownUpTo) ? prospects.knownUpTo : undefined,
    },
    areEscaped: true,
    profiles: [...ranker.profiles],
  }
  const columns: Packed['columns'] = {
    ...columnsOfPostings(history.postings),
    questionIds: questions.ids.toLines(),
    personIds: linesOf(people.ids),
    askedAt: questions.askedAt.used(),
    asker: questions.asker.used(),
    questionLength: questions.length.used(),
    textHash: questions.textHash.used(),
    firstAnswer: questions.firstAnswer.used(),
    previousOfAsker: questions.previousOfAsker.used(),
    firstTerm: questions.firstTerm.used(),
    questionTerms: questions.terms.used(),
    questionsByTime: questions.byTime.used(),
    expert: answers.expert.used(),
    answerQuestion: answers.question.used(),
    answeredAt: answers.answeredAt.used(),
    acceptedAt: answers.acceptedAt.used(),
    worth: answers.worth.used(),
    ratedAt: answers.ratedAt.used(),
    nextOfQuestion: answers.nextOfQuestion.used(),
    previousOfExpert: answers.previousOfExpert.used(),
    activity: answers.activity.used(),
    lastAnswer: people.lastAnswer.used(),
    lastQuestion: people.lastQuestion.used(),
    timeline: history.timeline.used(),
    tags: Int32Array.from(history.tags),
    weights: mix.weights,
    squares: mix.squares,
    base: mix.base,
    observed: mix.observed.used(),
    expected: mix.expected.used(),
    prospectWeights: prospects.logistic?.weights ?? new Float64Array(),
    prospectMeans: prospects.logistic?.means ?? new Float64Array(),
    prospectDeviations: prospects.logistic?.deviations ?? new Float64Array(),
  }
  return pack({ kind: 'ranker', facts, columns })
}

/** Throws UnreadableBytesError when the bytes are not a ranker's. */
export function rankerFromBytes(bytes: Uint8Array): Ranker {
  return finish(readRanker(bytes))
}

/**
 * Reads a ranker without blocking other work: `yieldToEventLoop` is awaited every few milliseconds and decides whether to wait.
 * A million questions are read in some hundred steps. Throws UnreadableBytesError.
 */
export function loadRanker(bytes: Uint8Array, yieldToEventLoop: () => Promise<void> | undefined): Promise<Ranker> {
  return takeSteps(readRanker(bytes), yieldToEventLoop)
}

function* readRanker(bytes: Uint8Array): Steps<Ranker> {
  const packed = yield* unpackInPlace(bytes, 'ranker')
  const facts = packed.facts as Facts
  const ranker: Ranker = {
    history: yield* readHistory(packed),
    profiles: new Map(),
    expertsByTopic: new Map(),
    memory: buildWorkingMemory(),
    timesAreReal: facts.timesAreReal,
    seed: facts.seed,
    mix: mixFrom(packed),
    learnedUpTo: facts.learnedUpTo ?? Number.NEGATIVE_INFINITY,
    prospects: {
      cases: facts.prospects.cases,
      share: facts.prospects.share,
      byAnswers: facts.prospects.byAnswers,
      leastClosest: facts.prospects.leastClosest ?? 0,
      knownUpTo: facts.prospects.knownUpTo,
      judged: [],
      logistic: logisticFrom(packed),
    },
    pastMixes: new Map(),
    taught: new Set(),
    pending: [],
  }
  for (const [expert, profile] of facts.profiles) enlist(ranker, expert, profile)
  return ranker
}

function* readHistory(packed: Packed): Steps<History> {
  const whole = (name: string) => growInSteps(Int32Array, columnOf(packed, name, Int32Array))
  const small = (name: string) => growInSteps(Float32Array, columnOf(packed, name, Float32Array))
  const times = (name: string) => growInSteps(Float64Array, columnOf(packed, name, Float64Array))
  const { areEscaped = false } = packed.facts as Facts
  const lines = (name: string) => columnOf(packed, name, Uint8Array)
  const people = yield* readLines(lines('personIds'), packed.columns['lastAnswer']?.length ?? 0, { areEscaped })
  return {
    postings: yield* postingsFrom(packed),
    questions: {
      ids: yield* IdColumn.read(lines('questionIds'), packed.columns['askedAt']?.length ?? 0, { areEscaped }),
      askedAt: yield* times('askedAt'),
      asker: yield* whole('asker'),
      length: yield* growInSteps(Uint16Array, columnOf(packed, 'questionLength', Uint16Array)),
      textHash: yield* whole('textHash'),
      firstAnswer: yield* whole('firstAnswer'),
      previousOfAsker: yield* whole('previousOfAsker'),
      firstTerm: yield* whole('firstTerm'),
      terms: yield* whole('questionTerms'),
      byTime: yield* whole('questionsByTime'),
    },
    answers: {
      expert: yield* whole('expert'),
      question: yield* whole('answerQuestion'),
      answeredAt: yield* times('answeredAt'),
      acceptedAt: yield* times('acceptedAt'),
      worth: yield* small('worth'),
      ratedAt: yield* times('ratedAt'),
      nextOfQuestion: yield* whole('nextOfQuestion'),
      previousOfExpert: yield* whole('previousOfExpert'),
      activity: yield* small('activity'),
    },
    people: {
      ...people,
      lastAnswer: yield* whole('lastAnswer'),
      lastQuestion: yield* whole('lastQuestion'),
    },
    timeline: yield* whole('timeline'),
    tags: new Set(packed.columns['tags']),
  }
}

/** The regression as kept; none when it was fitted to other clues, those of an earlier version, until the next refit. */
function logisticFrom(packed: Packed): Logistic | undefined {
  const column = (name: string) => columnOf(packed, name, Float64Array).slice()
  const means = column('prospectMeans')
  if (means.length !== clueCount) return undefined
  return { weights: column('prospectWeights'), means, deviations: column('prospectDeviations') }
}

/** The mix as kept; the prior when it was fitted to the signals of an earlier version, until the next refit. */
function mixFrom(packed: Packed): Mix {
  if (columnOf(packed, 'weights', Float64Array).length !== width) return buildPriorMix(Number.POSITIVE_INFINITY)
  return {
    upTo: Number.POSITIVE_INFINITY,
    weights: columnOf(packed, 'weights', Float64Array).slice(),
    squares: columnOf(packed, 'squares', Float64Array).slice(),
    base: columnOf(packed, 'base', Float64Array).slice(),
    observed: grownFrom(Float32Array, columnOf(packed, 'observed', Float32Array)),
    expected: grownFrom(Float32Array, columnOf(packed, 'expected', Float32Array)),
  }
}
