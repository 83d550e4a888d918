import type { Judged } from '../calibration/precision-rule.ts'
import { featuresOf } from '../classify/features.ts'
import { type Linear, trainLinear } from '../classify/linear.ts'
import { buildVocabulary, type Vector, type Vocabulary, vectorOf } from '../classify/vocabulary.ts'
import { type Bm25, buildBm25 } from '../columns/bm25.ts'
import { tokensOf } from '../tokens/tokens.ts'
import { type Confidence, confidenceOf, fitConfidence, isNearlyKnown, type Tried } from './confidence.ts'
import { expectAnswered, expectEntries } from './expected.ts'
import { type AnswerCase, casesOf, folds, readingAs, withoutFold } from './held-out.ts'
import type { AnsweredQuestion, KnownAnswer } from './known-answer.ts'
import { type KnownQuestions, knownQuestionsOf } from './likeness.ts'
import { type Examples, examplesOf } from './nearest.ts'
import { answerNumbersOf } from './same-answer.ts'
import { findTop } from './scores.ts'

/** What finds an answer: questions known to belong to each answer, and the words of question and body. */
export type Retrieval = {
  readonly language: string
  /** The answer of each entry: `same-answer.ts`. */
  readonly answerOf: Int32Array
  readonly answers: number
  readonly vocabulary: Vocabulary
  /** A machine with a class per answer; absent when there are too many answers for one, and the nearest known question decides. */
  readonly linear: Linear | undefined
  readonly examples: Examples
  readonly words: Bm25
  readonly questions: KnownQuestions
}

/** Known answers, found by question: `ids` and `sources` by entry. Opaque: use the functions of this package. */
export type AnswerIndex = {
  readonly ids: readonly string[]
  readonly sources: readonly (readonly string[])[]
  /** Numbers of entries not to be given. */
  readonly suspended: Set<number>
  readonly retrieval: Retrieval
  readonly confidence: Confidence
  /** Cases in other words than are known. */
  readonly judged: readonly Judged[]
  /** Cases that are nearly known questions. */
  readonly judgedNearly: readonly Judged[]
}

export type AnswerOptions = { readonly language?: string; readonly onProgress?: (share: number) => void }

/** What is asked again and again speaks for itself alone. */
const mostTimes = 5
const mostMachineBytes = 32_000_000

/**
 * Builds the index from answers and from questions already resolved, or not, by one of them. Its confidence is fitted to held-out
 * cases when there are at least 40 (`held-out.ts` says which); before that it is a guess. Throws RangeError without answers, and
 * TypeError where a field is not what it is to be.
 */
export function buildAnswers(
  entries: readonly KnownAnswer[],
  resolved: readonly AnsweredQuestion[] = [],
  options: AnswerOptions = {},
): AnswerIndex {
  expectEntries(entries)
  expectAnswered(resolved)
  if (entries.length === 0) throw new RangeError('An index needs at least one answer.')
  const numbers = new Map<string, number>()
  for (const [number, { answerId }] of entries.entries()) if (!numbers.has(answerId)) numbers.set(answerId, number)
  const answerOf = answerNumbersOf(entries)
  const { toHoldOut, asEntries } = casesOf(entries, answerOf, resolved, numbers)
  const build = (known: readonly KnownAnswer[], others: readonly AnswerCase[]) =>
    buildRetrieval(known, answerOf, others, asEntries, numbers, options)
  const tried: Tried[] = []
  const tryCase = (part: Retrieval, { text, answer, accepted }: AnswerCase): Tried[] => {
    const clues = findTop(part, text, new Set())
    const isThis = answerOf[clues.best] === answer
    return accepted || isThis ? [{ clues, isRight: accepted && isThis }] : []
  }
  const rounds = Math.min(folds, toHoldOut.length)
  for (let fold = 0; fold < rounds; fold++) {
    const { known, others } = withoutFold(entries, toHoldOut, fold)
    const part = build(known, others)
    for (let i = fold; i < toHoldOut.length; i += folds) {
      // What was accepted more than once is known without any one of its verdicts: if nearly, it is tried as asked again.
      const found = tryCase(part, toHoldOut[i]!)
      tried.push(...(toHoldOut[i]!.verdicts > 1 ? found.filter(({ clues }) => !isNearlyKnown(clues)) : found))
    }
    options.onProgress?.((fold + 1) / (rounds + 1))
  }
  const retrieval = build(
    entries,
    toHoldOut.filter(({ wording }) => !wording),
  )
  // An entry that is rejected by its own question is a poor answer, which says nothing of other entries.
  const accepted = [...asEntries.values()].filter(({ verdicts }) => verdicts > 0)
  for (const one of [...accepted, ...toHoldOut.filter(({ verdicts }) => verdicts > 1)])
    for (const found of tryCase(retrieval, one).filter(({ clues }) => isNearlyKnown(clues)))
      for (let time = 0; time < Math.min(one.verdicts, mostTimes); time++) tried.push(found)
  const confidence = fitConfidence(tried)
  const judgedOf = (some: readonly Tried[]): Judged[] =>
    some.map(({ clues, isRight }) => ({ confidence: confidenceOf(confidence, clues), isRight }))
  options.onProgress?.(1)
  return {
    ids: entries.map(({ answerId }) => answerId),
    sources: entries.map(({ sources = [] }) => sources),
    suspended: new Set(),
    retrieval,
    confidence,
    judged: judgedOf(tried.filter(({ clues }) => !isNearlyKnown(clues))),
    judgedNearly: judgedOf(tried.filter(({ clues }) => isNearlyKnown(clues))),
  }
}

function buildRetrieval(
  entries: readonly KnownAnswer[],
  answerOf: Int32Array,
  resolved: readonly AnswerCase[],
  asEntries: ReadonlyMap<string, AnswerCase>,
  numbers: ReadonlyMap<string, number>,
  options: AnswerOptions,
): Retrieval {
  const language = options.language ?? 'en'
  const accepted = resolved.filter((question) => question.accepted)
  const texts = [...entries.map(({ question, body }) => question ?? body), ...accepted.map(({ text }) => text)]
  const holders = Int32Array.from([...entries.keys(), ...accepted.map(({ answerId }) => numbers.get(answerId)!)])
  const verdicts = [
    ...verdictsOnEntries(entries, answerOf, asEntries),
    ...accepted.map((question) => question.verdicts),
  ]
  const owners = holders.map((entry) => answerOf[entry]!)
  const answers = 1 + answerOf.reduce((highest, number) => Math.max(highest, number), 0)
  const features = texts.map((text) => featuresOf(text, language))
  const vocabulary = buildVocabulary(features)
  const vectors: Vector[] = features.map((read) => vectorOf(vocabulary, read))
  const size = vocabulary.table.size
  return {
    language,
    answerOf,
    answers,
    vocabulary,
    linear:
      answers * size > mostMachineBytes
        ? undefined
        : trainLinear(vectors, owners, answers, size, { cost: 1, passes: 8, seed: 1 }, () => {}),
    examples: examplesOf(vectors, owners, size),
    words: buildBm25(wordsByAnswer(entries, answerOf, answers).map((text) => tokensOf(text, language))),
    questions: knownQuestionsOf(texts, holders, verdicts, entries.length, language),
  }
}

/** Verdicts on each entry's own question; of entries of one answer that read the same, the first has them. */
function verdictsOnEntries(
  entries: readonly KnownAnswer[],
  answerOf: Int32Array,
  asEntries: ReadonlyMap<string, AnswerCase>,
): number[] {
  const left = new Map(asEntries)
  return entries.map(({ question = '' }, entry) => {
    const reading = readingAs(answerOf[entry]!, question)
    const verdicts = left.get(reading)?.verdicts ?? 0
    left.delete(reading)
    return verdicts
  })
}

/** What is written of each answer: questions and bodies, each once. */
function wordsByAnswer(entries: readonly KnownAnswer[], answerOf: Int32Array, answers: number): string[] {
  const written = Array.from({ length: answers }, () => new Set<string>())
  for (const [entry, { question = '', body }] of entries.entries()) written[answerOf[entry]!]!.add(question).add(body)
  return written.map((texts) => [...texts].join(' '))
}
