/** A repeatable source of numbers in [0, 1): mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Shuffles the first `length` entries in place (Fisher–Yates). */
export function shuffle(items: { [index: number]: number }, random: () => number, length: number): void {
  for (let i = length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const swapped = items[i]!
    items[i] = items[j]!
    items[j] = swapped
  }
}
