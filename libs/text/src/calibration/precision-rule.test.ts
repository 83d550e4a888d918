import { describe, expect, it } from 'vitest'
import { randomFrom } from '../columns/random.ts'
import { fitLogistic, probabilityOf } from './logistic.ts'
import { calibrationError, precisionRule } from './precision-rule.ts'

function judgements(count: number, seed: number) {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const confidence = random()
    return { confidence, isRight: random() < confidence }
  })
}

describe('a precision rule', () => {
  it('keeps its promise on other cases within a point or two, at the highest coverage', () => {
    const rule = precisionRule(judgements(20_000, 1), 0.8)
    if (!rule.enough) throw new Error('There were enough cases.')
    const kept = judgements(20_000, 2).filter(({ confidence }) => confidence >= rule.threshold)

    expect(kept.filter(({ isRight }) => isRight).length / kept.length).toBeCloseTo(0.8, 1)
    expect(rule.coverage).toBeGreaterThan(0.35)
  })

  it('requires more than the share of right predictions if cases are few', () => {
    const alike = (count: number, right: number) =>
      Array.from({ length: count }, (_, i) => ({ confidence: 0.95, isRight: i < right }))

    expect(precisionRule(alike(60, 57), 0.94)).toMatchObject({ enough: false, reason: 'precision_out_of_reach' })
    expect(precisionRule(alike(60, 57), 0.94, { caution: 0 })).toMatchObject({ enough: true, coverage: 1 })
    expect(precisionRule(alike(6_000, 5_700), 0.94)).toMatchObject({ enough: true, coverage: 1 })
  })

  it('a floor is the least threshold and reduces the coverage', () => {
    const certain = judgements(1_000, 4).map(({ confidence }) => ({ confidence, isRight: true }))

    expect(precisionRule(certain, 0.9)).toMatchObject({ enough: true, coverage: 1 })
    const floored = precisionRule(certain, 0.9, { floor: 0.5 })
    if (!floored.enough) throw new Error('There were enough cases.')
    expect(floored.threshold).toBeGreaterThanOrEqual(0.5)
    expect(floored.coverage).toBeCloseTo(0.5, 1)
  })

  it('abstains below sixty cases and above what the cases reach', () => {
    expect(precisionRule(judgements(59, 1), 0.5)).toEqual({
      enough: false,
      reason: 'too_few_cases',
      cases: 59,
      needed: 60,
    })
    const hopeless = judgements(500, 1).map(({ confidence }) => ({ confidence: confidence / 2, isRight: false }))
    expect(precisionRule(hopeless, 0.9)).toMatchObject({ enough: false, reason: 'precision_out_of_reach' })
  })

  it('returns the highest precision that it can promise if that is below the request', () => {
    const cases = judgements(500, 1).map(({ confidence, isRight }) => ({ confidence: confidence * 0.9, isRight }))
    const rule = precisionRule(cases, 0.999)
    if (rule.enough || rule.reason !== 'precision_out_of_reach') throw new Error('Nobody can promise that.')

    expect(precisionRule(cases, rule.reached)).toMatchObject({ enough: true })
    expect(precisionRule(cases, rule.reached + 1e-9)).toEqual(rule)
  })
})

describe('calibration', () => {
  it('has no error if confidence equals the rate of right predictions, and a large one otherwise', () => {
    expect(calibrationError(judgements(50_000, 3))).toBeLessThan(0.01)
    expect(calibrationError([{ confidence: 0.99, isRight: false }])).toBeCloseTo(0.99)
  })

  it('is learned by a logistic regression', () => {
    const random = randomFrom(4)
    const inputs = Array.from({ length: 5_000 }, () => Float64Array.of(random() * 4 - 2))
    const outcomes = inputs.map(([x = 0]) => random() < 1 / (1 + Math.exp(-(2 * x - 1))))
    const logistic = fitLogistic(inputs, outcomes)

    expect(probabilityOf(logistic, Float64Array.of(0.5))).toBeCloseTo(0.5, 1)
    expect(probabilityOf(logistic, Float64Array.of(1.5))).toBeCloseTo(0.88, 1)
  })
})
