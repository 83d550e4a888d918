/** A deterministic random generator: the same seed gives the same values on every machine. */
export type Random = {
  /** 0 (included) to 1 (excluded). */
  share(): number
  /** Returns true with `probability`, 0 to 1. */
  chance(probability: number): boolean
  /** Returns any one of `items`, which must not be empty. */
  pick<T>(items: readonly T[]): T
  /** Returns one of `items` in proportion to its weight. Weights are not negative and not all 0. */
  pickWeighted<T>(items: readonly T[], weight: (item: T) => number): T
  /** Returns a number from `low` to `high`, uniformly distributed. */
  between(low: number, high: number): number
}

/** Mulberry32 (Tommy Ettinger, public domain) with 32 bits of state, which suffices for a demo. */
export function buildRandom(seed: number): Random {
  let state = seed >>> 0
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    share,
    chance: (probability) => share() < probability,
    pick: (items) => items[Math.floor(share() * items.length)]!,
    pickWeighted(items, weight) {
      let left = share() * items.reduce((sum, item) => sum + weight(item), 0)
      for (const item of items) {
        left -= weight(item)
        if (left < 0) return item
      }
      // Reached only by rounding errors.
      return items.findLast((item) => weight(item) > 0)!
    },
    between: (low, high) => low + share() * (high - low),
  }
}
