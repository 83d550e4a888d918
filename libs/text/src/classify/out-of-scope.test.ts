import { describe, expect, it } from 'vitest'
import { test, train } from '../../test/banking77-sample.ts'
import { classifierFromBytes, classifierToBytes } from './classifier-bytes.ts'
import { classifierRule } from './classifier-report.ts'
import { classify } from './classify.ts'
import { trainClassifier } from './train-classifier.ts'

const names = [...new Set(train.map((example) => example.class))].sort()

/** Classifiers that each know nine of the twelve classes. Questions of the other three are out of scope. */
const splits = [0, 1, 2, 3].map((part) => {
  const isKnown = (example: { class: string }) => names.indexOf(example.class) % 4 !== part
  return {
    model: trainClassifier(train.filter(isKnown), { seed: 1 }),
    inScope: test.filter(isKnown),
    outOfScope: [...train, ...test].filter((example) => !isKnown(example)),
  }
})

/** Precision and coverage of the promise if `share` of the questions are out of scope. */
function observe(precision: number, share: number, assumed = share) {
  let right = 0
  let wrong = 0
  let strangers = 0
  for (const { model, inScope, outOfScope } of splits) {
    const rule = classifierRule(model, precision, { outOfScope: assumed })
    const least = rule.enough ? rule.threshold : Number.POSITIVE_INFINITY
    for (const { text, class: name } of inScope) {
      const { predictedClass } = classify(model, text, { least })
      if (predictedClass === name) right += 1 / inScope.length
      else if (predictedClass !== null) wrong += 1 / inScope.length
    }
    strangers +=
      outOfScope.filter(({ text }) => classify(model, text, { least }).predictedClass).length / outOfScope.length
  }
  const given = (1 - share) * (right + wrong) + share * strangers
  return { precision: ((1 - share) * right) / given, coverage: given / splits.length }
}

describe('a promised precision', () => {
  it.each([0, 0.1, 0.2])('holds if %d of the questions belong to no known class', (share) => {
    for (const asked of [0.9, 0.95]) {
      const observed = observe(asked, share)

      expect(observed.precision).toBeGreaterThanOrEqual(asked - 0.02)
      expect(observed.coverage).toBeGreaterThan(0.4 * (1 - share))
    }
  })

  it('assumes by default that one question in ten belongs to no known class', () => {
    for (const { model } of splits)
      expect(classifierRule(model, 0.9)).toEqual(classifierRule(model, 0.9, { outOfScope: 0.1 }))
  })

  it('asks for more confidence the larger the share of out-of-scope questions is', () => {
    const thresholds = [0, 0.1, 0.4].map((outOfScope) => {
      const rule = classifierRule(splits[0]!.model, 0.9, { outOfScope })
      return rule.enough ? rule.threshold : 1
    })

    expect(thresholds).toEqual([...thresholds].sort())
    expect(thresholds[2]).toBeGreaterThan(thresholds[0]!)
  })

  it('is the same after the classifier was written to bytes and read back', () => {
    const { model } = splits[0]!

    expect(classifierRule(classifierFromBytes(classifierToBytes(model)), 0.95)).toEqual(classifierRule(model, 0.95))
  })

  it('covers questions of known classes only if too few classes are known to hold one out', () => {
    const two = trainClassifier(train.filter((example) => names.indexOf(example.class) < 2))
    const few = trainClassifier([...train, ...test].filter((example) => names.indexOf(example.class) < 4))

    expect(classifierRule(two, 0.9)).not.toHaveProperty('outOfScope', 0.1)
    expect(classifierRule(few, 0.5)).toMatchObject({ enough: true, outOfScope: 0.1 })
  })
})
