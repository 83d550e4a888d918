import { expect, test } from 'vitest'
import { queryOf } from '../src/admin/questions/search-query.ts'

test.each([
  ['', {}],
  ['d', {}],
  ['de', { language: 'de' }],
])('while the language %j is typed, questions are searched by %j', (language, query) => {
  expect(queryOf({ language, from: '', to: '' })).toEqual(query)
})

test('an address with a day that is none opens the list without it', () => {
  expect(queryOf({ language: '', from: 'yesterday', to: '2026-13-01' })).toEqual({})
})
