import { describe, expect, it } from 'vitest'
import { bidiControls, displayName, isolateName, nameOf } from './names.ts'

const controls = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']

describe('a name', () => {
  it.each(controls)(
    'with the bidirectional control %j is refused, and the error names field and character',
    (control) => {
      expect(() => nameOf(`Ada ${control}Lovelace`, 'name')).toThrow(
        expect.objectContaining({
          code: 'name_invalid',
          details: [
            {
              field: 'name',
              rule: 'bidi',
              message: expect.stringContaining(
                `U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
              ),
            },
          ],
        }),
      )
    },
  )

  it('in a right-to-left script is accepted', () => {
    for (const name of ['עדה', 'عادة', 'Ada עדה']) expect(nameOf(name, 'name')).toBe(name)
  })
})

it('a stored name is shown without its bidirectional controls', () => {
  expect(displayName(`Ada${controls.join('')} Lovelace`)).toBe('Ada Lovelace')
  expect(bidiControls.test(displayName('\u202eecalevoL adA'))).toBe(false)
})

it('a name in a sentence is isolated if it runs from right to left', () => {
  expect(`${isolateName('עדה')} declined.`).toBe('\u2068עדה\u2069 declined.')
  expect(isolateName('\u202eAda\u2069')).toBe('Ada')
  expect(isolateName('Ada Lovelace')).toBe('Ada Lovelace')
})
