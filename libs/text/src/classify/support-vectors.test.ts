import { expect, it } from 'vitest'
import { randomFrom } from '../columns/random.ts'
import { lanes, roomFor, rowsOf, separate } from './support-vectors.ts'

const features = 40
const classes = 11
const random = randomFrom(1)
/** Each class has three features of its own, of which a text has some, and seven are of all. */
function drawn(count: number) {
  const labels = Int32Array.from({ length: count }, (_, i) => (i % 12) - 1)
  const vectors = Array.from(labels, (label) => {
    const own = [0, 1, 2].filter(() => label >= 0 && random() < 0.6).map((part) => label * 3 + part)
    const indices = Int32Array.from(new Set([...own, 33 + Math.floor(random() * 7), 39]))
    return { indices, values: Float32Array.from(indices, () => 0.3 + random() / 2), known: 1 }
  })
  return { labels, rows: rowsOf(vectors) }
}
const { labels, rows } = drawn(300)
const options = { cost: 1, seed: 3 }

/** The margin of every vector on the side of the lane where it belongs. */
function marginsOf(weights: Float32Array, lane: number, isOwn: (i: number) => boolean): number[] {
  return Array.from(labels, (_, i) => {
    let score = weights[features * lanes + lane]!
    for (let k = rows.starts[i]!; k < rows.starts[i + 1]!; k++)
      score += weights[rows.indices[k]! * lanes + lane]! * rows.values[k]!
    return isOwn(i) ? score : -score
  })
}

it.each([1, 3])(
  'comes near where every vector supports its class by twice what it lacks of the margin, begun with one of %i',
  (firstOneOf) => {
    const room = roomFor(rows, features)
    separate(rows, labels, 0, room, { ...options, passes: 7, firstOneOf })

    for (let lane = 0; lane < lanes; lane++) {
      const lacks = marginsOf(room.weights, lane, (i) => labels[i] === lane).map((margin) => Math.max(0, 1 - margin))
      const apart = lacks.map((lack, i) => Math.abs(room.alpha[i * lanes + lane]! - 2 * lack))
      expect(apart.reduce((sum, one) => sum + one, 0) / labels.length).toBeLessThan(0.1)
    }
  },
)

it('a class learns the same weights regardless of the other classes in its group', () => {
  const many = drawn(2_000)
  const weightsOf = (c: number, given: Int32Array) => {
    const room = roomFor(many.rows, features)
    separate(many.rows, given, lanes, room, { ...options, passes: 7 })
    return room.weights.filter((_, at) => at % lanes === c - lanes)
  }

  for (let c = lanes; c < classes; c++) {
    const alone = many.labels.map((label) => (label === c ? c : -1))
    expect(weightsOf(c, alone)).toEqual(weightsOf(c, many.labels))
    expect(Math.max(...weightsOf(c, alone))).toBeGreaterThan(0.1)
  }
})

it('every group of classes starts with empty working memory', () => {
  const fresh = roomFor(rows, features)
  separate(rows, labels, lanes, fresh, { ...options, passes: 7 })
  const used = roomFor(rows, features)
  separate(rows, labels, 0, used, { ...options, passes: 7 })
  separate(rows, labels, lanes, used, { ...options, passes: 7 })

  expect(used.weights).toEqual(fresh.weights)
})
