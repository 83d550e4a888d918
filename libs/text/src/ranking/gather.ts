import { placeOfTime } from '../columns/by-time.ts'
import { activityAfter, activityDays, countAfter, lastAnswerBefore, rhythmAt24h } from './activity.ts'
import { type Parts, partOf, partsBefore } from './answer-shares.ts'
import { compare, topicKinds } from './compare.ts'
import type { History } from './history-columns.ts'
import { gatherFromProfiles } from './profile-match.ts'
import type { Ranker } from './ranker-state.ts'
import { levelSignals, place, width } from './signals.ts'
import { findSimilar } from './similar-questions.ts'
import { type WeightedTerm, weighTerms } from './term-weights.ts'
import { clearWorkingMemory, seatOf, type WorkingMemory } from './working-memory.ts'

const day = 86_400_000
const halfDay = day / 2
/** exp(-age / 120 days) by age in half days, so that reading thousands of answers computes no exponentials. */
const freshness = Float32Array.from({ length: 2_048 }, (_, halfDays) => Math.exp(-halfDays / 240))
const newestAnswersScanned = 2_000
const newestPerTerm = 200
const mostTermsOfWords = 40
const mostAskerQuestions = 50
const answersJudged = 30

/** A question with the hashes of its search terms, and the asker's number or -1. */
export type HashedQuestion = {
  readonly terms: ReadonlySet<number>
  readonly asker: number
  /** All its terms, to find profiles; `terms` by default. */
  readonly mentioned?: ReadonlySet<number>
}

/** One ranking's view of the past: the question's known terms, and the parts of all answers strictly before `asOf`. */
export type Lookback = {
  readonly ranker: Ranker
  readonly history: History
  readonly memory: WorkingMemory
  readonly terms: readonly WeightedTerm[]
  readonly parts: Parts
  readonly asOf: number
}

/** Returns whether a person may be returned. Called once per gathered person. */
export type Eligible = (person: number) => boolean

/** Seats everyone with any reason to be considered, by evidence strictly before `asOf`. It is valid until the next call. */
export function gather(ranker: Ranker, question: HashedQuestion, asOf: number): Lookback {
  const { history, memory } = ranker
  clearWorkingMemory(memory, history.people.ids.length)
  const parts = partsBefore(history, asOf)
  const { known: terms } = weighTerms(history, question.terms, asOf)
  const lookback: Lookback = { ranker, history, memory, terms, parts, asOf }
  gatherFromSimilar(lookback)
  gatherFromWords(lookback)
  gatherFromActivity(history, memory, asOf)
  gatherFromAsker(history, memory, question.asker, asOf)
  gatherFromProfiles(ranker, question.mentioned ?? question.terms)
  return lookback
}

/**
 * Chooses from the seated: at most 80 by similar questions, 80 by activity and those whose profile fits. Describes and returns their
 * seats.
 */
export function choose(lookback: Lookback, isEligible: Eligible): number[] {
  const chosen = chooseSeats(lookback, isEligible)
  describe(lookback, chosen)
  return chosen
}

/** Completes the signals of seats, on comparable scales except `lift`. A seat must not be described twice. */
export function describe({ ranker, history, memory, parts, asOf }: Lookback, seats: readonly number[]): void {
  for (const seat of seats) {
    describePerson(ranker, seat, asOf)
    levelSignals(memory.rows.data, seat * width)
  }
  compare(history, memory, seats, parts, asOf)
}

function gatherFromSimilar({ history, memory, terms, parts, asOf }: Lookback): void {
  const { answers, questions } = history
  findSimilar(history, memory, terms, asOf)
  const { similar } = memory
  const best = similar.values[0]!
  const spread = memory.spread.extend(topicKinds * parts.count)
  memory.spread.data.fill(0, spread, memory.spread.length)
  for (let order = 0; order < similar.length; order++) {
    const similarity = similar.values[order]! / best
    for (let a = questions.firstAnswer.data[similar.keys[order]!]!; a >= 0; a = answers.nextOfQuestion.data[a]!) {
      const age = asOf - answers.answeredAt.data[a]!
      if (!(age > 0)) continue
      const row = seatOf(memory, answers.expert.data[a]!) * width
      const { data } = memory.rows
      const part = spread + partOf(parts, answers.answeredAt.data[a]!)
      data[row + place.topic200]! += similarity * similarity
      memory.spread.data[part + 2 * parts.count]! += similarity * similarity
      if (order >= 100) continue
      memory.spread.data[part + parts.count]! += similarity
      if (order < 10) data[row + place.similar10]! += similarity
      if (order < 30) {
        data[row + place.similar30]! += similarity
        memory.spread.data[part]! += similarity
      }
      data[row + place.similar100]! += similarity
      data[row + place.mostSimilar] = Math.max(data[row + place.mostSimilar]!, similarity)
      if (answers.acceptedAt.data[a]! < asOf) data[row + place.similarAccepted]! += similarity
      data[row + place.similarLately]! += similarity * (freshness[(age / halfDay) | 0] ?? 0)
    }
  }
}

/** Each rare word votes for those who answered the newest questions that hold it, by its share of the words' weight. */
function gatherFromWords(lookback: Lookback): void {
  const { memory, terms } = lookback
  const read = terms.filter(({ isTag }, order) => isTag || order < mostTermsOfWords)
  const total = read.reduce((sum, { weight }) => sum + weight, 0)
  for (const { term, weight, isTag } of read) {
    memory.voters.length = 0
    const seen = countVotes(lookback, term)
    const share = weight / total / (seen + 8)
    for (let i = 0; i < memory.voters.length; i++) {
      const seat = memory.voters.data[i]!
      memory.ballots.push(seat)
      memory.ballots.push(memory.votes.data[seat * 3]!)
      for (let kind = 0; kind < 3; kind++) {
        memory.rows.data[seat * width + place.words + kind]! += share * memory.votes.data[seat * 3 + kind]!
        memory.votes.data[seat * 3 + kind] = 0
      }
    }
    memory.polls.push({ weight, isTag, end: memory.ballots.length })
  }
}

/** Counts who answered the newest questions that hold the term into the memory's votes. Returns how many such questions there were. */
function countVotes({ history, memory, parts, asOf }: Lookback, term: number): number {
  const { postings, questions, answers } = history
  const pool = postings.pool.data
  const askedAt = questions.askedAt.data
  const firstAnswer = questions.firstAnswer.data
  const nextOfQuestion = answers.nextOfQuestion.data
  const answeredAt = answers.answeredAt.data
  const acceptedAt = answers.acceptedAt.data
  const expert = answers.expert.data
  const spread = memory.spread.extend(parts.count)
  memory.spread.data.fill(0, spread, memory.spread.length)
  let seen = 0
  for (let block = postings.newestBlock.data[term]!; block > 0 && seen < newestPerTerm; block = pool[block]!) {
    for (let i = block + 1 + pool[block + 1]!; i > block + 1 && seen < newestPerTerm; i--) {
      const question = pool[i]! >>> 4
      if (!(askedAt[question]! < asOf)) continue
      seen++
      for (let a = firstAnswer[question]!; a >= 0; a = nextOfQuestion[a]!) {
        const age = asOf - answeredAt[a]!
        if (!(age > 0)) continue
        const seat = seatOf(memory, expert[a]!)
        const votes = memory.votes.data
        if (votes[seat * 3] === 0) memory.voters.push(seat)
        votes[seat * 3]!++
        memory.spread.data[spread + partOf(parts, answeredAt[a]!)]!++
        if (acceptedAt[a]! < asOf) votes[seat * 3 + 1]!++
        votes[seat * 3 + 2]! += freshness[(age / halfDay) | 0] ?? 0
      }
    }
  }
  return seen
}

function gatherFromActivity(history: History, memory: WorkingMemory, asOf: number): void {
  const { timeline, answers } = history
  const end = placeOfTime(timeline, answers.answeredAt.data, asOf)
  for (let i = end - 1; i >= 0 && i >= end - newestAnswersScanned; i--) {
    const expert = answers.expert.data[timeline.data[i]!]!
    if (expert >= 0) seatOf(memory, expert)
  }
}

function gatherFromAsker(history: History, memory: WorkingMemory, asker: number, asOf: number): void {
  const { answers, questions, people } = history
  if (asker < 0) return
  let left = mostAskerQuestions
  for (let q = people.lastQuestion.data[asker]!; q >= 0 && left > 0; q = questions.previousOfAsker.data[q]!, left--) {
    for (let a = questions.firstAnswer.data[q]!; a >= 0; a = answers.nextOfQuestion.data[a]!) {
      if (!(answers.answeredAt.data[a]! < asOf)) continue
      const seat = seatOf(memory, answers.expert.data[a]!)
      memory.rows.data[seat * width + place.asker]!++
    }
  }
}

function chooseSeats({ history, memory, asOf }: Lookback, isEligible: Eligible): number[] {
  const chosen = new Set<number>()
  const eligible: number[] = []
  for (let seat = 0; seat < memory.people.length; seat++) if (isEligible(memory.people.data[seat]!)) eligible.push(seat)
  const pick = (strength: (seat: number) => number) => {
    memory.chosen.clear()
    for (const seat of eligible) memory.chosen.offer(seat, strength(seat))
    for (let i = 0; i < memory.chosen.length; i++) chosen.add(memory.chosen.keys[i]!)
  }
  if (eligible.length <= 160) return eligible
  const { data } = memory.rows
  pick((seat) => data[seat * width + place.similar100]! + 30 * data[seat * width + place.wordsLately]!)
  pick((seat) => {
    const last = lastAnswerBefore(history, memory.people.data[seat]!, asOf)
    if (last < 0) return 0
    return activityAfter(history.answers, last, 2, asOf) + activityAfter(history.answers, last, 3, asOf)
  })
  for (const seat of eligible) if (memory.topics.data[seat]! > 0 && chosen.size < 240) chosen.add(seat)
  return [...chosen]
}

/** Writes the person's signals that do not depend on the question: activity, record, rhythm. */
function describePerson({ history, memory, timesAreReal }: Ranker, seat: number, asOf: number): void {
  const { answers } = history
  const row = seat * width
  const { data } = memory.rows
  const last = lastAnswerBefore(history, memory.people.data[seat]!, asOf)
  if (last < 0) {
    data[row + place.quiet] = 1_000
    data[row + place.acceptance] = 1 / 3
    return
  }
  for (let scale = 0; scale < activityDays.length; scale++)
    data[row + place.active6h + scale] = activityAfter(answers, last, scale, asOf)
  data[row + place.answers] = countAfter(answers, last)
  data[row + place.quiet] = (asOf - answers.answeredAt.data[last]!) / day
  data[row + place.hour] = timesAreReal ? rhythmAt24h(answers, last, asOf) : 0
  let read = 0
  let accepted = 0
  let worth = 0
  for (let a = last; a >= 0 && read < answersJudged; a = answers.previousOfExpert.data[a]!, read++) {
    if (answers.acceptedAt.data[a]! < asOf) accepted++
    if (answers.ratedAt.data[a]! < asOf) worth += answers.worth.data[a]!
  }
  data[row + place.acceptance] = (accepted + 1) / (read + 3)
  data[row + place.worth] = worth / (read + 3)
}
