import { finish, type Steps } from '../columns/take-steps.ts'
import { lastAnswerBefore } from './activity.ts'
import { type Emphasis, emphasised } from './emphasis.ts'
import { expectNumber, expectQuestion, expectTime, idsOf } from './expected.ts'
import { drawNewcomer, type Exploration, isNewcomer, isTrying } from './exploration.ts'
import { choose, describe, type Eligible, gather, type Lookback } from './gather.ts'
import { liftOf, type Mix, setLift, standardise, weigh } from './mix.ts'
import { type LevelIn, levelsFor, profileScore, speaks } from './profile-match.ts'
import { hashedTerms } from './question-terms.ts'
import type { Ranker } from './ranker-state.ts'
import { reasonsFor, reasonTexts } from './ranking-reasons.ts'
import type { OpenQuestion } from './resolved-question.ts'
import { levelRecent, place, recentSpans, signalNames, width } from './signals.ts'
import { mixAsOf } from './taught.ts'

export type RankOptions = {
  /** Milliseconds since 1970. Only evidence strictly earlier counts. */
  readonly asOf: number
  /** Maximum number of experts to return, at least 0; 10 by default. */
  readonly limit?: number
  /** The only experts that may be returned; by default all with a record or a profile. */
  readonly candidates?: Iterable<string> | undefined
  /** Share of an expert's capacity in use: 0 is free, 1 is full. */
  readonly load?: Pick<ReadonlyMap<string, number>, 'get'> | undefined
  readonly explore?: Exploration | undefined
  /** Signals to weigh more or less than the mix does. */
  readonly emphasis?: Emphasis | undefined
  /** Added to the scores of these experts, as `acquaintances` returns them. They are scored however many others there are. */
  readonly bonuses?: ReadonlyMap<string, number> | undefined
}

/** Options whose candidates can be looked up. */
export type CheckedOptions = RankOptions & { readonly candidates?: ReadonlySet<string> | undefined }

/** Returns the options with candidates as a set. Throws a TypeError or RangeError that names an invalid field. */
export function checked<O extends RankOptions>(question: OpenQuestion, options: O): O & CheckedOptions {
  expectQuestion(question)
  expectTime('asOf', options?.asOf)
  if (options.limit !== undefined) expectNumber('limit', options.limit, 0)
  return { ...options, candidates: idsOf('candidates', options.candidates) }
}

export type RankedExpert = {
  readonly expertId: string
  /** Comparable within one ranking; higher is better. */
  readonly score: number
  /** Plain words, strongest first. */
  readonly reasons: string[]
  /** The expert's signals, standardized as for the mix, with `topic` and `level` of the profile, `load`, and `knowsAsker` with a bonus. */
  readonly features: Record<string, number>
}

type Scored = {
  readonly expert: number
  readonly score: number
  readonly signals: Float32Array
  readonly topics: number
}

/** Returns the experts most likely to resolve the question, best first. The asker is never among them. */
export function rank(ranker: Ranker, question: OpenQuestion, asked: RankOptions): RankedExpert[] {
  const options = checked(question, asked)
  const limit = options.limit ?? 10
  const mix = mixAsOf(ranker, options.asOf)
  const levelIn = levelsFor(question)
  const scored = scoreAll(ranker, mix, question, options, levelIn)
  scored.sort((a, b) => b.score - a.score || a.expert - b.expert)
  const ranked = scored.slice(0, limit).map((one) => described(ranker, options, levelIn, one))
  return options.explore
    ? finish(tryNewcomer(ranker, question, ranked, { ...options, explore: options.explore }))
    : ranked
}

/**
 * Returns the ranked experts. In a configured share of rankings, one place goes to an expert with a short record, who can build a
 * record so. That requires that no expert ranked before it has a short record. Works in steps of some thousand experts.
 */
export function* tryNewcomer(
  ranker: Ranker,
  question: OpenQuestion,
  ranked: RankedExpert[],
  asked: RankOptions & { readonly explore: Exploration },
): Steps<RankedExpert[]> {
  const { explore, ...options } = checked(question, asked)
  const place = explore.place ?? options.limit ?? 10
  const isFull = place > 1 && ranked.length >= place
  if (!isFull || !isTrying(explore) || ranked.slice(0, place).some(isNewcomer)) return ranked
  const newcomer = yield* drawNewcomer(
    ranker,
    idsAmong(ranker, options),
    mayBeTried(ranker, question, options),
    options.asOf,
    explore,
  )
  const id = ranker.history.people.ids[newcomer]
  if (id === undefined) return ranked
  yield
  const [tried] = rank(ranker, question, { ...options, candidates: new Set([id]), limit: 1 })
  if (!tried) return ranked
  const others = ranked.filter(({ expertId }) => expertId !== id)
  const reasons = [reasonTexts.earnsRecord, ...tried.reasons]
  const given = { ...tried, reasons, features: { ...tried.features, tried: 1 } }
  return [...others.slice(0, place - 1), given, ...others.slice(place - 1)].slice(0, ranked.length)
}

/** Penalty for another language. It exceeds everything that other signals can add. */
const foreign = 1_000

/**
 * Scores the experts who speak the question's language. If they are fewer than `limit`, adds others far below them. Bonuses are
 * added last.
 */
function scoreAll(
  ranker: Ranker,
  mix: Mix,
  question: OpenQuestion,
  options: CheckedOptions,
  levelIn: LevelIn,
): Scored[] {
  const { numbers, ids } = ranker.history.people
  const asker = question.askerId === undefined ? -1 : (numbers.get(question.askerId) ?? -1)
  const lookback = gather(ranker, { ...hashedTerms(question), asker }, options.asOf)
  const score = scoring(ranker, mix, options, levelIn)
  const isEligible = eligibility(ranker, asker, options)
  const fits = (expert: number) => speaks(ranker.profiles.get(expert), question.language)
  const among = (eligible: Eligible) => scoreAmong(lookback, options, score, eligible)
  const scored = among((expert) => isEligible(expert) && fits(expert))
  if (question.language !== undefined && scored.length < (options.limit ?? 10)) {
    const others = among((expert) => isEligible(expert) && !fits(expert))
    for (const one of others) scored.push({ ...one, score: one.score - foreign })
  }
  const { bonuses } = options
  return bonuses ? scored.map((one) => ({ ...one, score: one.score + (bonuses.get(ids[one.expert]!) ?? 0) })) : scored
}

type Score = (expert: number, signals: Float32Array, topics: number) => Scored

/** Returns a function that scores one expert by signals and the number of topics in the profile. */
function scoring(ranker: Ranker, mix: Mix, options: CheckedOptions, levelIn: LevelIn): Score {
  const { ids } = ranker.history.people
  const row = new Float32Array(width)
  const weights = emphasised(mix.weights, options.emphasis)
  const { profile: byProfile = 1, load: byLoad = 1 } = options.emphasis ?? {}
  return (expert, signals, topics) => {
    row.set(signals)
    standardise(row, 0)
    setLift(mix, row, 0, expert)
    const load = loadOf(options, ids[expert]!)
    const profile = ranker.profiles.get(expert)
    const own = profileScore(profile, topics, levelIn(profile))
    signals[place.lift] = liftOf(mix, expert)
    return { expert, score: weigh(weights, row, 0) + byProfile * own - byLoad * load, signals, topics }
  }
}

/** Scores those chosen, then experts without a seat up to four times `limit`, then all who have a bonus. */
function scoreAmong(lookback: Lookback, options: CheckedOptions, score: Score, isEligible: Eligible): Scored[] {
  const { ranker, memory } = lookback
  const { people, rows, topics, seats } = memory
  const scoreSeat = (seat: number) =>
    score(people.data[seat]!, rows.data.slice(seat * width, (seat + 1) * width), topics.data[seat]!)
  const scoreUnseated = (expert: number) => score(expert, unknown.slice(), 0)
  const scored = choose(lookback, isEligible).map(scoreSeat)
  const spare = (options.limit ?? 10) * 4
  if (scored.length < spare)
    for (const expert of everyone(ranker, options.candidates)) {
      if (scored.length >= spare) break
      if (seats.data[expert]! === 0 && isEligible(expert)) scored.push(scoreUnseated(expert))
    }
  if (!options.bonuses?.size) return scored
  const isScored = new Set(scored.map(({ expert }) => expert))
  for (const expert of everyone(ranker, options.bonuses.keys())) {
    if (isScored.has(expert) || !isEligible(expert)) continue
    const seat = seats.data[expert]! - 1
    if (seat >= 0) describe(lookback, [seat])
    scored.push(seat < 0 ? scoreUnseated(expert) : scoreSeat(seat))
  }
  return scored
}

/** The signals of an expert without any record. */
const unknown = new Float32Array(width)
unknown[place.quiet] = -Math.log1p(1_000)
unknown[place.acceptance] = 1 / 3
for (let k = 0; k < recentSpans.length; k++) unknown[place.recent20 + k] = levelRecent(0)

/** Returns the share of capacity in use, limited to 2. Throws TypeError or RangeError if it is not a number of at least 0. */
function loadOf({ load }: RankOptions, expertId: string): number {
  const share = load?.get(expertId) ?? 0
  expectNumber('load', share, 0)
  return Math.min(share, 2)
}

/** Returns a test for experts that may be returned: not the asker, and a candidate if candidates are given. */
export function eligibility(
  ranker: Ranker,
  asker: number,
  { candidates }: CheckedOptions,
): (expert: number) => boolean {
  const { ids } = ranker.history.people
  return (expert) => expert !== asker && (candidates === undefined || candidates.has(ids[expert]!))
}

/** Yields the numbers of the known among `ids`, or of all who have a profile. */
function* everyone(ranker: Ranker, ids: Iterable<string> | undefined): Iterable<number> {
  if (ids === undefined) yield* ranker.profiles.keys()
  for (const id of ids ?? []) {
    const expert = ranker.history.people.numbers.get(id)
    if (expert !== undefined) yield expert
  }
}

const idsAmong = ({ history }: Ranker, { candidates }: CheckedOptions): readonly string[] =>
  candidates === undefined ? history.people.ids : [...candidates]

/** Returns a test for experts that may be returned, speak the language, and have a profile or a record before `asOf`. */
function mayBeTried(ranker: Ranker, question: OpenQuestion, options: CheckedOptions): (person: number) => boolean {
  const { history, profiles } = ranker
  const asker = question.askerId === undefined ? -1 : (history.people.numbers.get(question.askerId) ?? -1)
  const isEligible = eligibility(ranker, asker, options)
  return (person) => {
    const profile = profiles.get(person)
    const isKnown = profile !== undefined || lastAnswerBefore(history, person, options.asOf) >= 0
    return isKnown && isEligible(person) && speaks(profile, question.language)
  }
}

function described(ranker: Ranker, options: CheckedOptions, levelIn: LevelIn, one: Scored): RankedExpert {
  const expertId = ranker.history.people.ids[one.expert]!
  const profile = ranker.profiles.get(one.expert)
  // A loop takes a fifth of the time of Object.fromEntries, which was a twentieth of routing.
  const features: Record<string, number> = {}
  for (let i = 0; i < width; i++) features[signalNames[i]!] = one.signals[i]!
  features['topic'] = one.topics
  features['level'] = levelIn(profile)
  features['load'] = options.load?.get(expertId) ?? 0
  const bonus = options.bonuses?.get(expertId)
  if (bonus !== undefined) features['knowsAsker'] = bonus
  return { expertId, score: one.score, reasons: reasonsFor(features), features }
}
