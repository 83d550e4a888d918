import type { Roster } from '../routing/roster.ts'

/** Offers are half forgotten after so many ms: about as long as a wave lasts. */
const halfLifeMs = 60_000
/** So many offers for each question an expert can hold count as having the hands full … */
const offersPerPlace = 4
/** … and weigh like half of a full desk, at most: enough to choose between equals, never to pass over the one who knows. */
const mostWeight = 0.5
/** Between offers, forgetting is computed this often. */
const freshMs = 1_000

/** How busy experts are: the share of their desk in use, and a little for the offers this process made them lately. */
export class Busyness {
  readonly #offers = new Map<string, { count: number; at: number }>()
  #roster: Roster | undefined
  #load = new Map<string, number>()
  #computedAt = 0

  /** The load as ranking wants it, 0 is free and 1 is full, at `now` in ms. */
  over(roster: Roster, now: number): ReadonlyMap<string, number> {
    if (roster !== this.#roster || now - this.#computedAt > freshMs) {
      if (roster !== this.#roster) this.#forgetTaken(roster, now)
      this.#roster = roster
      this.#computedAt = now
      this.#load = new Map(roster.load)
      for (const expertId of this.#offers.keys()) this.#compute(expertId, now)
    }
    return this.#load
  }

  /** An offer that was taken is load by now, and must not weigh twice. */
  #forgetTaken(roster: Roster, now: number): void {
    for (const expertId of this.#offers.keys()) {
      const taken = unitsOf(roster, expertId) - (this.#roster ? unitsOf(this.#roster, expertId) : 0)
      if (taken > 0) this.#offers.set(expertId, { count: Math.max(0, this.#countAt(expertId, now) - taken), at: now })
    }
  }

  noteOffered(expertId: string, now: number): void {
    this.#offers.set(expertId, { count: this.#countAt(expertId, now) + 1, at: now })
    this.#compute(expertId, now)
  }

  #compute(expertId: string, now: number): void {
    const places = this.#roster?.capacity.get(expertId)
    if (places === undefined) {
      this.#offers.delete(expertId)
      return
    }
    const share = Math.min(1, this.#countAt(expertId, now) / (offersPerPlace * Math.max(1, places)))
    this.#load.set(expertId, (this.#roster?.load.get(expertId) ?? 0) + mostWeight * share)
  }

  #countAt(expertId: string, now: number): number {
    const offers = this.#offers.get(expertId)
    return offers ? offers.count * 2 ** (-Math.max(0, now - offers.at) / halfLifeMs) : 0
  }
}

const unitsOf = ({ load, capacity }: Roster, expertId: string) =>
  (load.get(expertId) ?? 0) * Math.max(1, capacity.get(expertId) ?? 0)
