import { describe, expect, it } from 'vitest'
import { randomFrom } from '../columns/random.ts'
import { fitLogistic, probabilityOf } from './logistic.ts'
import { precisionRule } from './precision-rule.ts'
import { calibrationError, reliabilityOf } from './reliability.ts'

function judgements(count: number, seed: number) {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const confidence = random()
    return { confidence, isRight: random() < confidence }
  })
}

const alike = (count: number, right: number, confidence = 0.95) =>
  Array.from({ length: count }, (_, i) => ({ confidence, isRight: i < right }))

describe('a precision rule', () => {
  it('keeps its promise on other cases within a point or two, at the highest coverage', () => {
    const rule = precisionRule(judgements(20_000, 1), 0.8)
    if (!rule.enough) throw new Error('There were enough cases.')
    const kept = judgements(20_000, 2).filter(({ confidence }) => confidence >= rule.threshold)

    expect(kept.filter(({ isRight }) => isRight).length / kept.length).toBeCloseTo(0.8, 1)
    expect(rule.coverage).toBeGreaterThan(0.35)
  })

  it('requires more than the share of right predictions if cases are few', () => {
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

  it('adds ten cases of the mean confidence to the observed ones', () => {
    const rule = precisionRule(alike(60, 60, 0.9), 0.9)

    expect(rule).toMatchObject({ enough: true, threshold: 0.9, cases: 60, coverage: 1, outOfScope: 0 })
    expect(rule.enough && rule.expectedPrecision).toBeCloseTo((60 + 10 * 0.9) / 70, 10)
  })

  it('promises the lower bound of Wilson for one-sided 80 %', () => {
    expect(precisionRule(alike(100, 50, 0.5), 0.9)).toMatchObject({ cases: 100, reached: expect.closeTo(0.46009, 4) })
    expect(precisionRule(alike(100, 50, 0.5), 0.9, { caution: 0 })).toMatchObject({ reached: expect.closeTo(0.5, 10) })
  })

  it('takes all cases of one confidence or none', () => {
    const cases = [...alike(40, 40, 0.8), ...alike(40, 0, 0.8), ...alike(40, 40, 0.9)]

    expect(precisionRule(cases, 0.9)).toMatchObject({ enough: true, threshold: 0.9, coverage: 1 / 3 })
  })

  it('takes the cases at the floor', () => {
    expect(precisionRule(alike(60, 60, 0.9), 0.9, { floor: 0.9 })).toMatchObject({ enough: true, threshold: 0.9 })
  })

  it('needs twenty cases above a threshold', () => {
    const surely = (count: number) => precisionRule([...alike(count, count, 0.99), ...alike(80, 0, 0.5)], 0.9)

    expect(surely(19)).toMatchObject({ enough: false, reason: 'precision_out_of_reach' })
    expect(surely(20)).toMatchObject({ enough: true, threshold: 0.99, coverage: 0.2 })
  })
})

describe('out-of-scope questions', () => {
  const known = alike(200, 200, 0.9)
  const foreign = (confidence: number, more: { weight?: number; alike?: number } = {}) =>
    Array.from({ length: 50 }, () => ({ confidence, weight: 1, alike: 1, ...more }))

  it('count as wrong predictions where they look as confident', () => {
    expect(precisionRule(known, 0.8)).toMatchObject({ enough: true })
    expect(precisionRule(known, 0.8, { outOfScope: { share: 0.5, cases: foreign(0.9) } })).toMatchObject({
      enough: false,
      reached: expect.closeTo(0.4667, 3),
    })
  })

  it('cost only coverage where they look unsure', () => {
    const rule = precisionRule(known, 0.8, { outOfScope: { share: 0.25, cases: foreign(0.1) } })

    expect(rule).toMatchObject({ enough: true, threshold: 0.9, outOfScope: 0.25, coverage: expect.closeTo(0.75, 10) })
  })

  it('make up their share of all questions, whatever their weights add up to', () => {
    const ruleOf = (weight: number) =>
      precisionRule(known, 0.6, { outOfScope: { share: 0.2, cases: foreign(0.9, { weight }) } })

    expect(ruleOf(1)).toMatchObject({ enough: true, coverage: expect.closeTo(1, 10) })
    expect(ruleOf(1)).toMatchObject({ expectedPrecision: expect.closeTo((200 + 9 * 0.8) / 260, 10) })
    expect(ruleOf(3)).toMatchObject({ expectedPrecision: expect.closeTo((200 + 9 * 0.8) / 260, 10) })
  })

  it('of the same kind are less evidence', () => {
    const reachedOf = (kind: number) => {
      const rule = precisionRule(known, 0.99, { outOfScope: { share: 0.2, cases: foreign(0.9, { alike: kind }) } })
      return rule.enough || rule.reason === 'too_few_cases' ? undefined : rule.reached
    }

    expect(reachedOf(1)).toBeCloseTo(0.7753, 2)
    expect(reachedOf(50)).toBeLessThan(reachedOf(1)!)
  })

  it('are not assumed without cases that show them', () => {
    expect(precisionRule(known, 0.8, { outOfScope: { share: 0.2, cases: [] } })).toMatchObject({
      outOfScope: 0,
      coverage: 1,
    })
  })
})

describe('calibration', () => {
  it('is the mean distance of confidence and accuracy in each bin, weighted by cases', () => {
    const cases = [...alike(3, 3, 0.7), ...alike(1, 0, 0.2)]

    expect(calibrationError(cases, 10)).toBeCloseTo((3 * 0.3 + 1 * 0.2) / 4, 10)
    expect(calibrationError(cases, 1)).toBeCloseTo(Math.abs(2.3 - 3) / 4, 10)
  })

  it('puts a confidence of 1 into the last bin', () => {
    expect(calibrationError([...alike(1, 1, 1), ...alike(1, 0, 0.95)], 10)).toBeCloseTo(0.95 / 2, 10)
  })

  it('counts cases and right predictions in each bin of confidence, and the mean confidence of its cases', () => {
    const bins = reliabilityOf([...alike(3, 2, 0.72), ...alike(1, 1, 0.78), ...alike(2, 2, 1)])

    expect(bins).toHaveLength(10)
    expect(bins[7]).toEqual({ from: 0.7, to: 0.8, cases: 4, confidence: expect.closeTo(0.735, 10), right: 3 })
    expect(bins[9]).toEqual({ from: 0.9, to: 1, cases: 2, confidence: 1, right: 2 })
    expect(bins[0]).toEqual({ from: 0, to: 0.1, cases: 0, confidence: 0, right: 0 })
  })

  it('has no error without cases', () => {
    expect(calibrationError([])).toBe(0)
  })

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
