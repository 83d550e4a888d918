import { shuffle } from '../columns/random.ts'

/** Returns the positions of at most `most` labels in order: all of the rarer labels, and equal numbers of each other label. */
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
