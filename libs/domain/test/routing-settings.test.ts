import { readFileSync } from 'node:fs'
import { CategorySettingsView } from '@askline/contracts'
import { expect, test } from 'vitest'
import {
  standardAwayAfterMissed,
  standardExploration,
  standardPatienceMs,
  standardPromiseShare,
  standardSecondOpinionMs,
  standardTimes,
  standardWaveSizes,
  standardWeight,
} from '../src/questions/standards.ts'
import { standardOutOfScopeShare } from '../src/text/precision.ts'

/** Name and default of each row of the table. */
const page = readFileSync(new URL('../ROUTING.md', import.meta.url), 'utf8')
const documented = [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name, value]) => [name, value] as const)
const defaults = new Map(documented)

const units: Record<string, number> = { s: 1_000, min: 60_000, h: 3_600_000, days: 86_400_000 }
const msOf = (text = '') => {
  const [, count, unit = ''] = /^(\d+) (s|min|h|days)$/.exec(text) ?? []
  return Number(count) * (units[unit] ?? Number.NaN)
}

test('every setting of a category is documented once, and nothing that is none', () => {
  expect(documented.map(([name]) => name).toSorted()).toEqual(Object.keys(CategorySettingsView.properties).toSorted())
})

const { rerouteShare, ...times } = standardTimes
const inMs = { ...times, patienceMs: standardPatienceMs, secondOpinionMs: standardSecondOpinionMs }
test.each(Object.entries(inMs))('%s: the time of the page is the one of the code', (name, ms) => {
  expect(msOf(defaults.get(name))).toBe(ms)
})

test.each([
  ['rerouteShare', rerouteShare],
  ['promiseShare', standardPromiseShare],
  ['outOfScopeShare', standardOutOfScopeShare],
  ['exploration', standardExploration],
  ['awayAfterMissed', standardAwayAfterMissed],
  ['weight', standardWeight],
  ['waveSizes', standardWaveSizes.join(', ')],
])('%s: the default of the page is the one of the code', (name, value) => {
  expect(defaults.get(name)).toBe(String(value))
})

test.each(Object.entries(CategorySettingsView.properties))('%s: the API tells the same default', (name, schema) => {
  const told = 'description' in schema ? String(schema.description) : ''
  expect(told.toLowerCase()).toMatch(new RegExp(`(^|\\W)${defaults.get(name)}(\\W|$)`))
})
