import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accentOn, grounds } from './accent.ts'
import { contrastOf, inkOn, mix } from './contrast.ts'

test('the contrast of black and white is 21, and of a color with itself 1', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#13703f', '#13703f')).toBe(1)
  expect(contrastOf('#1d4ed8', '#ffffff')).toBeCloseTo(6.7, 1)
})

const steps = [0, 51, 102, 153, 204, 255].map((value) => value.toString(16).padStart(2, '0'))
const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))

test('the icon has a contrast of at least 4.5 on every color', () => {
  expect(colors.filter((color) => contrastOf(color, inkOn(color)) < 4.5)).toEqual([])
})

test.each(['light', 'dark'] as const)(
  'text in the accent can be read in the %s theme, whatever color a company has',
  (theme) => {
    const areasOf = (accent: string) => [...grounds[theme], mix(grounds[theme][0], accent, 0.1)]
    const faint = colors.filter((color) => {
      const accent = accentOn(theme, color)
      return areasOf(accent).some((area) => contrastOf(accent, area) < 4.5) || contrastOf(accent, inkOn(accent)) < 4.5
    })
    expect(faint).toEqual([])
  },
)

test('a color that can be read stays as it is', () => {
  expect(accentOn('light', '#13703f')).toBe('#13703f')
  expect(accentOn('dark', '#6fd39c')).toBe('#6fd39c')
})

test('the areas are those of the tokens', () => {
  const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8')
  const valuesOf = (name: string) =>
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens)?.slice(1)
  expect(valuesOf('card')).toEqual([grounds.light[0], grounds.dark[0]])
  expect([valuesOf('sunk')?.[0], valuesOf('page')?.[1]]).toEqual([grounds.light[1], grounds.dark[1]])
})
