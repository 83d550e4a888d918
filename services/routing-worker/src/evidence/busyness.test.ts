import { expect, it } from 'vitest'
import { expertNamed } from '../../test/experts.ts'
import { Roster } from '../routing/roster.ts'
import { Busyness } from './busyness.ts'

const rosterWith = (held: Record<string, number>) =>
  new Roster(
    ['bruno', 'carla'].map((name) => expertNamed(name, { capacity: 4, load: held[name] ?? 1 })),
    0,
  )
const roster = rosterWith({})

it('an expert is as busy as the desk is full, and a little more for each offer', () => {
  const busyness = new Busyness()
  expect(busyness.over(roster, 0).get('bruno')).toBe(0.25)

  busyness.noteOffered('bruno', 0)

  expect(busyness.over(roster, 0).get('bruno')).toBeCloseTo(0.25 + 0.5 / 16)
  expect(busyness.over(roster, 0).get('carla')).toBe(0.25)
})

it('offers weigh half a desk at most, and are forgotten', () => {
  const busyness = new Busyness()
  for (let i = 0; i < 100; i++) busyness.noteOffered('bruno', 0)

  expect(busyness.over(roster, 0).get('bruno')).toBe(0.75)
  expect(busyness.over(roster, 3_600_000).get('bruno')).toBeCloseTo(0.25)
})

it('an offer that was taken is load, and weighs no more beside it', () => {
  const busyness = new Busyness()
  for (const expertId of ['bruno', 'bruno', 'carla']) busyness.noteOffered(expertId, 0)

  busyness.noteTaken('bruno', 1, 0)
  const taken = busyness.over(rosterWith({ bruno: 2 }), 0)

  expect(taken.get('bruno')).toBeCloseTo(0.5 + 0.5 / 16)
  expect(taken.get('carla')).toBeCloseTo(0.25 + 0.5 / 16)
})
