import { Best } from '../columns/best.ts'
import { hashOf } from '../columns/hash.ts'
import { randomFrom } from '../columns/random.ts'
import { countAfter, lastAnswerBefore } from './activity.ts'
import type { History } from './history.ts'
import type { Ranker } from './ranker.ts'

/** Gives experts without much of a record a fair chance (Thompson sampling; Thompson 1933, Chapelle & Li 2011). */
export type Exploration = {
  /** Chance, 0 to 1, that one place goes to an expert with a short record, where none has one anyway. Bounds the cost of exploring. */
  readonly share: number
  /** Decides the draw, the same again for the same: give another one for each question. */
  readonly seed: number | string
  /** Which of the returned places it is, counted from 1: the last when absent. The first is never given away. */
  readonly place?: number
}

/** Fewer answers than this are a short record. */
export const shortRecord = 5

/** Whether a ranked expert has a short record: features hold the logarithm of how many answers were given. */
export function isNewcomer({ features }: { readonly features: Readonly<Record<string, number>> }): boolean {
  return Math.round(Math.expm1(features['answers'] ?? 0)) < shortRecord
}

/** So many are drawn by lot, and of them so many with a short record: of 100,000 each has the same chance, and few are looked at. */
const mostLots = 4_096
const mostDrawn = 64

/** Whether this is one of the rankings in which somebody is tried. */
export function isTrying({ share, seed }: Exploration): boolean {
  return randomFrom(numberOf(seed))() < share
}

/**
 * Which of these people with a short record to try, or -1 where nobody has one. Each is drawn from the Beta distribution of what the
 * record leaves possible: accepted against other answers, from a prior of one in three. In what order they come makes no difference.
 */
export function drawNewcomer(
  { history }: Ranker,
  ids: readonly string[],
  mayBe: (person: number) => boolean,
  asOf: number,
  { seed }: Exploration,
): number {
  const lots = new Best(Math.min(mostLots, ids.length))
  const own = numberOf(seed)
  for (let i = 0; i < ids.length; i++) lots.offer(i, hashOf(ids[i]!, own))
  let best = -1
  let highest = -1
  let drawn = 0
  for (const { key, value } of lots.sorted()) {
    const person = history.people.numbers.get(ids[key]!)
    if (person === undefined || !hasShortRecord(history, person, asOf) || !mayBe(person)) continue
    const record = recordBefore(history, person, asOf)
    const draw = betaDraw(1 + record.accepted, 2 + record.answers - record.accepted, randomFrom(value))
    if (draw > highest) {
      highest = draw
      best = person
    }
    if (++drawn === mostDrawn) break
  }
  return best
}

function hasShortRecord(history: History, person: number, asOf: number): boolean {
  const last = lastAnswerBefore(history, person, asOf)
  return last < 0 || countAfter(history.answers, last) < shortRecord
}

function recordBefore(history: History, person: number, asOf: number) {
  const { answers } = history
  const record = { answers: 0, accepted: 0 }
  for (let a = lastAnswerBefore(history, person, asOf); a >= 0; a = answers.previousOfExpert.data[a]!) {
    record.answers++
    if (answers.acceptedAt.data[a]! < asOf) record.accepted++
  }
  return record
}

/** A draw from Beta(a, b) for whole a and b, as the a-th smallest of a + b - 1 even draws. */
function betaDraw(a: number, b: number, random: () => number): number {
  const draws = Float64Array.from({ length: a + b - 1 }, random).sort()
  return draws[a - 1]!
}

const numberOf = (seed: number | string) => (typeof seed === 'string' ? hashOf(seed) : seed)
