import { expect, test } from 'vitest'
import { openMessages } from './messages.ts'

const messages = {
  composing: '{name} is writing.',
  'actor.user': 'Asker',
  'rows.refused': { one: '{n} row', other: '{n} rows' },
}
const { say } = openMessages<string>(messages, { de: async () => ({ default: messages }) })

test('a text has its values in their places, and the form that the number needs', () => {
  expect([say('actor.user'), say('rows.refused', { n: 1 }), say('rows.refused', { n: 2 })]).toEqual([
    'Asker',
    '1 row',
    '2 rows',
  ])
})

test('a name with controls of direction does not turn the rest of the sentence around', () => {
  expect(say('composing', { name: 'Ada\u202e\u2067' })).toBe('Ada is writing.')
})

test('a code that has no text yet is shown as it is, and does not end the page', () => {
  expect(say('actor.robot')).toBe('robot')
})
