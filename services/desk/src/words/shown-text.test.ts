import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadMessages } from './shared-words.ts'
import { shownText } from './shown-text.ts'

describe.each([
  ['en', 'Guest 7f3a'],
  ['de', 'Gast 7f3a'],
])('in the language of the reader (%s)', (reader, shown) => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} })
    await loadMessages([reader])
  })
  afterAll(() => vi.unstubAllGlobals())

  test('a guest is shown, whatever the language of the company', () => {
    expect(['Guest 7f3a', 'Gast 7f3a'].map(shownText)).toEqual([shown, shown])
  })

  test('a name that only begins like that of a guest is shown as it is', () => {
    const names = ['Gast', 'Guest 7f3a Miller', 'Gast 12345']
    expect(names.map(shownText)).toEqual(names)
  })
})
