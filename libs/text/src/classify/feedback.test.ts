import { describe, expect, it } from 'vitest'
import { test as fresh, train } from '../../test/banking77-sample.ts'
import { classifierFromBytes, classifierToBytes } from './classifier-bytes.ts'
import { classify } from './classify.ts'
import { takeFeedback } from './feedback.ts'
import type { LabelledText } from './model.ts'
import { trainClassifier } from './train-classifier.ts'

/** So few examples of each class, their names unread, that it errs. */
const taken = new Map<string, number>()
const isFew = train.map(({ class: name }) => taken.set(name, (taken.get(name) ?? 0) + 1).get(name)! <= 4)
const asked = train.filter((_, i) => !isFew[i])
const bytes = classifierToBytes(
  trainClassifier(
    train.filter((_, i) => isFew[i]),
    { useClassNames: false },
  ),
)
const model = classifierFromBytes(bytes)
const young = () => classifierFromBytes(bytes.slice())

const isRight = (of: typeof model, { text, class: name }: LabelledText) => classify(of, text).likeliest === name
const accuracyOf = (of: typeof model) => fresh.filter((one) => isRight(of, one)).length / fresh.length
const surenessOf = (of: typeof model) =>
  fresh.reduce((sum, { text }) => sum + classify(of, text).confidence, 0) / fresh.length
const isSame = (one: typeof model, other: typeof model) =>
  Buffer.from(classifierToBytes(one)).equals(classifierToBytes(other))
const relabelled = ({ text, class: name }: LabelledText) => ({ text, verdict: 'relabelled', class: name }) as const
/** Returns the model after people accepted its right predictions and corrected the others, repeated `times` times. */
function tell(told: readonly LabelledText[], times = 1): typeof model {
  const changed = young()
  for (let time = 0; time < times; time++)
    for (const one of told)
      takeFeedback(changed, isRight(changed, one) ? { text: one.text, verdict: 'accepted' } : relabelled(one))
  return changed
}

const wrong = asked.filter((one) => !isRight(model, one))
const right = asked.filter((one) => isRight(model, one))

describe('feedback', () => {
  it('a relabeled question and a very similar one get the new class at once', () => {
    for (const one of wrong) {
      const changed = young()
      takeFeedback(changed, relabelled(one))

      expect(classify(changed, one.text).likeliest).toBe(one.class)
      expect(classify(changed, `hi, ${one.text} please`).likeliest).toBe(one.class)
    }
    expect(wrong.length).toBeGreaterThan(10)
  })

  it('improves the accuracy on other questions', () => {
    expect(accuracyOf(tell(asked))).toBeGreaterThan(accuracyOf(model))
  })

  it('the confidence follows the accuracy after only accepted or only corrected questions', () => {
    for (const told of [right, wrong]) {
      const changed = tell(told)
      const changeOfSureness = surenessOf(changed) - surenessOf(model)
      const changeOfAccuracy = accuracyOf(changed) - accuracyOf(model)
      expect(Math.abs(changeOfSureness - changeOfAccuracy)).toBeLessThan(0.06)
    }
  })

  it('changes nothing for a question without a common word', () => {
    const examples = [
      ...['where is my parcel', 'has my parcel left', 'track my parcel'].map((text) => ({ text, class: 'parcel' })),
      ...['I want a refund', 'refund this order', 'return money'].map((text) => ({ text, class: 'refund' })),
      ...['где моя посылка', 'посылка не пришла', 'вернуть посылку'].map((text) => ({ text, class: 'посылка' })),
    ]
    const changed = trainClassifier(examples, { useClassNames: false })
    const before = classify(changed, 'посылка где')
    takeFeedback(changed, { text: 'where is the refund', verdict: 'relabelled', class: 'parcel' })
    takeFeedback(changed, { text: 'track my parcel', verdict: 'accepted' })
    takeFeedback(changed, { text: 'return this order', verdict: 'rejected' })

    expect(classify(changed, 'посылка где')).toEqual(before)
  })

  it('words that all questions share do not draw others to a corrected class', () => {
    const examples = ['card lost', 'card stolen', 'card gone', 'money back', 'money returned', 'money owed'].map(
      (text) => ({ text: `please ${text}`, class: text.slice(0, 4) }),
    )
    const changed = trainClassifier(examples, { useClassNames: false })
    const before = classify(changed, 'please')
    for (const word of ['stolen', 'lost', 'gone'])
      takeFeedback(changed, { text: `please ${word}`, verdict: 'relabelled', class: 'mone' })

    expect(classify(changed, 'please')).toEqual(before)
    expect(classify(changed, 'please stolen').likeliest).toBe('mone')
  })

  it('returns false for a text without a known word and learns nothing', () => {
    const changed = young()
    for (const text of ['', ' ', '😀', 'zxqv', 'カード']) {
      expect(takeFeedback(changed, { text, verdict: 'relabelled', class: model.classes[1]! })).toBe(false)
      expect(takeFeedback(changed, { text, verdict: 'accepted' })).toBe(false)
      expect(takeFeedback(changed, { text, verdict: 'rejected' })).toBe(false)
    }

    expect(isSame(changed, model)).toBe(true)
  })

  it('a repeated relabel has no further effect', () => {
    const once = young()
    const often = young()
    takeFeedback(once, relabelled(wrong[0]!))
    for (let i = 0; i < 50; i++) takeFeedback(often, relabelled(wrong[0]!))

    expect(isSame(often, once)).toBe(true)
  })

  it('repeated accepts stop having an effect, and repeated rejects do no harm', () => {
    const [one] = right
    const accepted = young()
    for (let i = 0; i < 10; i++) takeFeedback(accepted, { text: one!.text, verdict: 'accepted' })
    const further = classifierFromBytes(classifierToBytes(accepted).slice())
    for (let i = 0; i < 50; i++) takeFeedback(further, { text: one!.text, verdict: 'accepted' })
    const rejected = young()
    for (let i = 0; i < 50; i++) takeFeedback(rejected, { text: one!.text, verdict: 'rejected' })

    expect(isSame(further, accepted)).toBe(true)
    expect(accuracyOf(rejected)).toBeGreaterThanOrEqual(accuracyOf(model) - 0.03)
  })

  it('a reject lowers the confidence for the question and for similar ones', () => {
    const changed = young()
    const { text } = right[0]!
    takeFeedback(changed, { text, verdict: 'rejected' })

    expect(classify(changed, text).confidence).toBeLessThan(classify(model, text).confidence)
    expect(classify(changed, `hi, ${text}`).confidence).toBeLessThan(classify(model, `hi, ${text}`).confidence)
  })

  it('returns false for an unknown class', () => {
    const changed = young()

    expect(takeFeedback(changed, { text: asked[0]!.text, verdict: 'relabelled', class: 'weather' })).toBe(false)
    expect(isSame(changed, model)).toBe(true)
  })
})
