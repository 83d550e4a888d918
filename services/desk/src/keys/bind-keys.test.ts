import { expect, test } from 'vitest'
import { nameKey } from './bind-keys.ts'
import { isComposing } from './input-method.ts'

type Held = { shift?: true; ctrl?: true; meta?: true; alt?: true; altGr?: true }

const press = (key: string, code: string, { shift, ctrl, meta, alt, altGr }: Held = {}) =>
  nameKey({
    key,
    code,
    shiftKey: shift === true,
    ctrlKey: ctrl === true,
    metaKey: meta === true,
    altKey: alt === true,
    getModifierState: (name) => name === 'AltGraph' && altGr === true,
  })

test.each([
  ['a US keyboard', '/', 'Slash', {}],
  ['German, Spanish, Italian and Nordic keyboards', '/', 'Digit7', { shift: true }],
  ['a French keyboard', '/', 'Period', { shift: true }],
  ['a Russian keyboard', '/', 'Backslash', { shift: true }],
  ['a Hebrew keyboard', '/', 'KeyQ', {}],
  ['a number pad', '/', 'NumpadDivide', {}],
  ['a keyboard with / on AltGr', '/', 'KeyQ', { altGr: true }],
  ['a keyboard with / on AltGr in Windows', '/', 'KeyQ', { altGr: true, ctrl: true, alt: true }],
  ['a Thai keyboard, which has / at another place', 'ฝ', 'Slash', {}],
] as const)('/ is found on %s', (_name, key, code, held) => {
  expect(press(key, code, held)).toBe('/')
})

test.each([
  ['a US keyboard', 'j', 'KeyJ'],
  ['a Dvorak keyboard', 'j', 'KeyC'],
  ['a keyboard with caps lock', 'J', 'KeyJ'],
  ['a Russian keyboard', 'о', 'KeyJ'],
  ['a Greek keyboard', 'ξ', 'KeyJ'],
  ['an Arabic keyboard', 'ت', 'KeyJ'],
  ['a Hebrew keyboard', 'ח', 'KeyJ'],
  ['a Hindi keyboard', 'र', 'KeyJ'],
  ['a Thai keyboard, whose key writes a mark', '่', 'KeyJ'],
  ['a Korean keyboard', 'ㅓ', 'KeyJ'],
])('the letter j is found on %s', (_name, key, code) => {
  expect(press(key, code)).toBe('j')
})

test('? is found by what is typed, and by its place where the layout writes a letter there', () => {
  expect([
    press('?', 'Slash', { shift: true }),
    press('?', 'Minus', { shift: true }),
    press('ฦ', 'Slash', { shift: true }),
  ]).toEqual(['?', '?', '?'])
})

test('a letter of another place, of AltGr or with Shift is not taken for a single key', () => {
  expect([
    press('z', 'KeyY'),
    press('ö', 'Semicolon'),
    press('ı', 'KeyI'),
    press('J', 'KeyJ', { shift: true }),
    press('ć', 'KeyC', { altGr: true }),
    press('€', 'KeyE', { altGr: true }),
    press('ч', 'KeyX', { alt: true }),
    press('Dead', 'KeyE'),
  ]).toEqual(['z', 'ö', 'ı', 'Shift+j', 'ć', '€', 'Alt+x', 'Dead'])
})

test('keys held with Ctrl or Cmd have one name on every layout', () => {
  expect([
    press('k', 'KeyK', { ctrl: true }),
    press('k', 'KeyK', { meta: true }),
    press('л', 'KeyK', { ctrl: true }),
    press('z', 'KeyY', { ctrl: true }),
    press('я', 'KeyZ', { ctrl: true }),
    press('Enter', 'Enter'),
    press('Enter', 'Enter', { shift: true }),
  ]).toEqual(['Mod+k', 'Mod+k', 'Mod+k', 'Mod+z', 'Mod+z', 'Enter', 'Shift+Enter'])
})

test('a key belongs to an input method while it composes, and in Safari also the Enter that comes after the composition', () => {
  expect([
    isComposing({ isComposing: true, keyCode: 13 }),
    isComposing({ isComposing: false, keyCode: 229 }),
    isComposing({ isComposing: false, keyCode: 13 }),
  ]).toEqual([true, true, false])
})
