import { expect, test } from 'vitest'
import { byTimeLeft } from '../src/inbox/by-time-left.ts'

const offer = (name: string, dateDue: string | null) => ({
  name,
  offer: { dateOffered: '2026-11-24T12:00:00Z', dateDue, reasons: [], reasonCodes: [] },
})

test('the offer that ends first comes first, and questions that are open to all keep their order below', () => {
  const rows = [
    offer('open, older', null),
    offer('ends last', '2026-11-24T12:05:00Z'),
    offer('open, newer', null),
    offer('ends first', '2026-11-24T12:00:05Z'),
  ]

  expect(byTimeLeft(rows).map(({ name }) => name)).toEqual(['ends first', 'ends last', 'open, older', 'open, newer'])
})
