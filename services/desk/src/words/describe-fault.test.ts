import { InvalidError } from '@askline/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeDetail } from './describe-detail.ts'
import { loadMessages } from './shared-words.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await loadMessages(['de'])
})
afterAll(() => vi.unstubAllGlobals())

const field = 'company.timeZone'

test.each([
  ['names the nearest one', 'Europe/Berlin', 'Das ist keine Zeitzone. Meinten Sie Europe/Berlin?'],
  ['names an example if none is near', undefined, 'Das ist keine Zeitzone wie Europe/Berlin.'],
])('the German text about an unknown time zone %s', (_what, suggestion, text) => {
  const detail = {
    field,
    rule: 'timeZone',
    message: `${field} is no IANA time zone.`,
    ...(suggestion ? { suggestion } : {}),
  }

  expect(describeDetail(detail, new InvalidError('', { code: 'invalid_request' }))).toBe(text)
})
