import { shuffle } from '../columns/random.ts'

/** The places of at most so many labels, all of the rarer ones and equally many of each of the others, in their order. */
export function drawEvenly(labels: Int32Array, most: number, random: () => number): number[] {
  const places = Array.from(labels.keys())
  if (places.length <= most) return places
  shuffle(places, random, places.length)
  const turn = new Map<number, number>()
  const turns = new Int32Array(labels.length)
  for (const place of places) {
    turns[place] = turn.get(labels[place]!) ?? 0
    turn.set(labels[place]!, turns[place]! + 1)
  }
  return places
    .sort((a, b) => turns[a]! - turns[b]!)
    .slice(0, most)
    .sort((a, b) => a - b)
}
