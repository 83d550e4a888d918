import type { Judged } from '../calibration/precision-rule.ts'
import { featuresOf } from '../classify/features.ts'
import { type Linear, trainLinear } from '../classify/linear.ts'
import { buildVocabulary, type Vector, type Vocabulary, vectorOf } from '../classify/vocabulary.ts'
import { type Bm25, buildBm25 } from '../columns/bm25.ts'
import { tokensOf } from '../tokens/tokens.ts'
import { type Confidence, confidenceOf, fitConfidence, guessed } from './confidence.ts'
import { expectAnswered, expectEntries } from './expected.ts'
import { casesOf, folds, withoutFold } from './held-out.ts'
import type { AnsweredQuestion, KnownAnswer } from './known-answer.ts'
import { type KnownQuestions, knownQuestionsOf, nearlySame } from './likeness.ts'
import { type Examples, examplesOf } from './nearest.ts'
import { answerNumbersOf } from './same-answer.ts'
import { findTop, type Top } from './scores.ts'

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
  readonly judged: readonly Judged[]
}

export type AnswerOptions = { readonly language?: string; readonly onProgress?: (share: number) => void }

const leastToCalibrate = 40
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
  const cases = casesOf(entries, answerOf, resolved, numbers)
  const held: { clues: Top; isRight: boolean }[] = []
  const rounds = Math.min(folds, cases.length)
  for (let fold = 0; fold < rounds; fold++) {
    const { known, others } = withoutFold(entries, cases, fold)
    const part = buildRetrieval(known, answerOf, others, numbers, options)
    cases.forEach(({ text, answer, accepted }, i) => {
      if (i % folds !== fold) return
      const top = findTop(part, text, new Set())
      const isThis = answerOf[top.best] === answer
      if (top.sameness < nearlySame && (accepted || isThis)) held.push({ clues: top, isRight: accepted && isThis })
    })
    options.onProgress?.((fold + 1) / (rounds + 1))
  }
  const confidence = held.length < leastToCalibrate ? guessed : fitConfidence(held)
  const asked = cases.filter(({ wording }) => !wording)
  const retrieval = buildRetrieval(entries, answerOf, asked, numbers, options)
  options.onProgress?.(1)
  return {
    ids: entries.map(({ answerId }) => answerId),
    sources: entries.map(({ sources = [] }) => sources),
    suspended: new Set(),
    retrieval,
    confidence,
    judged: held.map(({ clues, isRight }) => ({ confidence: confidenceOf(confidence, clues), isRight })),
  }
}

function buildRetrieval(
  entries: readonly KnownAnswer[],
  answerOf: Int32Array,
  resolved: readonly AnsweredQuestion[],
  numbers: ReadonlyMap<string, number>,
  options: AnswerOptions,
): Retrieval {
  const language = options.language ?? 'en'
  const accepted = resolved.filter((question) => question.accepted)
  const texts = [...entries.map(({ question, body }) => question ?? body), ...accepted.map(({ text }) => text)]
  const holders = Int32Array.from([...entries.keys(), ...accepted.map(({ answerId }) => numbers.get(answerId)!)])
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
    questions: knownQuestionsOf(texts, holders, entries.length, language),
  }
}

/** What is written of each answer: questions and bodies, each once. */
function wordsByAnswer(entries: readonly KnownAnswer[], answerOf: Int32Array, answers: number): string[] {
  const written = Array.from({ length: answers }, () => new Set<string>())
  for (const [entry, { question = '', body }] of entries.entries()) written[answerOf[entry]!]!.add(question).add(body)
  return written.map((texts) => [...texts].join(' '))
}
