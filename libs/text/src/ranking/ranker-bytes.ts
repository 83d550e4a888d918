import { columnOf, type Packed, pack, unpack } from '../columns/bytes.ts'
import { grownFrom } from '../columns/growing.ts'
import { columnsOfPostings, postingsFrom } from '../columns/postings.ts'
import { buildDesk } from './desk.ts'
import type { ExpertProfile } from './expert-profile.ts'
import type { History } from './history.ts'
import { advanceMix } from './living-mix.ts'
import { buildPriorMix, type Mix } from './mix.ts'
import { enlist, type Ranker } from './ranker.ts'
import { width } from './signals.ts'

type Facts = {
  readonly timesAreReal: boolean
  readonly seed: number
  readonly learnedUpTo: number | null
  readonly prospects: { readonly cases: number; readonly share: number; readonly isFitted: boolean }
  readonly removed: readonly number[]
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
    prospects: { cases: prospects.cases, share: prospects.share, isFitted: prospects.logistic !== undefined },
    removed: [...ranker.removed],
    profiles: [...ranker.profiles],
  }
  const columns: Packed['columns'] = {
    ...columnsOfPostings(history.postings),
    questionIds: linesOf(questions.ids),
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
  const packed = unpack(bytes, 'ranker')
  const facts = packed.facts as Facts
  const ranker: Ranker = {
    history: historyFrom(packed),
    profiles: new Map(),
    expertsByTopic: new Map(),
    removed: new Set(facts.removed),
    desk: buildDesk(),
    timesAreReal: facts.timesAreReal,
    seed: facts.seed,
    mix: mixFrom(packed),
    learnedUpTo: facts.learnedUpTo ?? Number.NEGATIVE_INFINITY,
    prospects: {
      cases: facts.prospects.cases,
      share: facts.prospects.share,
      judged: [],
      logistic: facts.prospects.isFitted
        ? {
            weights: columnOf(packed, 'prospectWeights', Float64Array),
            means: columnOf(packed, 'prospectMeans', Float64Array),
            deviations: columnOf(packed, 'prospectDeviations', Float64Array),
          }
        : undefined,
    },
    pastMixes: new Map(),
    taught: new Set(),
    pending: [],
  }
  for (const [expert, profile] of facts.profiles) enlist(ranker, expert, profile)
  return ranker
}

function historyFrom(packed: Packed): History {
  const whole = (name: string) => grownFrom(Int32Array, columnOf(packed, name, Int32Array))
  const small = (name: string) => grownFrom(Float32Array, columnOf(packed, name, Float32Array))
  const times = (name: string) => grownFrom(Float64Array, columnOf(packed, name, Float64Array))
  const questionIds = idsFrom(packed, 'questionIds').map((id) => (id === '' ? undefined : id))
  const personIds = idsFrom(packed, 'personIds')
  const questionNumbers = new Map<string, number>()
  questionIds.forEach((id, number) => {
    if (id !== undefined) questionNumbers.set(id, number)
  })
  return {
    postings: postingsFrom(packed),
    questions: {
      numbers: questionNumbers,
      ids: questionIds,
      askedAt: times('askedAt'),
      asker: whole('asker'),
      length: grownFrom(Uint16Array, columnOf(packed, 'questionLength', Uint16Array)),
      textHash: whole('textHash'),
      firstAnswer: whole('firstAnswer'),
      previousOfAsker: whole('previousOfAsker'),
      firstTerm: whole('firstTerm'),
      terms: whole('questionTerms'),
      byTime: whole('questionsByTime'),
    },
    answers: {
      expert: whole('expert'),
      question: whole('answerQuestion'),
      answeredAt: times('answeredAt'),
      acceptedAt: times('acceptedAt'),
      worth: small('worth'),
      ratedAt: times('ratedAt'),
      nextOfQuestion: whole('nextOfQuestion'),
      previousOfExpert: whole('previousOfExpert'),
      activity: small('activity'),
    },
    people: {
      numbers: new Map(personIds.map((id, number) => [id, number])),
      ids: personIds,
      lastAnswer: whole('lastAnswer'),
      lastQuestion: whole('lastQuestion'),
    },
    timeline: whole('timeline'),
    tags: new Set(packed.columns['tags']),
  }
}

/** The mix as kept; the prior when it was fitted to the signals of an earlier version, until the next refit. */
function mixFrom(packed: Packed): Mix {
  if (columnOf(packed, 'weights', Float64Array).length !== width) return buildPriorMix(Number.POSITIVE_INFINITY)
  return {
    upTo: Number.POSITIVE_INFINITY,
    weights: columnOf(packed, 'weights', Float64Array),
    squares: columnOf(packed, 'squares', Float64Array),
    base: columnOf(packed, 'base', Float64Array),
    observed: grownFrom(Float32Array, columnOf(packed, 'observed', Float32Array)),
    expected: grownFrom(Float32Array, columnOf(packed, 'expected', Float32Array)),
  }
}

/** Ids one a line; a forgotten question's line is empty. Ids hold no line breaks. */
function linesOf(ids: readonly (string | undefined)[]): Uint8Array {
  return new TextEncoder().encode(ids.map((id) => id ?? '').join('\n'))
}

function idsFrom(packed: Packed, name: string): string[] {
  const column = columnOf(packed, name, Uint8Array)
  const count = packed.columns[name === 'personIds' ? 'lastAnswer' : 'askedAt']?.length ?? 0
  return count === 0 ? [] : new TextDecoder().decode(column).split('\n')
}
