import { expect, test } from 'vitest'
import { directionOf } from '../src/words/direction.ts'

test.each(['ar', 'ar-EG', 'he', 'fa-IR', 'ur'])('%s is written from right to left', (language) => {
  expect(directionOf(language)).toBe('rtl')
})

test.each(['en', 'de-AT', 'tr'])('%s is written from left to right', (language) => {
  expect(directionOf(language)).toBe('ltr')
})
