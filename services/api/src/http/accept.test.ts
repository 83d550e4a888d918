import { expect, test } from 'vitest'
import { prefersProblem } from './accept.ts'

test.each([
  ['application/problem+json', true],
  ['Application/Problem+JSON', true],
  ['application/problem+json, application/json', true],
  ['application/json, application/problem+json', true],
  ['application/json;q=0.5, application/problem+json;q=0.9', true],
  ['application/problem+json;charset=utf-8, */*;q=0.1', true],
  ['application/problem+json;q=0.9, application/json', false],
  ['application/problem+json; q=0.9, application/json; q=0.95', false],
  ['application/problem+json;q=0.9, */*', false],
  ['application/problem+json;q=0.9, application/*;q=0.2, */*', true],
  ['application/problem+json;q=0.9, application/json;q=0.2, */*', true],
  ['application/problem+json;q=0', false],
  ['application/json', false],
  ['*/*', false],
  ['', false],
  [undefined, false],
])('a client that accepts %s gets errors as problems: %s', (accept, isPreferred) => {
  expect(prefersProblem(accept)).toBe(isPreferred)
})
