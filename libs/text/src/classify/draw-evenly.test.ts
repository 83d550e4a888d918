import { expect, it } from 'vitest'
import { randomFrom } from '../columns/random.ts'
import { drawEvenly } from './draw-evenly.ts'
import { featuresOf } from './features.ts'
import { buildVocabulary } from './vocabulary.ts'

it('draws all of a rare class and equally many of the others, each once and in order', () => {
  const labels = Int32Array.from({ length: 1_000 }, (_, i) => (i % 100 === 7 ? 2 : i % 2))
  const places = drawEvenly(labels, 110, randomFrom(1))
  const counts = [0, 1, 2].map((label) => places.filter((place) => labels[place] === label).length)

  expect(counts).toEqual([50, 50, 10])
  expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
  expect(drawEvenly(labels, 1_000, randomFrom(1))).toHaveLength(1_000)
})

it('keeps at most the requested number of features, the most frequent ones', () => {
  const documents = Array.from({ length: 50 }, (_, i) => featuresOf(`refund number${i}`, 'en'))
  const whole = buildVocabulary(documents)
  const bounded = buildVocabulary(documents, 60)

  expect(whole.table.size).toBeGreaterThan(200)
  expect(bounded.table.size).toBeLessThanOrEqual(60)
  expect(bounded.table.size).toBeGreaterThanOrEqual(buildVocabulary([featuresOf('refund', 'en')]).table.size / 2)
})
