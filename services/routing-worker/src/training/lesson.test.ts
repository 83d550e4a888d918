import { classifierFromBytes, classify } from '@askline/text'
import { expect, it } from 'vitest'
import { hashOfReading, judgedFromBytes, unjudged } from './judged.ts'
import { addTexts, openLesson, trainOn } from './lesson.ts'

const topics = { card: 'card plastic chip contactless', loan: 'loan mortgage interest instalment' }
const verbs = ['change', 'stop', 'find', 'lose', 'order', 'check', 'block', 'explain']
// Every seventh has the other class: who has learned it knows it, and nobody else can.
const texts = Object.entries(topics)
  .flatMap(([name, words]) =>
    words.split(' ').flatMap((word) => verbs.map((verb) => ({ text: `How do I ${verb} my ${word}?`, class: name }))),
  )
  .map((one, at) => (at % 7 === 0 ? { ...one, class: one.class === 'card' ? 'loan' : 'card' } : one))
const loud = texts.map(({ text, class: name }) => ({ text: text.toUpperCase(), class: name }))

function taught(rows: typeof texts, running?: NonNullable<ReturnType<typeof trainOn>>) {
  const lesson = openLesson()
  addTexts(lesson, rows)
  const model = trainOn(lesson, {
    language: 'en',
    ...(running ? { running: { modelId: 'running', bytes: running.bytes, judged: running.judged } } : {}),
  })
  if (!model) throw new Error('There was enough to learn from.')
  return model
}

it('counts what is uploaded again once, and promises no more by it', () => {
  const once = taught(texts)
  const again = taught([...texts, ...loud.reverse()])

  expect([again.examples, again.heldOut, again.accuracy]).toEqual([64, 64, once.accuracy])
  expect(again.report).toEqual(once.report)
})

it('has too little of a class that is one text in five forms', () => {
  const lesson = openLesson()
  const forms = ['Refund?', 'refund', 'REFUND!', ' refund ', '"Refund"']
  addTexts(lesson, [...texts, ...forms.map((text) => ({ text, class: 'refund' }))])

  expect(trainOn(lesson, { language: 'en' })?.classes).toBe(2)
})

it('gives questions no class that are like those out of scope', () => {
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

it('compares with the running model on what neither had learned, however it is written', () => {
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

it('reads the judgements of models that knew texts letter by letter', () => {
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
