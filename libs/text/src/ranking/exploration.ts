import { Best } from '../columns/best.ts'
import { hashOf } from '../columns/hash.ts'
import { randomFrom } from '../columns/random.ts'
import type { Steps } from '../columns/take-steps.ts'
import { countAfter, lastAnswerBefore } from './activity.ts'
import type { History } from './history-columns.ts'
import type { Ranker } from './ranker-state.ts'

/** Gives experts with a short record a fair chance (Thompson sampling; Thompson 1933, Chapelle & Li 2011). */
export type Exploration = {
  /** Chance, 0 to 1, that one place goes to an expert with a short record if none is ranked anyway. Limits the cost of exploring. */
  readonly share: number
  /** Seed of the draw. The same seed gives the same draw, so use another one for each question. */
  readonly seed: number | string
  /** Which of the returned places it is, counted from 1; the last by default. The first place is never used. */
  readonly place?: number
}

/** A record with fewer answers than this is short. */
export const shortRecord = 5

/** Returns whether a ranked expert has a short record. The feature `answers` is the logarithm of 1 + the number of answers. */
export function isNewcomer({ features }: { readonly features: Readonly<Record<string, number>> }): boolean {
  return Math.round(Math.expm1(features['answers'] ?? 0)) < shortRecord
}

/**
 * Limits of the random draw, in all and of experts with a short record. Each of 100,000 experts has the same chance although few are
 * examined.
 */
const mostLots = 4_096
const mostDrawn = 64
/** Experts per step. */
const lotsOfStep = 1_024

/** Returns whether this ranking tries an expert with a short record. */
export function isTrying({ share, seed }: Exploration): boolean {
  return randomFrom(numberOf(seed))() < share
}

/**
 * Returns the person with a short record to try, or -1 without one. Draws an acceptance rate for each and takes the highest. The Beta
 * distribution depends on accepted and other answers, with a prior mean of one in three. The order of `ids` has no effect.
 */
export function* drawNewcomer(
  { history }: Ranker,
  ids: readonly string[],
  mayBe: (person: number) => boolean,
  asOf: number,
  { seed }: Exploration,
): Steps<number> {
  const lots = new Best(Math.min(mostLots, ids.length))
  const own = numberOf(seed)
  for (let i = 0; i < ids.length; i++) {
    lots.offer(i, hashOf(ids[i]!, own))
    if (i % lotsOfStep === lotsOfStep - 1) yield
  }
  let best = -1
  let highest = -1
  let drawn = 0
  lots.sort()
  for (let i = 0; i < lots.length; i++) {
    if (i % lotsOfStep === 0) yield
    const person = history.people.numbers.get(ids[lots.keys[i]!]!)
    if (person === undefined || !hasShortRecord(history, person, asOf) || !mayBe(person)) continue
    const record = recordBefore(history, person, asOf)
    const draw = betaDraw(1 + record.accepted, 2 + record.answers - record.accepted, randomFrom(lots.values[i]!))
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

/** Draws from Beta(a, b) for integers a and b: the a-th smallest of a + b - 1 uniform draws. */
function betaDraw(a: number, b: number, random: () => number): number {
  const draws = Float64Array.from({ length: a + b - 1 }, random).sort()
  return draws[a - 1]!
}

const numberOf = (seed: number | string) => (typeof seed === 'string' ? hashOf(seed) : seed)
