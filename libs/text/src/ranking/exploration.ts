import { randomFrom } from '../columns/random.ts'

/** Gives experts without much of a record a fair chance (Thompson sampling; Thompson 1933, Chapelle & Li 2011). */
export type Exploration = {
  /** Chance, 0 to 1, that the last of the returned places goes to an expert with a short record. Bounds the cost of exploring. */
  readonly share: number
  /** Decides the draw; give another one for each question. */
  readonly seed: number
}

/** Fewer answers than this are a short record. */
export const shortRecord = 5

/**
 * Which of the passed-over experts with a short record to try, as a place in `records`, or -1 for none this time. Each is drawn from the
 * Beta distribution of what the record leaves possible: accepted against other answers, from a prior of one in three.
 */
export function explore(
  records: readonly { answers: number; accepted: number }[],
  { share, seed }: Exploration,
): number {
  const random = randomFrom(seed)
  if (random() >= share) return -1
  let best = -1
  let highest = -1
  records.forEach(({ answers, accepted }, i) => {
    if (answers >= shortRecord) return
    const draw = betaDraw(1 + accepted, 2 + answers - accepted, random)
    if (draw <= highest) return
    highest = draw
    best = i
  })
  return best
}

/** A draw from Beta(a, b) for whole a and b, as the a-th smallest of a + b - 1 even draws. */
function betaDraw(a: number, b: number, random: () => number): number {
  const draws = Float64Array.from({ length: a + b - 1 }, random).sort()
  return draws[a - 1]!
}
