import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PhraseFinder } from './phrase-finder.ts'

test('the lists of all phrases in a text are found, as by looking for one phrase after the other', () => {
  const phrase = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '車'), maxLength: 6 })
  const list = fc.array(phrase, { maxLength: 5 })
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '車', '\n'), maxLength: 30 })
  fc.assert(
    fc.property(list, list, text, (first, second, read) => {
      const isIn = (phrases: string[]) => phrases.some((each) => each !== '' && read.includes(each))
      expect(new PhraseFinder([first, second]).find(read)).toBe(Number(isIn(first)) + 2 * Number(isIn(second)))
    }),
    { numRuns: 1_000 },
  )
})
