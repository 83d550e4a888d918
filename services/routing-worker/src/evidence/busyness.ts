import type { Roster } from '../routing/roster.ts'

/** Offers are half forgotten after so many ms: about as long as a wave lasts. */
const halfLifeMs = 60_000
/** So many offers for each question an expert can hold count as having the hands full … */
const offersPerPlace = 4
/** … and weigh like half of a full desk, at most: enough to choose between equals, never to pass over the one who knows. */
const mostWeight = 0.5
/** How busy experts are: the share of their desk in use, and a little for the offers this process made them lately. */
export class Busyness {
  readonly #offers = new Map<string, { count: number; at: number }>()

  /** The load as ranking wants it, 0 is free and 1 is full, at `now` in ms. */
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

  noteOffered(expertId: string, now: number): void {
    this.#offers.set(expertId, { count: this.#countAt(expertId, now) + 1, at: now })
  }

  /** An offer that was taken is load by now, `units` of it, and must not weigh twice. */
  noteTaken(expertId: string, units: number, now: number): void {
    const count = this.#countAt(expertId, now) - units
    if (count > 0) this.#offers.set(expertId, { count, at: now })
    else this.#offers.delete(expertId)
  }

  #countAt(expertId: string, now: number): number {
    const offers = this.#offers.get(expertId)
    return offers ? offers.count * 2 ** (-Math.max(0, now - offers.at) / halfLifeMs) : 0
  }
}
