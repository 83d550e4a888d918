import { describe, expect, it } from 'vitest'
import { test, train } from '../../test/banking77-sample.ts'
import { pack, UnreadableBytesError, unpack } from '../columns/bytes.ts'
import { confidenceOf } from './class-decision.ts'
import { classifierFromBytes, classifierToBytes } from './classifier-bytes.ts'
import { classifierRule, heldOutPredictions, reportOf } from './classifier-report.ts'
import { classify } from './classify.ts'
import { trainClassifier } from './train-classifier.ts'

const model = trainClassifier(train, { seed: 1 })

function accuracyOf(tested: typeof model): number {
  return test.filter((example) => classify(tested, example.text).predictedClass === example.class).length / test.length
}

/** To the byte, told in a word: a difference of megabytes takes minutes to print. */
const isSame = (one: typeof model, other: typeof model) =>
  Buffer.from(classifierToBytes(one)).equals(classifierToBytes(other))

describe('a classifier', () => {
  it('is right on nine of ten held-out questions of twelve classes', () => {
    expect(accuracyOf(model)).toBeGreaterThanOrEqual(0.9)
  })

  it('is the same for the same examples and seed', () => {
    expect(isSame(trainClassifier(train, { seed: 1 }), model)).toBe(true)
  })

  it('predicts the same after it was written to bytes and read back, and refuses other bytes', () => {
    const bytes = classifierToBytes(model)
    const text = test[0]!.text

    expect(classify(classifierFromBytes(bytes), text)).toEqual(classify(model, text))
    expect(() => classifierFromBytes(bytes.subarray(0, 100))).toThrow(UnreadableBytesError)
    const damaged = bytes.slice()
    damaged[24] = 0
    expect(() => classifierFromBytes(damaged)).toThrow(UnreadableBytesError)
  })

  it('an older model without a blend of clues keeps the confidence it was calibrated with', () => {
    const { blend: _, ...columns } = unpack(classifierToBytes(model), 'classifier').columns
    const earlier = classifierFromBytes(
      pack({ kind: 'classifier', facts: unpack(classifierToBytes(model), 'classifier').facts, columns }),
    )
    const sureness = (mean: number) => confidenceOf(earlier, Float64Array.of(0.1, mean, 0.2, 1))

    expect(sureness(-1)).toBe(sureness(0))
  })

  it('returns the deciding words, all of them from the question', () => {
    const { words } = classify(model, 'my pin is blocked')

    expect(words).toContain('blocked')
    expect(['my', 'pin', 'is', 'blocked']).toEqual(expect.arrayContaining(words))
  })

  it('returns a word that favors the class, even if it favors the runner-up more', () => {
    const words = test.flatMap(({ text }) => text.toLowerCase().match(/[a-z]+/g) ?? [])
    const unsaid = [...new Set(words)].filter((word) => {
      const found = classify(model, word)
      return found.predictedClass !== null && found.confidence > 0.1 && found.words.length === 0
    })

    expect(unsaid).toEqual([])
  })

  it('returns deciding words as written in scripts without spaces', () => {
    const asked = {
      password: ['パスワードを忘れました', '暗証番号が分かりません'],
      card: ['カードが届きません', '新しいカードが欲しい'],
    }
    const examples = Object.entries(asked).flatMap(([name, texts]) =>
      texts.flatMap((text) => ['', '至急', '昨日', '質問'].map((more) => ({ text: more + text, class: name }))),
    )
    const { words } = classify(trainClassifier(examples, { language: 'ja' }), 'パスワードは何ですか')

    expect(words[0]).toBe('パスワード')
  })

  it('the confidence of the runner-up is calibrated and at most 1 minus that of the best class', () => {
    const taken = new Map<string, number>()
    const isFew = train.map(({ class: name }) => taken.set(name, (taken.get(name) ?? 0) + 1).get(name)! <= 6)
    const young = trainClassifier(train.filter((_, i) => isFew[i]))
    const others = [...train.filter((_, i) => !isFew[i]), ...test]
    const found = others.map(({ text, class: name }) => ({ name, ...classify(young, text) }))
    const sureness = found.reduce((sum, { runnerUpConfidence }) => sum + runnerUpConfidence, 0) / found.length
    const right = found.filter(({ name, runnerUp }) => runnerUp === name).length / found.length

    expect(Math.abs(sureness - right)).toBeLessThan(0.03)
    for (const { confidence, runnerUpConfidence } of found) expect(confidence + runnerUpConfidence).toBeLessThan(1.001)
    expect(classify(model, '').runnerUpConfidence).toBe(0)
  })

  it('predicts nothing below the required confidence or without known words', () => {
    const { confidence, likeliest } = classify(model, test[0]!.text)

    expect(classify(model, test[0]!.text, { least: confidence + 1e-9 })).toMatchObject({
      predictedClass: null,
      likeliest,
    })
    expect(classify(model, '')).toMatchObject({ predictedClass: null, confidence: 0 })
  })

  it('has less confidence for out-of-scope questions', () => {
    const strange = ['will it rain in Lisbon tomorrow', 'recommend a good pasta recipe', 'who won the match last night']
    const inside = test.map(({ text }) => classify(model, text).confidence).sort((a, b) => a - b)
    const median = inside[inside.length >> 1]!

    for (const text of strange) expect(classify(model, text).confidence).toBeLessThan(median)
  })

  it('has low confidence for unrelated texts even if all held-out predictions were right', () => {
    const topics = [
      'timer minutes clock alarm',
      'weather rain forecast sunny',
      'recipe oven flour butter',
      'flight airport seat',
    ]
    const clean = topics.flatMap((topic) => {
      const [first, second, third, fourth = 'gate'] = topics[topics.indexOf(topic)]!.split(' ')
      return [first, second, third, fourth].flatMap((word) =>
        ['please tell me of the', 'what about my', 'is there a', 'show me some', 'can I have the', 'I need a'].map(
          (opening) => ({ text: `${opening} ${word} ${first}`, class: topic.split(' ')[0]! }),
        ),
      )
    })
    const taught = trainClassifier(clean)

    expect(reportOf(taught).accuracy).toBe(1)
    expect(classify(taught, 'is there rain in the forecast').confidence).toBeGreaterThan(0.88)
    expect(classify(taught, 'tell me what the capital of Spain is').confidence).toBeLessThan(0.5)
    expect(classify(taught, 'zebra')).toMatchObject({ predictedClass: null, confidence: 0 })
  })

  it('promises a precision only with enough held-out cases', () => {
    const few = trainClassifier(train.slice(0, 28))

    expect(classifierRule(model, 0.9)).toMatchObject({ enough: true })
    expect(classifierRule(few, 0.9)).toMatchObject({ enough: false, reason: 'too_few_cases' })
  })

  it('learns from unlabeled questions and reports its progress', () => {
    const shares: number[] = []
    const few = train.filter((_, i) => i % 5 === 0)
    const unlabelled = train.filter((_, i) => i % 5 !== 0).map(({ text }) => text)
    const plain = trainClassifier(few)
    const widened = trainClassifier(few, { unlabelled, onProgress: (share) => shares.push(share) })

    expect(accuracyOf(widened)).toBeGreaterThanOrEqual(accuracyOf(plain))
    expect(shares.length).toBeGreaterThan(10)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
  })

  it('stays calibrated on new questions after self-training', () => {
    const few = train.filter((_, i) => i % 5 === 0)
    const unlabelled = train.filter((_, i) => i % 5 !== 0).map(({ text }) => text)
    const widened = trainClassifier(few, { unlabelled })
    const sureness = test.reduce((sum, { text }) => sum + classify(widened, text).confidence, 0) / test.length

    expect(sureness).toBeLessThanOrEqual(accuracyOf(widened))
  })

  it('learns nothing from unlabeled questions with low confidence', () => {
    const few = train.filter((_, i) => i % 5 === 0)
    const unlabelled = Array.from({ length: 100 }, (_, i) => `will it rain in Lisbon on day ${i}`)

    expect(classifierToBytes(trainClassifier(few, { unlabelled }))).toEqual(classifierToBytes(trainClassifier(few)))
  })

  it('the confidence in the same decision falls with the share of known words', () => {
    const sureness = (known: number) => confidenceOf(model, Float64Array.of(0.1, -1, 0.2, known))

    expect(sureness(0.5)).toBeLessThan(sureness(1))
  })

  it('counts every held-out example once in its report', () => {
    const report = reportOf(model)

    expect(report.heldOut).toBe(train.length)
    expect(report.classes.reduce((sum, { examples }) => sum + examples, 0)).toBe(train.length)
    expect(report.accuracy).toBeGreaterThan(0.85)
  })

  it('learns a repeated example once, in any spelling', () => {
    const again = train.map(({ text, class: name }) => ({ text: `${text.toUpperCase()}  !`, class: name }))
    const names = ['Card arrival', 'card-arrival?'].map((text) => ({ text, class: 'card_arrival' }))

    expect(isSame(trainClassifier([...train, ...again.reverse()], { seed: 1 }), model)).toBe(true)
    expect(reportOf(trainClassifier([...train, ...names])).heldOut).toBe(train.length + 1)
  })

  it('judges a text with two classes only if it learned neither', () => {
    const both = train.map(({ text }) => ({ text: `${text}.`, class: 'other' }))
    const judged = heldOutPredictions(trainClassifier([...train, ...both], { useClassNames: false }))
    const predictions = train.map((_, i) => [judged.get(i), judged.get(train.length + i)])

    expect(judged.size).toBe(2 * train.length)
    expect(predictions.filter(([one, other]) => one !== other)).toEqual([])
  })

  it('learns nothing from unlabeled questions that read the same as its examples', () => {
    const unlabelled = train.map(({ text }) => ` ${text.toLowerCase()}?`)

    expect(isSame(trainClassifier(train, { unlabelled, seed: 1 }), model)).toBe(true)
  })

  it('accepts empty texts, one word, digits, emoji, very long texts, duplicates, one or two classes, and uneven classes', () => {
    const odd = [
      '',
      ' ',
      '7',
      '1234 5678',
      '😀',
      '😀😀 ok',
      'x'.repeat(20_000),
      'card '.repeat(20_000),
      '\ud800',
      '東京',
    ]
    const uneven = [
      ...Array.from({ length: 80 }, (_, i) => ({ text: `where is my card ${i % 9}`, class: 'card' })),
      { text: 'refund', class: 'refund' },
      ...odd.map((text) => ({ text, class: 'odd' })),
    ]
    for (const examples of [uneven, uneven.slice(0, 81), uneven.slice(0, 3), uneven.slice(-10), uneven.slice(0, 1)])
      for (const outOfScope of [undefined, odd.slice(0, 3)]) {
        const taught = trainClassifier(examples, outOfScope ? { outOfScope, useClassNames: false } : {})
        for (const text of ['where is my card', ...odd]) {
          const { confidence, likeliest } = classify(taught, text)
          expect(confidence >= 0 && confidence <= 1, `${confidence}`).toBe(true)
          expect(taught.classes).toContain(likeliest)
        }
      }
    expect(classify(trainClassifier(uneven), 'refund').likeliest).toBe('refund')
  })

  it('cannot be trained on nothing', () => {
    expect(() => trainClassifier([])).toThrow(RangeError)
  })
})
