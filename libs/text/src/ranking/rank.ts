import { gatherCandidates, noSignals, type Signals } from './candidates.ts'
import type { Ranker } from './ranker.ts'
import { reasonsFor } from './reasons.ts'
import type { OpenQuestion } from './resolved-question.ts'

export type RankOptions = {
  /** Milliseconds since 1970. Only evidence strictly earlier counts. */
  readonly asOf: number
  /** How many experts to return at most; 10 when absent. */
  readonly limit?: number
  /** The only experts who may be returned; everyone with a record or a profile when absent. */
  readonly candidates?: ReadonlySet<string> | undefined
  /** Share of an expert's capacity in use: 0 is free, 1 is full. */
  readonly load?: ReadonlyMap<string, number> | undefined
  readonly explore?: Exploration | undefined
}

/** Gives experts without much of a record a fair chance (Thompson sampling). */
export type Exploration = {
  /** Chance, 0 to 1, that the last of the returned places goes to an expert with a short record. Bounds the cost of exploring. */
  readonly share: number
  /** Decides the draw; give another one for each question. */
  readonly seed: number
}

export type RankedExpert = {
  readonly expertId: string
  /** Comparable within one ranking; higher is better. */
  readonly score: number
  /** Plain words, strongest first. */
  readonly reasons: string[]
  readonly features: Record<string, number>
}

/** Experts who will most probably resolve the question, best first. The asker is never among them. */
export function rank(ranker: Ranker, question: OpenQuestion, options: RankOptions): RankedExpert[] {
  const limit = options.limit ?? 10
  const gathered = gatherCandidates(ranker, question, options.asOf)
  const mayRank = eligibility(ranker, question, options)
  const scored: { expert: number; score: number; signals: Signals }[] = []
  for (const [expert, signals] of gathered)
    if (mayRank(expert)) scored.push({ expert, score: scoreOf(ranker, question, options, expert, signals), signals })
  if (scored.length < limit) {
    for (const expert of experts(ranker, options)) {
      if (scored.length >= limit * 4) break
      if (gathered.has(expert) || !mayRank(expert)) continue
      const signals = noSignals()
      scored.push({ expert, score: scoreOf(ranker, question, options, expert, signals), signals })
    }
  }
  scored.sort((a, b) => b.score - a.score || a.expert - b.expert)
  return scored.slice(0, limit).map(({ expert, score, signals }) => ({
    expertId: ranker.history.people.ids[expert]!,
    score,
    reasons: reasonsFor(signals),
    features: { ...signals },
  }))
}

function eligibility(ranker: Ranker, question: OpenQuestion, options: RankOptions): (expert: number) => boolean {
  const { ids, numbers } = ranker.history.people
  const asker = question.askerId === undefined ? -1 : (numbers.get(question.askerId) ?? -1)
  const { candidates } = options
  return (expert) =>
    expert !== asker && !ranker.removed.has(expert) && (candidates === undefined || candidates.has(ids[expert]!))
}

function* experts(ranker: Ranker, options: RankOptions): Iterable<number> {
  if (options.candidates === undefined) yield* ranker.profiles.keys()
  for (const id of options.candidates ?? []) {
    const expert = ranker.history.people.numbers.get(id)
    if (expert !== undefined) yield expert
  }
}

function scoreOf(
  ranker: Ranker,
  question: OpenQuestion,
  options: RankOptions,
  expert: number,
  signals: Signals,
): number {
  let score =
    Math.log1p(signals.similar) +
    0.7 * Math.log1p(Math.max(0, signals.similarWell)) +
    0.4 * Math.log1p(signals.lately) +
    0.5 * Math.log1p(signals.recently) +
    0.1 * Math.log1p(signals.overTheYear) +
    0.6 * Math.min(signals.topic, 3) +
    signals.level +
    0.3 * Math.log1p(signals.asker)
  const profile = ranker.profiles.get(expert)
  if (profile) {
    if (question.language && profile.languages.length > 0 && !profile.languages.includes(question.language)) score -= 4
    if (profile.isCertified || profile.isElite || profile.isOfficial) score += 0.2
    if (profile.availableNow) score += 0.3
  }
  const load = options.load?.get(ranker.history.people.ids[expert]!) ?? 0
  return score - Math.min(load, 2)
}
