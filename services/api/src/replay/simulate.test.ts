import { describe, expect, it } from 'vitest'
import type { Behaviour } from './behaviour.ts'
import { readPolicy, settingsUnder } from './policy.ts'
import { buildProgress } from './progress.ts'
import { giniOf, type ReplayedQuestion, simulate } from './simulate.ts'

const minuteMs = 60_000
/** Only carla accepts offers, after a minute. Her capacity is free again after half an hour. */
const behaviour: Behaviour = {
  takes: (expertId) => (expertId === 'carla' ? 1 : 0),
  takesAfterMs: () => minuteMs,
  answersAfterMs: () => 5_000,
  freeAfterMs: () => 30 * minuteMs,
}
const capacity = new Map([
  ['bruno', 5],
  ['carla', 1],
])
const question = (nth: number, settings: ReplayedQuestion['settings'] = {}): ReplayedQuestion => ({
  questionId: `q${nth}`,
  askedAt: nth * minuteMs,
  settings,
  candidates: [
    { expertId: 'bruno', score: 2, fit: 0 },
    { expertId: 'carla', score: 1, fit: 0 },
  ],
})
const run = (questions: ReplayedQuestion[], seed = 1) => simulate(questions, behaviour, capacity, seed)

describe('a simulated question', () => {
  it('goes to the next wave when its offers lapse', () => {
    expect(run([question(0, { waveSizes: [1], offerMs: 90_000 })]).answeredIn).toEqual([90_000 + 65_000])
    expect(run([question(0, { waveSizes: [2], offerMs: 90_000 })]).answeredIn).toEqual([65_000])
  })

  it('goes to a new expert in the last place of the share of waves that the policy sets', () => {
    const scores = { ada: 3, bruno: 2, carla: 1 }
    const candidates = Object.entries(scores).map(([expertId, score]) => ({
      expertId,
      score,
      fit: 0,
      isNew: expertId === 'carla',
    }))
    const many = (exploration: number, size = 2) =>
      Array.from({ length: 400 }, (_, nth) => ({
        ...question(nth * 100, { exploration, waveSizes: [size], escalationMs: 60_000 + minuteMs / 2 }),
        candidates,
      }))
    const tried = (exploration: number, size?: number) => (run(many(exploration, size)).taken.get('carla') ?? 0) / 400

    expect([tried(0), tried(0.5, 1)]).toEqual([0, 0])
    expect(tried(0.5)).toBeGreaterThan(0.4)
    expect(tried(0.5)).toBeLessThan(0.6)
  })

  it('waits for an expert at capacity, the one with the higher priority first', () => {
    const both = run([question(0), question(1, { priority: 0 }), question(2, { priority: 1 })])

    expect(both.taken.get('carla')).toBe(3)
    // The third, asked two minutes later, has priority: it takes the capacity that the first frees after 31 minutes.
    expect(both.answeredIn).toEqual([65_000, 30 * minuteMs + 5_000, 62 * minuteMs + 5_000])
  })

  it('is rerouted to the agents if no expert claims it in time', () => {
    const nobody = { ...behaviour, takes: () => 0 }

    expect(simulate([question(0, { escalationMs: minuteMs })], nobody, capacity, 1)).toMatchObject({
      rerouted: 1,
      answeredIn: [],
    })
  })

  it('has the same random outcome under the same seed, and another under another seed', () => {
    const sometimes = { ...behaviour, takes: () => 0.5, takesAfterMs: (_: string, draw: number) => draw * minuteMs }
    const many = Array.from({ length: 50 }, (_, nth) => question(nth))
    const lived = (seed: number) => simulate(many, sometimes, capacity, seed).answeredIn

    expect(lived(1)).toEqual(lived(1))
    expect(lived(1)).not.toEqual(lived(2))
  })
})

describe('a policy', () => {
  const faults = (text: string) => {
    try {
      readPolicy(text, ['cards'])
      return 'none'
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }

  it('is refused with a line for each fault', () => {
    expect(faults('{')).toMatch(/^The policy is not JSON/)
    expect(faults('[]')).toBe('The policy must be a JSON object.')
    expect(
      faults(
        '{"waveSizes": [0], "offerMs": "90", "weights": {"luck": 1, "load": -1}, "wave": 1, "categories": {"x": {}}}',
      ).split('\n'),
    ).toEqual([
      'waveSizes must be a list of 1 to 20 whole numbers, 1 to 1000.',
      'offerMs must be a whole number, 1000 to 86400000.',
      expect.stringMatching(/^weights\.luck is not known here; there are: similar, /),
      'weights.load must be a number, 0 to 10.',
      expect.stringMatching(/^wave is not known here; there are: waveSizes, offerMs, /),
      'categories.x: the company has no such category; there are: cards.',
    ])
    expect(faults('{"waveSizes": [3], "preference": 0, "categories": {"cards": {"priority": 2}}}')).toBe('none')
  })

  it('changes the settings that it names, and a category overrides all categories', () => {
    const policy = {
      offerMs: 5_000,
      weights: { load: 2 },
      categories: { cards: { offerMs: 7_000, weights: { hour: 0 } } },
    }

    expect(settingsUnder(policy, 'cards', { leaseMs: 1, weights: { words: 3 } })).toEqual({
      leaseMs: 1,
      offerMs: 7_000,
      weights: { words: 3, load: 2, hour: 0 },
    })
    expect(settingsUnder(policy, 'loans', {})).toMatchObject({ offerMs: 5_000, weights: { load: 2 } })
  })
})

it('load spread is 0 if all take the same, and 0.75 if one of four takes all', () => {
  const experts = ['a', 'b', 'c', 'd']
  expect(giniOf(new Map(experts.map((id) => [id, 5])), experts)).toBe(0)
  expect(giniOf(new Map([['a', 20]]), experts)).toBe(0.75)
})

it('progress is a bar on a terminal, and a line for each tenth elsewhere', () => {
  const lines: string[] = []
  const bars: string[] = []
  const plain = buildProgress((line) => lines.push(line), undefined)
  const bar = buildProgress(() => undefined, { write: (line) => bars.push(line), end: () => bars.push('end') })
  for (let done = 1; done <= 40; done++) {
    plain('Ranking', done, 40)
    bar('Ranking', done, 40)
  }

  expect(lines).toHaveLength(11)
  expect(lines.at(-1)).toBe('Ranking: 40 of 40')
  expect(bars).toHaveLength(41)
  expect(bars[19]).toBe('Ranking [###############...............] 20 of 40')
})
