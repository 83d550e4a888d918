import { describe, expect, it } from 'vitest'
import { type AnswerTime, estimateAnswer } from './estimate-answer.ts'

const about = { categoryId: 'bank', predictedClass: 'pin', hour: 9, available: 4, share: 0.8 }
const past = (count: number, ms: number | ((nth: number) => number), more: Partial<AnswerTime> = {}): AnswerTime[] =>
  Array.from({ length: count }, (_, nth) => ({
    categoryId: 'bank',
    predictedClass: 'pin',
    hour: 9,
    available: 4,
    ms: typeof ms === 'number' ? ms : ms(nth),
    isCutShort: false,
    ...more,
  }))

/** Lehmer's generator: the same numbers in every run. */
function randomFrom(seed: number): () => number {
  let last = seed
  return () => {
    last = (last * 48_271) % 2_147_483_647
    return last / 2_147_483_647
  }
}

describe('the estimate of the time to an answer', () => {
  it('is long enough for the share that is asked for', () => {
    const hundred = past(100, (nth) => (nth + 1) * 1_000)

    expect(estimateAnswer(hundred, about)).toEqual({ ms: 81_000, basis: 'class_hour_experts', cases: 100 })
    expect(estimateAnswer(hundred, { ...about, share: 0.5 })?.ms).toBe(51_000)
  })

  it('uses the narrowest group that has at least twenty questions', () => {
    const times = [
      ...past(19, 1_000),
      ...past(20, 2_000, { hour: 15 }),
      ...past(20, 4_000, { predictedClass: 'loan' }),
      ...past(20, 8_000, { predictedClass: 'loan', hour: 15 }),
      ...past(20, 16_000, { predictedClass: null, categoryId: 'other', hour: 15 }),
    ]
    const of = (more: object) => {
      const { basis, cases } = estimateAnswer(times, { ...about, ...more }) ?? {}
      return [basis, cases]
    }

    expect(of({})).toEqual(['class', 39])
    expect(of({ predictedClass: 'loan', hour: 15 })).toEqual(['class_hour_experts', 20])
    expect(of({ predictedClass: 'card' })).toEqual(['category_hour_experts', 39])
    expect(of({ predictedClass: undefined, hour: 3 })).toEqual(['category', 79])
    expect(of({ predictedClass: undefined, categoryId: 'new' })).toEqual(['company', 99])
    expect(estimateAnswer(past(5, 1_000), about)).toEqual({ ms: 1_000, basis: 'company', cases: 5 })
    expect(estimateAnswer(past(4, 1_000), about)).toBeUndefined()
  })

  it('matches neighboring hours, across midnight too, and numbers of experts within a power of two', () => {
    const basis = (time: Partial<AnswerTime>, more: object = {}) =>
      estimateAnswer(past(20, 1_000, time), { ...about, ...more })?.basis

    expect(basis({ hour: 8 })).toBe('class_hour_experts')
    expect(basis({ hour: 7 })).toBe('class')
    expect(basis({ hour: 23 }, { hour: 0 })).toBe('class_hour_experts')
    expect(basis({ available: 7 })).toBe('class_hour_experts')
    expect(basis({ available: 8 })).toBe('class')
    expect(basis({ available: null })).toBe('class')
  })

  it('returns no estimate if experts leave too many questions unanswered', () => {
    const never = Number.POSITIVE_INFINITY

    expect(estimateAnswer([...past(85, 1_000), ...past(15, never)], about)?.ms).toBe(1_000)
    expect(estimateAnswer([...past(75, 1_000), ...past(25, never)], about)).toBeUndefined()
    expect(estimateAnswer([...past(75, 1_000), ...past(25, never)], { ...about, share: 0.5 })?.ms).toBe(1_000)
  })

  it('counts a question that ended unanswered as one that takes longer than it waited', () => {
    const cutShort = { isCutShort: true }
    const hundred = past(100, (nth) => (nth + 1) * 1_000)

    expect(estimateAnswer([...hundred, ...past(100, 500, cutShort)], about)?.ms).toBe(81_000)
    expect(estimateAnswer([...hundred, ...past(10, 81_000, cutShort)], about)?.ms).toBe(87_000)
    expect(estimateAnswer([...hundred, ...past(10, 200_000, cutShort)], about)?.ms).toBe(89_000)
    expect(estimateAnswer([...past(50, 1_000), ...past(50, 2_000, cutShort)], about)).toBeUndefined()
  })

  it('the requested share of future questions is answered in time', () => {
    const random = randomFrom(7)
    const took = () => -Math.log(random()) * 600_000
    let kept = 0
    for (let day = 0; day < 2_000; day++) {
      const estimate = estimateAnswer(past(25, took), about)
      if (took() <= (estimate?.ms ?? 0)) kept++
    }

    expect(kept / 2_000).toBeGreaterThan(0.79)
    expect(kept / 2_000).toBeLessThan(0.87)
  })

  it('the requested share is answered in time even if half of all askers do not wait', () => {
    const random = randomFrom(11)
    const took = () => -Math.log(random()) * 600_000
    const settled = () => {
      const [answer, patience] = [took(), took()]
      return { ms: Math.min(answer, patience), isCutShort: patience < answer }
    }
    let kept = 0
    for (let day = 0; day < 2_000; day++) {
      const days = past(40, 0).map((time) => ({ ...time, ...settled() }))
      const estimate = estimateAnswer(days, { ...about, share: 0.6 })
      if (took() <= (estimate?.ms ?? Number.POSITIVE_INFINITY)) kept++
    }

    expect(kept / 2_000).toBeGreaterThan(0.58)
    expect(kept / 2_000).toBeLessThan(0.68)
  })
})
