import { describe, expect, it } from 'vitest'
import { isolateName, nameOf, normalizeName } from './names.ts'

const overrides = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']
const marks = [...'\u061c\u200e\u200f']

describe('a name', () => {
  it.each(overrides)('with %j inside is refused, and the error names field and character', (control) => {
    expect(() => nameOf(`Ada ${control}Lovelace`, 'agentName')).toThrow(
      expect.objectContaining({
        code: 'name_invalid',
        details: [
          {
            field: 'agentName',
            rule: 'bidi',
            message: expect.stringContaining(`U+${control.charCodeAt(0).toString(16).toUpperCase()}`),
          },
        ],
      }),
    )
  })

  it.each([...overrides, ...marks])('loses %j at its edges', (control) => {
    expect(nameOf(`${control} ${control}Dana Levi ${control}`, 'name')).toBe('Dana Levi')
    expect(nameOf(`${control}דנה${control}`, 'name')).toBe('דנה')
  })

  it.each([
    ['direction marks inside', 'Dana\u200e (\u200fדנה)', 'Dana (דנה)'],
    ['spaces at the ends', ' \u00a0Support Team \u3000 ', 'Support Team'],
    ['line breaks', 'Support Team\n\nSystem', 'Support Team System'],
    ['line breaks of other kinds', 'Bruno\r\nKeller\u2028\u0085Askline\tTeam', 'Bruno Keller Askline Team'],
    ['controls', 'Ada\u0007 Love\u007flace\u0090', 'Ada Lovelace'],
    ['invisible characters', '\ufeffAda\u200b Love\u00adlace\u2060\u3164', 'Ada Lovelace'],
    ['letters in two parts', 'Jo\u0308rg', 'Jörg'],
    ['a joiner at the edge or beside a space', '\u200dAda \u200cLovelace\u200c', 'Ada Lovelace'],
    ['a repeated joiner', 'علی\u200c\u200cرضا', 'علی\u200cرضا'],
  ])('has one form without %s', (_what, given, stored) => {
    expect(normalizeName(given)).toBe(stored)
    expect(normalizeName(stored)).toBe(stored)
  })

  it.each([
    'عלי\u200cرضا',
    'क्\u200dष',
    'Ada 👩\u200d💻',
    'Ada ❤\ufe0f',
    'Ada 👩🏽\u200d🚀',
    'עדה',
    'Ada עדה',
    "O'Brien-Śmith",
  ])('%j stays as it is', (name) => {
    expect(nameOf(name, 'name')).toBe(name)
  })

  it.each(['', ' \n ', '\u200e\u200f', '\u2068\u2069', '\u200b', 'x'.repeat(201)])('%j is no name', (name) => {
    expect(() => nameOf(name, 'name')).toThrow(expect.objectContaining({ code: 'name_invalid' }))
  })
})

it('a name in a sentence is isolated if it runs from right to left', () => {
  expect(`${isolateName('עדה')} declined.`).toBe('\u2068עדה\u2069 declined.')
  expect(isolateName('Ada Lovelace')).toBe('Ada Lovelace')
})
