import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { randomFrom } from '../columns/random.ts'
import { rank } from '../ranking/rank.ts'
import { buildRanker, learn } from '../ranking/ranker.ts'
import { rankerFromBytes, rankerToBytes } from '../ranking/ranker-bytes.ts'
import type { PastAnswer, ResolvedQuestion } from '../ranking/resolved-question.ts'
import { type Figure, quantileOf } from './figure.ts'

const measured = 1_000
const day = 86_400_000

/** Ranking as of now, later than all evidence. Made-up questions in the size asked for: words and experts by topic, both with few heads and long tails. */
export function benchScale(questions: number, experts: number): Figure[] {
  collect()
  const before = process.memoryUsage()
  const random = randomFrom(1)
  const skewed = (count: number, power: number) => Math.floor(count * random() ** power)
  const made = (i: number): ResolvedQuestion => {
    const topic = skewed(500, 2)
    const words = Array.from({ length: 14 }, (_, k) =>
      k < 5 ? topic * 40 + skewed(40, 2) : 20_000 + skewed(60_000, 4),
    )
    const askedAt = 1.5e12 + (i * 2e11) / questions
    const answers = Array.from({ length: random() < 0.1 ? 0 : 1 + skewed(2, 1) }, (_, a): PastAnswer => {
      const expertId = `expert-${(topic * 200 + skewed(200, 3)) % experts}`
      return { expertId, answeredAt: askedAt + random() * day, accepted: a === 0 && random() < 0.6 }
    })
    const text = words.map((word) => `w${word}`).join(' ')
    return { questionId: `question-${i}`, askerId: `asker-${skewed(200_000, 2)}`, text, askedAt, answers }
  }
  const history = Array.from({ length: questions }, (_, i) => made(i))
  const profiles = Array.from({ length: experts }, (_, i) => ({
    expertId: `expert-${i}`,
    languages: [],
    topics: [`w${(i * 7) % 20_000}`],
  }))
  const building = performance.now()
  const bytes = rankerToBytes(buildRanker(history, profiles))
  const built = (performance.now() - building) / 1_000
  history.length = 0
  const loading = performance.now()
  const ranker = rankerFromBytes(bytes)
  const loaded = (performance.now() - loading) / 1_000
  collect()
  const after = process.memoryUsage()
  const ranks: number[] = []
  const learns: number[] = []
  for (let i = 0; i < measured; i++) {
    const question = made(questions + i)
    const from = performance.now()
    rank(ranker, question, { asOf: question.askedAt + 2 * day })
    const between = performance.now()
    learn(ranker, question)
    ranks.push(between - from)
    learns.push(performance.now() - between)
  }
  const area = `${questions} questions, ${experts} experts`
  const memory = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers - bytes.length
  return [
    { area, name: 'build seconds', ours: built, cases: questions },
    { area, name: 'bytes MB', ours: bytes.length / 1e6, cases: questions },
    { area, name: 'load seconds', ours: loaded, cases: questions },
    { area, name: 'memory of the loaded ranker MB', ours: memory / 1e6, cases: questions },
    { area, name: 'rank ms, median', ours: quantileOf(ranks, 0.5), cases: measured },
    { area, name: 'rank ms, p99', ours: quantileOf(ranks, 0.99), cases: measured },
    { area, name: 'learn ms, p99', ours: quantileOf(learns, 0.99), cases: measured },
  ]
}

/** Collects garbage, so that memory in use is what is held. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
