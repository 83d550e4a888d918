import { answer, answerRule } from '../answers/answer.ts'
import { buildAnswers } from '../answers/answer-index.ts'
import type { KnownAnswer } from '../answers/known-answer.ts'
import { nearlySame } from '../answers/likeness.ts'
import { calibrationError } from '../calibration/reliability.ts'
import { bm25Of, buildBm25 } from '../columns/bm25.ts'
import { randomFrom, shuffle } from '../columns/random.ts'
import { tokensOf } from '../tokens/tokens.ts'
import { readFaqs } from './data-folder.ts'
import { type Figure, meanOf, quantileOf, spreadOf } from './figure.ts'
import { trainReferenceSvm } from './reference-svm.ts'

const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

/** StackFAQ, hit@1: cold, with no paraphrase known; warm, with half of each answer's paraphrases known, eight draws. */
export function benchAnswers(folder: string): Figure[] {
  const { faqs, queries } = readFaqs(folder)
  const known = faqs.map(
    (faq): KnownAnswer => ({ answerId: faq.id, question: faq.question, body: faq.answers.join(' ') }),
  )
  const words = buildBm25(known.map(({ question, body }) => tokensOf(`${question} ${body}`)))
  const bm25 = queries.map(({ text, faq }) => Number(known[highest(bm25Of(words, tokensOf(text)))]!.answerId === faq))
  const cold = buildAnswers(known, [])
  const millis: number[] = []
  const given: number[] = []
  const hits = queries.map(({ text, faq }) => {
    const from = performance.now()
    const { likeliest, sameness } = answer(cold, text)
    millis.push(performance.now() - from)
    const isRight = Number(likeliest === faq)
    if (sameness >= nearlySame) given.push(isRight)
    return isRight
  })
  const warm = seeds.map((seed) => warmRound(known, queries, seed))
  const cases = queries.length
  const half = warm[0]!.cases
  const hit = warm.map((round) => round.hit)
  return [
    {
      area: 'StackFAQ cold',
      name: 'hit@1',
      baseline: meanOf(bm25),
      ours: meanOf(hits),
      cases,
      note: 'baseline BM25 over both',
    },
    {
      area: 'StackFAQ cold',
      name: 'precision where nearly the same is asked',
      ours: meanOf(given),
      cases: given.length,
    },
    { area: 'StackFAQ cold', name: 'coverage at that', ours: given.length / hits.length, cases },
    { area: 'StackFAQ cold', name: 'query ms, median', ours: quantileOf(millis, 0.5), cases },
    {
      area: 'StackFAQ warm',
      name: 'hit@1',
      baseline: meanOf(warm.map((r) => r.base)),
      ours: meanOf(hit),
      spread: spreadOf(hit),
      cases: half,
      note: 'baseline linear model',
    },
    { area: 'StackFAQ warm', name: 'calibration error', ours: meanOf(warm.map((r) => r.error)), cases: half },
    {
      area: 'StackFAQ warm',
      name: 'precision when asked for .95',
      ours: meanOf(warm.map((r) => r.precision)),
      spread: spreadOf(warm.map((r) => r.precision)),
      cases: half,
    },
    { area: 'StackFAQ warm', name: 'coverage at that', ours: meanOf(warm.map((r) => r.coverage)), cases: half },
  ]
}

type Round = { hit: number; base: number; error: number; precision: number; coverage: number; cases: number }

function warmRound(
  known: readonly KnownAnswer[],
  queries: readonly { text: string; faq: string }[],
  seed: number,
): Round {
  const order = Int32Array.from(queries.keys())
  shuffle(order, randomFrom(seed), order.length)
  const counts = new Map<string, number>()
  for (const { faq } of queries) counts.set(faq, (counts.get(faq) ?? 0) + 1)
  const taken = new Map<string, number>()
  const learned: { text: string; faq: string }[] = []
  const test: { text: string; faq: string }[] = []
  for (const i of order) {
    const query = queries[i]!
    const count = taken.get(query.faq) ?? 0
    if (count < Math.floor(counts.get(query.faq)! / 2)) {
      taken.set(query.faq, count + 1)
      learned.push(query)
    } else test.push(query)
  }
  const reference = trainReferenceSvm([
    ...known.map(({ question = '', answerId }) => ({ text: question, class: answerId })),
    ...learned.map(({ text, faq }) => ({ text, class: faq })),
  ])
  const index = buildAnswers(
    known,
    learned.map(({ text, faq }) => ({ text, answerId: faq, accepted: true })),
  )
  const judged = test.map(({ text, faq }) => {
    const { likeliest, confidence } = answer(index, text)
    return { confidence, isRight: likeliest === faq }
  })
  const rule = answerRule(index, 0.95, { outOfScope: 0 })
  const kept = rule.enough ? judged.filter(({ confidence }) => confidence >= rule.threshold) : []
  return {
    hit: meanOf(judged.map(({ isRight }) => Number(isRight))),
    base: meanOf(test.map(({ text, faq }) => Number(reference.predict(text).class === faq))),
    error: calibrationError(judged),
    precision: meanOf(kept.map(({ isRight }) => Number(isRight))),
    coverage: kept.length / judged.length,
    cases: test.length,
  }
}

function highest(scores: Float32Array): number {
  let best = 0
  for (let i = 1; i < scores.length; i++) if (scores[i]! > scores[best]!) best = i
  return best
}
