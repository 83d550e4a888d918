import type { Need } from '@askline/domain/routing/hindrance'
import type { RoutingExpert } from '@askline/domain/routing/routing-experts'
import { expertNamed } from '@askline/domain/test/routing-expert'
import type { EventLoopYield } from '@askline/runtime'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Roster } from './roster.ts'

const minute = 60_000
/** The same luck in every run (mulberry32). */
function luckFrom(seed: number) {
  let state = seed
  return (count: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
}
const shifts = (luck: number) => ({
  timeZone: 'UTC',
  days: [{ day: 4, from: `00:0${luck}`, to: '00:08' }],
})

function anyExpert(luck: (count: number) => number): RoutingExpert {
  const languages = [[], ['en'], ['de', 'en'], ['fr-CA']][luck(4)] ?? []
  return expertNamed(`e${luck(12)}`, {
    isActive: luck(6) > 0,
    availability: (['AVAILABLE', 'AVAILABLE', 'AWAY', 'OFFLINE'] as const)[luck(4)] ?? 'AWAY',
    capacity: luck(4),
    load: luck(4),
    languages,
    workingHours: luck(3) === 0 ? shifts(luck(8)) : null,
    isCertified: luck(2) === 0,
  })
}

const needs: Need[] = [undefined, 'en', 'de'].flatMap((language) =>
  [0, 1, 2].flatMap((units) =>
    [undefined, { certified: true }].map((requirement) => ({ language, units, requirement, categoryId: 'general' })),
  ),
)

/** All that a roster says, but for the order of names. */
function describeRoster(roster: Roster, ids: string[]) {
  return {
    active: [...roster.active].sort(),
    spoken: [...roster.spoken].sort(),
    load: Object.fromEntries([...roster.load].sort()),
    capacity: Object.fromEntries([...roster.capacity].sort()),
    needs: needs.map((need) => {
      const situation = roster.situation(need)
      return {
        able: [...roster.able(need)].sort(),
        free: [...roster.free(need)].sort(),
        verdicts: ids.map((id) => situation.verdictOf(id)),
        counts: Object.fromEntries([...situation.countsOf()].filter(([, count]) => count > 0).sort()),
        named: situation
          .picture()
          .roster?.named.map(({ expertId, verdict }) => `${expertId} ${verdict}`)
          .sort(),
        comesInMs: roster.comesInMs(need),
        nearest: roster.nearest(need, ['e3']),
      }
    }),
  }
}

it.each([1, 2, 3])('an updated roster gives the same results as a new one (seed %i)', (seed) => {
  const luck = luckFrom(seed)
  const experts = new Map<string, RoutingExpert>()
  const kept = new Roster()
  let now = 0
  for (let turn = 0; turn < 150; turn++) {
    for (let changes = luck(3); changes >= 0; changes--) {
      const expert = anyExpert(luck)
      experts.set(expert.expertId, expert)
      kept.update(expert)
    }
    // A Thursday just after midnight, in steps of up to a minute and a half.
    now = (now + luck(90) * 1_000) % (10 * minute)
    kept.setTime(now)
    const ids = [...experts.keys()].sort()
    expect(describeRoster(kept, ids)).toEqual(describeRoster(new Roster(experts.values(), now), ids))
  }
})

it.each([1, 2, 3])('lists that are built in slices follow the changes meanwhile (seed %i)', async (seed) => {
  const luck = luckFrom(seed)
  const experts = new Map<string, RoutingExpert>()
  const kept = new Roster()
  const change = () => {
    const expert = anyExpert(luck)
    experts.set(expert.expertId, expert)
    kept.update(expert)
  }
  for (let n = 0; n < 20; n++) change()
  let now = 0
  const pauseAndChange = async () => {
    await undefined
    change()
    now = Math.min(now + luck(20) * 1_000, 9 * minute)
    kept.setTime(now)
  }

  await Promise.all(
    needs.flatMap((need) => [kept.prepare(need, ['able'], pauseAndChange), prepareAll(kept, need, pauseAndChange)]),
  )

  const ids = [...experts.keys()].sort()
  expect(describeRoster(kept, ids)).toEqual(describeRoster(new Roster(experts.values(), now), ids))
})

it('lists are built expert by expert, each once, and then ready', async () => {
  const roster = new Roster(Array.from({ length: 1_000 }, (_, n) => expertNamed(`e${n}`)))
  const [need] = needs as [Need]
  const pause = vi.fn(() => undefined)

  await prepareAll(roster, need, pause)

  expect(pause).toHaveBeenCalledTimes(1_000)
  expect(prepareAll(roster, need, pause)).toBeUndefined()
  const [able, free] = [roster.able(need), roster.free(need)]
  expect([able.size, free.size, roster.situation(need).countsOf().get('ranked_below')]).toEqual([1_000, 1_000, 1_000])
})

it('lists whose building failed are built by the next question', async () => {
  const roster = new Roster([expertNamed('e1')])
  const [need] = needs as [Need]
  const fails = () => {
    throw new Error('no room')
  }

  await expect(roster.prepare(need, ['able'], fails)).rejects.toThrow('no room')
  await roster.prepare(need, ['able'], () => undefined)

  expect([...roster.able(need)]).toEqual(['e1'])
})

const prepareAll = (roster: Roster, need: Need, pause: EventLoopYield) =>
  roster.prepare(need, ['able', 'free', 'situation'], pause)

it('a picture is shared until the verdict on an expert changes', () => {
  const need: Need = { language: 'en', units: 1, requirement: undefined, categoryId: 'general' }
  const roster = new Roster([expertNamed('bruno'), expertNamed('carla')])
  const first = roster.situation(need).picture().rosterId

  roster.update(expertNamed('bruno', { load: 1 }))
  expect(roster.situation(need).picture().rosterId).toBe(first)

  roster.update(expertNamed('bruno', { load: 5 }))
  const { rosterId, roster: picture } = roster.situation(need).picture()
  expect(rosterId).not.toBe(first)
  expect(picture?.named).toEqual([
    { expertId: 'carla', verdict: 'ranked_below' },
    { expertId: 'bruno', verdict: 'at_capacity' },
  ])
})

it('recent needs stay cached, and older ones are computed again', () => {
  const roster = new Roster([expertNamed('bruno')])
  const named = (n: number): Need => ({ language: `l${n}`, units: 1, requirement: undefined, categoryId: 'general' })
  const [first, again] = [roster.able(named(0)), roster.able(named(1))]
  for (let n = 2; n < 501; n++) {
    roster.able(named(n))
    expect(roster.able(named(1))).toBe(again)
  }

  expect(roster.able(named(0))).not.toBe(first)
  expect(roster.able(named(1))).toBe(again)
})

it('a new minute reads the clock of each time zone once, for any number of experts and needs', () => {
  const people = Array.from({ length: 20 }, (_, n) => expertNamed(`e${n}`, { workingHours: shifts(n % 2) }))
  const roster = new Roster(people, 7.5 * minute)
  expect(needs.map((need) => roster.free(need).size)).toContain(20)
  const readings = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  onTestFinished(() => readings.mockRestore())

  roster.setTime(8.5 * minute)

  for (const need of needs) expect(roster.free(need).size).toBe(0)
  expect(readings).toHaveBeenCalledTimes(1)
})
