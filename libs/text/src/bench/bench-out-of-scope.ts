import { answer, answerRule } from '../answers/answer.ts'
import { buildAnswers } from '../answers/answer-index.ts'
import type { PrecisionRule } from '../calibration/precision-rule.ts'
import { classifierRule } from '../classify/classifier-report.ts'
import { classify } from '../classify/classify.ts'
import type { LabelledText } from '../classify/model.ts'
import { trainClassifier } from '../classify/train-classifier.ts'
import { randomFrom, shuffle } from '../columns/random.ts'
import { readFaqs, readLabelled } from './data-folder.ts'
import { type Figure, meanOf } from './figure.ts'

const shares = [0, 0.1, 0.2, 0.4]
const asked = 0.95
const outOfScopeNames = new Set(['oos', 'NO_NODES_DETECTED'])

/** Predictions for questions in scope and confidences in questions out of scope. */
type Round = {
  readonly inScope: readonly { confidence: number; isRight: boolean }[]
  readonly outOfScope: readonly number[]
  readonly ruleFor: (share: number) => PrecisionRule
}

/**
 * Measures precision and coverage when .95 is asked and 0 to 40 % of the questions are out of scope. Once the rule assumes the true
 * share, and once the default of 10 %. Questions are weighted to make up the share. Lines without a note assume the true share.
 */
export function benchOutOfScope(folder: string, log: (line: string) => void): Figure[] {
  log('CLINC150 with out-of-scope questions')
  const clinc = classifierRound(
    readLabelled(folder, 'clinc150/train.tsv'),
    readLabelled(folder, 'clinc150/val.tsv').filter((example) => !outOfScopeNames.has(example.class)),
    ['clinc150/oos_val.tsv', 'clinc150/oos_train.tsv'].flatMap((path) => readLabelled(folder, path)),
  )
  log('BANKING77 without 15 classes')
  const hint = readLabelled(folder, 'hint3/sofmattress_test.tsv')
  const isInScope = (example: LabelledText) => !outOfScopeNames.has(example.class)
  const hintRound = classifierRound(
    readLabelled(folder, 'hint3/sofmattress_train.tsv'),
    hint.filter(isInScope),
    hint.filter((example) => !isInScope(example)),
  )
  const banking = [1, 2].map((seed) => bankingRound(readLabelled(folder, 'banking77/train.tsv'), seed))
  log('StackFAQ without a quarter of the answers')
  const faqs = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => faqRound(folder, seed))
  return [
    ...figuresOf('CLINC150, out of scope', [clinc]),
    ...figuresOf('BANKING77, 15 classes unknown', banking),
    ...figuresOf('HINT3, out of scope', [hintRound]),
    ...figuresOf('StackFAQ, a quarter unknown', faqs),
  ]
}

function figuresOf(area: string, rounds: readonly Round[]): Figure[] {
  const cases = rounds.reduce((sum, { inScope, outOfScope }) => sum + inScope.length + outOfScope.length, 0)
  return shares.flatMap((share) =>
    [...new Set([share, 0.1])].flatMap((assumed) => {
      const measured = rounds.map((round) => measure(round, share, assumed))
      const given = meanOf(measured.map((one) => one.given))
      const note = assumed === share ? undefined : `${percent(assumed)} assumed`
      const suffix = `${percent(share)} out of scope`
      return [
        { area, name: `precision, ${suffix}`, ours: meanOf(measured.map((one) => one.right)) / given, cases },
        { area, name: `coverage, ${suffix}`, ours: given, cases },
      ].map((figure): Figure => (note ? { ...figure, note } : figure))
    }),
  )
}

const percent = (share: number) => `${Math.round(share * 100)} %`

/** Returns the shares of all questions that get a prediction and a right prediction. */
function measure({ inScope, outOfScope, ruleFor }: Round, share: number, assumed: number) {
  const rule = ruleFor(assumed)
  const least = rule.enough ? rule.threshold : Number.POSITIVE_INFINITY
  const kept = inScope.filter(({ confidence }) => confidence >= least)
  const strangers = outOfScope.filter((confidence) => confidence >= least)
  return {
    given: ((1 - share) * kept.length) / inScope.length + (share * strangers.length) / outOfScope.length,
    right: ((1 - share) * kept.filter(({ isRight }) => isRight).length) / inScope.length,
  }
}

function classifierRound(
  train: readonly LabelledText[],
  inScope: readonly LabelledText[],
  outOfScope: readonly LabelledText[],
): Round {
  const model = trainClassifier(train)
  return {
    inScope: inScope.map((example) => {
      const { likeliest, confidence } = classify(model, example.text)
      return { confidence, isRight: likeliest === example.class }
    }),
    outOfScope: outOfScope.map(({ text }) => classify(model, text).confidence),
    ruleFor: (share) => classifierRule(model, asked, { outOfScope: share }),
  }
}

/** Fifteen of 77 classes are unknown. A fifth of the examples of the other classes are the test. */
function bankingRound(examples: readonly LabelledText[], seed: number): Round {
  const names = [...new Set(examples.map((example) => example.class))].sort()
  const unknown = new Set(drawOf(names, 15, seed))
  const known = examples.filter((example) => !unknown.has(example.class))
  return classifierRound(
    known.filter((_, i) => i % 5 !== 0),
    known.filter((_, i) => i % 5 === 0),
    examples.filter((example) => unknown.has(example.class)),
  )
}

/** A quarter of the answers are unknown. Half of the paraphrases of the other answers are known. */
function faqRound(folder: string, seed: number): Round {
  const { faqs, queries } = readFaqs(folder)
  const unknown = new Set(
    drawOf(
      faqs.map(({ id }) => id),
      Math.round(faqs.length / 4),
      seed,
    ),
  )
  const order = Int32Array.from(queries.keys())
  shuffle(order, randomFrom(seed), order.length)
  const counts = new Map<string, number>()
  const known = Array.from(order, (i) => queries[i]!).filter(({ faq }) => !unknown.has(faq))
  for (const { faq } of known) counts.set(faq, (counts.get(faq) ?? 0) + 1)
  const taken = new Map<string, number>()
  const isLearned = known.map(({ faq }) => {
    const count = taken.get(faq) ?? 0
    taken.set(faq, count + 1)
    return count < Math.floor(counts.get(faq)! / 2)
  })
  const index = buildAnswers(
    faqs
      .filter(({ id }) => !unknown.has(id))
      .map((faq) => ({ answerId: faq.id, question: faq.question, body: faq.answers.join(' ') })),
    known.filter((_, i) => isLearned[i]).map(({ text, faq }) => ({ text, answerId: faq, accepted: true })),
  )
  return {
    inScope: known
      .filter((_, i) => !isLearned[i])
      .map(({ text, faq }) => {
        const { likeliest, confidence } = answer(index, text)
        return { confidence, isRight: likeliest === faq }
      }),
    outOfScope: queries.filter(({ faq }) => unknown.has(faq)).map(({ text }) => answer(index, text).confidence),
    ruleFor: (share) => answerRule(index, asked, { outOfScope: share }),
  }
}

function drawOf(names: readonly string[], count: number, seed: number): string[] {
  const order = Int32Array.from(names.keys())
  shuffle(order, randomFrom(seed), order.length)
  return Array.from(order.subarray(0, count), (i) => names[i]!)
}
