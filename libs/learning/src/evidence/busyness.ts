import type { Roster } from './roster.ts'

/** Half-life of a recent offer, in ms: about as long as a wave lasts. */
const halfLifeMs = 60_000
/** Recent offers per unit of capacity that count as fully busy. */
const offersPerPlace = 4
/** Weight of recent offers relative to a full load. It decides between equal experts and never outweighs knowledge. */
const mostWeight = 0.5
/** How busy experts are: the used share of their capacity plus a small weight for recent offers of this process. */
export class Busyness {
  readonly #offers = new Map<string, { count: number; at: number }>()

  /** Returns the load for ranking: 0 is free and 1 is full. `now` is in ms. */
  over({ load, capacity }: Roster, now: number): Pick<ReadonlyMap<string, number>, 'get'> {
    return {
      get: (expertId) => {
        const held = load.get(expertId)
        if (held === undefined) return undefined
        const places = offersPerPlace * Math.max(1, capacity.get(expertId) ?? 0)
        return held + mostWeight * Math.min(1, this.#countAt(expertId, now) / places)
      },
    }
  }

  addOffers(expertId: string, now: number): void {
    this.#offers.set(expertId, { count: this.#countAt(expertId, now) + 1, at: now })
  }

  /** Subtracts a claimed offer, because its `units` are part of the load now. */
  subtractClaimed(expertId: string, units: number, now: number): void {
    const count = this.#countAt(expertId, now) - units
    if (count > 0) this.#offers.set(expertId, { count, at: now })
    else this.#offers.delete(expertId)
  }

  #countAt(expertId: string, now: number): number {
    const offers = this.#offers.get(expertId)
    return offers ? offers.count * 2 ** (-Math.max(0, now - offers.at) / halfLifeMs) : 0
  }
}
