import { type Judged, leastCases, type OutOfScopeCase } from '../calibration/precision-rule.ts'
import { featuresOf } from '../classify/features.ts'
import { trainLinear } from '../classify/linear.ts'
import { buildVocabulary, type Vector, vectorOf } from '../classify/vocabulary.ts'
import { buildBm25 } from '../columns/bm25.ts'
import { tokensOf } from '../tokens/tokens.ts'
import { type Confidence, confidenceOf, fitConfidence, isNearlyKnown, type Tried } from './confidence.ts'
import { expectAnswered, expectEntries } from './expected.ts'
import { type AnswerCase, casesOf, folds, readingAs, withoutFold } from './held-out.ts'
import type { AnsweredQuestion, KnownAnswer } from './known-answer.ts'
import { knownQuestionsOf } from './likeness.ts'
import { examplesOf } from './nearest.ts'
import type { Retrieval } from './retrieval.ts'
import { answerNumbersOf } from './same-answer.ts'
import { findTop, type Top } from './scores.ts'

/** Known answers, found by question: `ids` by entry. Opaque: use the functions of this package. */
export type AnswerIndex = {
  readonly ids: readonly string[]
  readonly retrieval: Retrieval
  readonly confidence: Confidence
  /** Cases in other words than are known. */
  readonly judged: readonly Judged[]
  /** Cases that are nearly known questions. */
  readonly judgedNearly: readonly Judged[]
  /** Questions of held-out answers. They stand in for questions without a known answer. */
  readonly ofUnknownAnswer: readonly OutOfScopeCase[]
}

export type AnswerOptions = { readonly language?: string; readonly onProgress?: (share: number) => void }

/** A nearly known question counts once per accepted verdict, but at most this often, so that it does not dominate the others. */
const mostTimes = 5
/** Number of folds the answers are divided into; each fold is held out in turn. It adds less than a third to the time of the others. */
const answerFolds = 3
/** With fewer answers, holding one out leaves nothing to choose from. */
const leastAnswers = 3
const mostMachineBytes = 32_000_000

/**
 * Builds the index from answers and from questions with verdicts on one of them. The confidence is fitted to held-out cases if there
 * are at least 40 (see `held-out.ts`); otherwise it is a guess. Throws RangeError without answers, and a TypeError that names an
 * invalid field.
 */
export function buildAnswers(
  entries: readonly KnownAnswer[],
  resolved: readonly AnsweredQuestion[] = [],
  options: AnswerOptions = {},
): AnswerIndex {
  expectEntries(entries)
  expectAnswered(resolved)
  if (entries.length === 0) throw new RangeError('An index needs at least one answer.')
  const numbers = entryNumbers(entries)
  const answerOf = answerNumbersOf(entries)
  const { toHoldOut, asEntries } = casesOf(entries, answerOf, resolved, numbers)
  const build = (known: readonly KnownAnswer[], others: readonly AnswerCase[]) =>
    buildRetrieval(known, answerOf, others, asEntries, numbers, options)
  const tried: Tried[] = []
  const tryCase = (part: Retrieval, { text, answer, accepted }: AnswerCase): Tried[] => {
    const clues = findTop(part, text)
    const isThis = answerOf[clues.best] === answer
    return accepted || isThis ? [{ clues, isRight: accepted && isThis }] : []
  }
  const rounds = Math.min(folds, toHoldOut.length)
  for (let fold = 0; fold < rounds; fold++) {
    const { known, others } = withoutFold(entries, toHoldOut, fold)
    const part = build(known, others)
    for (let i = fold; i < toHoldOut.length; i += folds) {
      // A question with several accepted verdicts stays known without one of them. If it is nearly known, it is tried below instead.
      const found = tryCase(part, toHoldOut[i]!)
      tried.push(...(toHoldOut[i]!.verdicts > 1 ? found.filter(({ clues }) => !isNearlyKnown(clues)) : found))
    }
    options.onProgress?.((fold + 1) / (rounds + 1))
  }
  const unknown =
    toHoldOut.length < leastCases
      ? []
      : holdOutAnswers(entries, answerOf, toHoldOut, (known, answers, ids, others) =>
          buildRetrieval(known, answers, others, new Map(), ids, options),
        )
  const retrieval = build(
    entries,
    toHoldOut.filter(({ wording }) => !wording),
  )
  // An entry that is rejected by its own question is a poor answer, which is no evidence about other entries.
  const accepted = [...asEntries.values()].filter(({ verdicts }) => verdicts > 0)
  for (const one of [...accepted, ...toHoldOut.filter(({ verdicts }) => verdicts > 1)])
    for (const found of tryCase(retrieval, one).filter(({ clues }) => isNearlyKnown(clues)))
      for (let time = 0; time < Math.min(one.verdicts, mostTimes); time++) tried.push(found)
  const confidence = fitConfidence(
    tried,
    unknown.map(({ clues }) => clues),
  )
  const judgedOf = (some: readonly Tried[]): Judged[] =>
    some.map(({ clues, isRight }) => ({ confidence: confidenceOf(confidence, clues), isRight }))
  options.onProgress?.(1)
  return {
    ids: entries.map(({ answerId }) => answerId),
    retrieval,
    confidence,
    judged: judgedOf(tried.filter(({ clues }) => !isNearlyKnown(clues))),
    judgedNearly: judgedOf(tried.filter(({ clues }) => isNearlyKnown(clues))),
    ofUnknownAnswer: unknown.map(({ clues, alike }) => ({
      confidence: confidenceOf(confidence, clues),
      weight: 1,
      alike,
    })),
  }
}

/**
 * Asks the questions of whole answers of indexes that do not know these answers. Every answer found is wrong, so the questions stand
 * in for those without a known answer. A question that is nearly one of another answer is a contradiction instead, and is left out.
 */
function holdOutAnswers(
  entries: readonly KnownAnswer[],
  answerOf: Int32Array,
  cases: readonly AnswerCase[],
  build: (
    known: readonly KnownAnswer[],
    answers: Int32Array,
    numbers: ReadonlyMap<string, number>,
    others: readonly AnswerCase[],
  ) => Retrieval,
): { readonly clues: Top; readonly alike: number }[] {
  const answers = 1 + answerOf.reduce((highest, number) => Math.max(highest, number), 0)
  if (answers < leastAnswers) return []
  const found: { clues: Top; alike: number }[] = []
  for (let fold = 0; fold < answerFolds; fold++) {
    const isHeldOut = (answer: number) => answer % answerFolds === fold
    const kept = [...entries.keys()].filter((entry) => !isHeldOut(answerOf[entry]!))
    const numberOf = new Map<number, number>()
    for (const entry of kept) if (!numberOf.has(answerOf[entry]!)) numberOf.set(answerOf[entry]!, numberOf.size)
    const known = kept.map((entry) => entries[entry]!)
    const part = build(
      known,
      Int32Array.from(kept, (entry) => numberOf.get(answerOf[entry]!)!),
      entryNumbers(known),
      cases.filter(({ answer, wording }) => !wording && !isHeldOut(answer)),
    )
    const asked = new Map<number, string[]>()
    for (const [entry, { question }] of entries.entries()) {
      const answer = answerOf[entry]!
      if (isHeldOut(answer))
        asked.set(answer, [...(asked.get(answer) ?? []), ...(question === undefined ? [] : [question])])
    }
    for (const { answer, wording, accepted, text } of cases) if (!wording && accepted) asked.get(answer)?.push(text)
    for (const texts of asked.values())
      for (const text of texts) {
        const clues = findTop(part, text)
        if (!isNearlyKnown(clues)) found.push({ clues, alike: texts.length })
      }
  }
  return found
}

/** Returns the number of the first entry with each id. */
function entryNumbers(entries: readonly KnownAnswer[]): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const [number, { answerId }] of entries.entries()) if (!numbers.has(answerId)) numbers.set(answerId, number)
  return numbers
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

/** Returns the text of each answer: its questions and bodies, each once. */
function wordsByAnswer(entries: readonly KnownAnswer[], answerOf: Int32Array, answers: number): string[] {
  const written = Array.from({ length: answers }, () => new Set<string>())
  for (const [entry, { question = '', body }] of entries.entries()) written[answerOf[entry]!]!.add(question).add(body)
  return written.map((texts) => [...texts].join(' '))
}
