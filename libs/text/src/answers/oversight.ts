import { readingOf } from '../classify/features.ts'
import { hashOf } from '../columns/hash.ts'
import { stemOf } from '../tokens/languages.ts'
import { tokensOf, wordsOf } from '../tokens/tokens.ts'

/**
 * A group of similar questions. The shared `words` have their most frequent spelling, most informative first. The list `texts` has up
 * to ten distinct questions, most frequent first. The list `times` says how often each was asked.
 */
export type QuestionCluster = {
  readonly count: number
  readonly words: string[]
  readonly texts: string[]
  readonly times: number[]
}

type Asked = { readonly text: string; times: number }
type Growing = { count: number; weights: Map<string, number>; asked: Asked[]; square: number }

const alike = 0.35
const mostClusters = 2_000
const mostTexts = 10

/**
 * Groups unanswered questions, largest group first. Each question joins the most similar group if their TF-IDF cosine is at least
 * .35, or starts one (leader clustering; Hartigan 1975). Above 2,000 groups, questions without a similar group are left out. Groups
 * of one are not returned.
 */
export function clusterQuestions(texts: readonly string[], language = 'en', most = 50): QuestionCluster[] {
  const readings = readingsOf(texts)
  const documents = readings.map(({ text }) => new Set(tokensOf(text, language)))
  const frequency = new Map<string, number>()
  documents.forEach((tokens, i) => {
    for (const token of tokens) frequency.set(token, (frequency.get(token) ?? 0) + readings[i]!.times)
  })
  const clusters: Growing[] = []
  const byToken = new Map<number, Set<number>>()
  documents.forEach((tokens, i) => {
    const weights = weightsOf(tokens, frequency, texts.length)
    let joined = mostAlike(clusters, byToken, weights)
    if (joined === undefined) {
      if (clusters.length === mostClusters || tokens.size === 0) return
      joined = clusters.push({ count: 0, weights: new Map(), asked: [], square: 0 }) - 1
    }
    const cluster = clusters[joined]!
    const { times } = readings[i]!
    cluster.count += times
    cluster.asked.push(readings[i]!)
    for (const [token, weight] of weights) {
      cluster.weights.set(token, (cluster.weights.get(token) ?? 0) + times * weight)
      const holders = byToken.get(hashOf(token))
      if (holders) holders.add(joined)
      else byToken.set(hashOf(token), new Set([joined]))
    }
    cluster.square = [...cluster.weights.values()].reduce((sum, weight) => sum + weight * weight, 0)
  })
  return clusters
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count)
    .slice(0, most)
    .map(({ count, weights, asked }) => {
      const shown = asked.sort((a, b) => b.times - a.times).slice(0, mostTexts)
      const written = spellingsOf(shown, language)
      return {
        count,
        words: heaviest(weights, 5).map((stem) => written.get(stem) ?? stem),
        texts: shown.map(({ text }) => text),
        times: shown.map(({ times }) => times),
      }
    })
}

/** Returns each text once in its first spelling, with the number of texts that read the same. */
function readingsOf(texts: readonly string[]): Asked[] {
  const readings = new Map<string, Asked>()
  for (const text of texts) {
    const reading = readingOf(text)
    const asked = readings.get(reading)
    if (asked) asked.times++
    else readings.set(reading, { text, times: 1 })
  }
  return [...readings.values()]
}

/** Maps each stem to its most frequent word in these texts; the first one if several are equally frequent. */
function spellingsOf(asked: readonly Asked[], language: string): Map<string, string> {
  const counts = new Map<string, number>()
  for (const { text, times } of asked)
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + times)
  const spellings = new Map<string, string>()
  for (const [word] of [...counts].sort(([, a], [, b]) => b - a)) {
    const stem = stemOf(word, language)
    if (!spellings.has(stem)) spellings.set(stem, word)
  }
  return spellings
}

function weightsOf(
  tokens: ReadonlySet<string>,
  frequency: ReadonlyMap<string, number>,
  total: number,
): Map<string, number> {
  const weights = new Map<string, number>()
  let square = 0
  for (const token of tokens) {
    const weight = Math.log(1 + total / frequency.get(token)!)
    weights.set(token, weight)
    square += weight * weight
  }
  for (const [token, weight] of weights) weights.set(token, weight / Math.sqrt(square))
  return weights
}

function mostAlike(
  clusters: readonly Growing[],
  byToken: ReadonlyMap<number, ReadonlySet<number>>,
  weights: ReadonlyMap<string, number>,
): number | undefined {
  const products = new Map<number, number>()
  for (const [token, weight] of weights)
    for (const c of byToken.get(hashOf(token)) ?? [])
      products.set(c, (products.get(c) ?? 0) + weight * clusters[c]!.weights.get(token)!)
  let best: number | undefined
  let closest = alike
  for (const [c, product] of products) {
    const cosine = product / Math.sqrt(clusters[c]!.square)
    if (cosine < closest) continue
    closest = cosine
    best = c
  }
  return best
}

function heaviest(weights: ReadonlyMap<string, number>, most: number): string[] {
  return [...weights]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([token]) => token)
}
