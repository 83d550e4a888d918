import { expertNamed } from '@askline/domain/test/routing-expert'
import { expect, it } from 'vitest'
import { Busyness } from './busyness.ts'
import { Roster } from './roster.ts'

const rosterWith = (held: Record<string, number>) =>
  new Roster(
    ['bruno', 'carla'].map((name) => expertNamed(name, { capacity: 4, load: held[name] ?? 1 })),
    0,
  )
const roster = rosterWith({})

it('busyness is the share of capacity in use, plus a little for each offer', () => {
  const busyness = new Busyness()
  expect(busyness.over(roster, 0).get('bruno')).toBe(0.25)

  busyness.addOffers('bruno', 0)

  expect(busyness.over(roster, 0).get('bruno')).toBeCloseTo(0.25 + 0.5 / 16)
  expect(busyness.over(roster, 0).get('carla')).toBe(0.25)
})

it('offers add at most half of the capacity, and expire', () => {
  const busyness = new Busyness()
  for (let i = 0; i < 100; i++) busyness.addOffers('bruno', 0)

  expect(busyness.over(roster, 0).get('bruno')).toBe(0.75)
  expect(busyness.over(roster, 3_600_000).get('bruno')).toBeCloseTo(0.25)
})

it('a claimed offer counts as load only', () => {
  const busyness = new Busyness()
  for (const expertId of ['bruno', 'bruno', 'carla']) busyness.addOffers(expertId, 0)

  busyness.subtractClaimed('bruno', 1, 0)
  const taken = busyness.over(rosterWith({ bruno: 2 }), 0)

  expect(taken.get('bruno')).toBeCloseTo(0.5 + 0.5 / 16)
  expect(taken.get('carla')).toBeCloseTo(0.25 + 0.5 / 16)
})
