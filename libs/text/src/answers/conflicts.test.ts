import { expect, it } from 'vitest'
import { findConflicts } from './conflicts.ts'

const entry = (answerId: string, question: string, body: string, language: string | null = null) => ({
  answerId,
  question,
  body,
  language,
})
const pool = entry('pool', 'When is the pool open?', 'At ten.')
const dogs = entry('dogs', 'Can dogs come on the ferry?', 'On a lead.')

it('groups entries that ask nearly the same and answer differently', () => {
  const early = entry('early', 'When is the pool open', 'At six.')
  const late = entry('late', 'When is THE pool open??', 'At noon.')

  expect(findConflicts([pool, dogs, early, late])).toEqual([['pool', 'early', 'late']])
})

it('further wordings of one answer do not conflict', () => {
  expect(findConflicts([pool, entry('same', 'When is the pool open', ' At  ten. ')])).toEqual([])
})

it('other questions do not conflict', () => {
  expect(findConflicts([pool, dogs, entry('bar', 'When is the bar open?', 'At six.')])).toEqual([])
})

it('entries of different languages do not conflict, and one without a language conflicts with each', () => {
  const german = entry('de', 'WLAN Passwort?', 'Am Tresen.', 'de')
  const english = entry('en', 'WLAN Passwort', 'At the bar.', 'en')

  expect(findConflicts([german, english])).toEqual([])
  expect(findConflicts([german, { ...english, language: null }])).toEqual([['de', 'en']])
})

it('a group has at most ten entries', () => {
  const entries = Array.from({ length: 15 }, (_, n) => entry(`pool ${n}`, 'When is the pool open?', `At ${n}.`))

  expect(findConflicts(entries)).toEqual([entries.slice(0, 10).map(({ answerId }) => answerId)])
})

it('returns at most as many groups as asked for', () => {
  const pairs = ['pool', 'sauna', 'library'].flatMap((place) => [
    entry(`${place} 1`, `When does the ${place} open?`, 'At ten.'),
    entry(`${place} 2`, `When does the ${place} open`, 'At six.'),
  ])

  expect(findConflicts(pairs)).toHaveLength(3)
  expect(findConflicts(pairs, { most: 2 })).toHaveLength(2)
})
