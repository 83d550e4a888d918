import { readFileSync } from 'node:fs'
import { feedEventTypes, seldomEventTypes } from '@askline/contracts'
import { expect, test } from 'vitest'
import { eventTitles } from '../src/webhooks/formats/event-titles.ts'

test('the guide explains each type of event', () => {
  const page = readFileSync(new URL('../../../services/desk/src/docs/guide/events.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const wanted = feedEventTypes.map(
    (type) => `| \`${type}\` | ${eventTitles.en[type]}${seldomEventTypes.includes(type) ? ', if named' : ''} |`,
  )
  expect(rows).toEqual(wanted)
})
