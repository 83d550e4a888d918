import { expect, test } from 'vitest'
import { contrastOf, inkOn } from './contrast.ts'

test('the contrast of black and white is 21, and of a color with itself 1', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#13703f', '#13703f')).toBe(1)
  expect(contrastOf('#1d4ed8', '#ffffff')).toBeCloseTo(6.7, 1)
})

test('the icon has a contrast of at least 4.5 on every color', () => {
  const steps = [0, 51, 102, 153, 204, 255].map((value) => value.toString(16).padStart(2, '0'))
  const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
  expect(colors.filter((color) => contrastOf(color, inkOn(color)) < 4.5)).toEqual([])
})
