import { expect, it } from 'vitest'
import { featuresOf } from './features.ts'
import { buildVocabulary } from './vocabulary.ts'

const pair = 2
const textOf = (words: number, from = 0) => Array.from({ length: words }, (_, i) => `w${from + i}`).join(' ')
const pairsIn = (words: number) => featuresOf(textOf(words), 'en').groups.filter((group) => group === pair).length

it('a long text has no more pairs than a text of a hundred words', () => {
  expect(pairsIn(25)).toBe(300)
  expect(pairsIn(100)).toBe(2_100)
  for (const words of [150, 300, 500]) expect(pairsIn(words)).toBeLessThan(2_600)
  expect(pairsIn(500)).toBeGreaterThan(1_500)
})

it('learns pairs seen once only if there are few pairs', () => {
  const featuresWith = (documents: number) =>
    buildVocabulary(Array.from({ length: documents }, (_, i) => featuresOf(textOf(60, i * 60), 'en'))).table.size
  const withoutPairs = (documents: number) =>
    buildVocabulary(
      Array.from({ length: documents }, (_, i) => {
        const { groups, hashes, ...rest } = featuresOf(textOf(60, i * 60), 'en')
        const kept = hashes.map((_, k) => k).filter((k) => groups[k] !== pair)
        return { ...rest, groups: kept.map((k) => groups[k]!), hashes: kept.map((k) => hashes[k]!) }
      }),
    ).table.size

  expect(featuresWith(20) - withoutPairs(20)).toBeGreaterThan(20_000)
  // Some pairs share a hash.
  expect(featuresWith(200) - withoutPairs(200)).toBeLessThan(100)
})
