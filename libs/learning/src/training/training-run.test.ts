import { classifierFromBytes, classify } from '@askline/text'
import { expect, it } from 'vitest'
import { hashOfReading, judgedFromBytes, unjudged } from './judged.ts'
import { addTexts, emptyTrainingSet, trainOn } from './training-run.ts'

const topics = { card: 'card plastic chip contactless', loan: 'loan mortgage interest instalment' }
const verbs = ['change', 'stop', 'find', 'lose', 'order', 'check', 'block', 'explain']
// Every seventh text has the other class, which only a model that learned the text can know.
const texts = Object.entries(topics)
  .flatMap(([name, words]) =>
    words.split(' ').flatMap((word) => verbs.map((verb) => ({ text: `How do I ${verb} my ${word}?`, class: name }))),
  )
  .map((one, at) => (at % 7 === 0 ? { ...one, class: one.class === 'card' ? 'loan' : 'card' } : one))
const loud = texts.map(({ text, class: name }) => ({ text: text.toUpperCase(), class: name }))

function taught(rows: typeof texts, running?: NonNullable<ReturnType<typeof trainOn>>) {
  const set = emptyTrainingSet()
  addTexts(set, rows)
  const model = trainOn(set, {
    language: 'en',
    ...(running ? { running: { modelId: 'running', bytes: running.bytes, judged: running.judged } } : {}),
  })
  if (!model) throw new Error('There was enough to learn from.')
  return model
}

it('texts that are uploaded again count once and do not raise the promised precision', () => {
  const once = taught(texts)
  const again = taught([...texts, ...loud.reverse()])

  expect([again.examples, again.heldOut, again.accuracy]).toEqual([64, 64, once.accuracy])
  expect(again.report).toEqual(once.report)
})

it('a class with one text in five forms has too few examples', () => {
  const set = emptyTrainingSet()
  const forms = ['Refund?', 'refund', 'REFUND!', ' refund ', '"Refund"']
  addTexts(set, [...texts, ...forms.map((text) => ({ text, class: 'refund' }))])

  expect(trainOn(set, { language: 'en' })?.classes).toBe(2)
})

it('questions that are similar to out-of-scope ones get no class', () => {
  const odd = ['horse', 'bread', 'garden'].flatMap((thing) =>
    verbs.map((verb) => ({ text: `How do I ${verb} my sunny ${thing} at home?`, class: 'out_of_scope' })),
  )
  const [without, withOdd] = [taught(texts), taught([...texts, ...odd])]
  const sureOf = (model: typeof without) =>
    classify(classifierFromBytes(model.bytes), 'How do I paint my sunny horse at home?').confidence

  expect([withOdd.classes, withOdd.heldOut]).toEqual([2, without.heldOut])
  expect(sureOf(withOdd)).toBeLessThan(sureOf(without) - 0.2)
  expect(withOdd.report.confusions.map(({ actual }) => actual)).toContain('out_of_scope')
})

it('compares with the running model on texts that neither learned, in any spelling', () => {
  const running = taught(texts)
  const { places } = judgedFromBytes(running.judged)
  const next = taught(loud, running)

  expect(running.accuracy).toBeLessThan(0.9)
  expect(texts.map(({ text }) => places.get(hashOfReading(text)))).not.toContain(undefined)
  expect(next.comparison).toEqual({
    modelId: 'running',
    cases: 64,
    accuracy: next.accuracy,
    runningAccuracy: running.accuracy,
  })
})

it('reads the judgements of older models that identified texts by their exact spelling', () => {
  const running = taught(texts)
  const { places } = judgedFromBytes(running.judged)
  const bytes = Buffer.alloc(texts.length * 12)
  const earlier = judgedFromBytes(new Uint8Array())
  texts.forEach(({ text }, at) => {
    bytes.writeBigUInt64LE(earlier.hashOf(text), at * 12)
    bytes.writeInt32LE(places.get(hashOfReading(text)) ?? unjudged, at * 12 + 8)
  })
  const old = { ...running, judged: new Uint8Array(bytes) }

  expect(taught(texts, old).comparison).toEqual(taught(texts, running).comparison)
  // It may have learned one form while it was judged on the other.
  expect(taught([...texts, ...loud.slice(0, 4)], old).comparison?.cases).toBe(60)
})
