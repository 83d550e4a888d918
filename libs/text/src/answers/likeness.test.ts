import { describe, expect, it } from 'vitest'
import { answer } from './answer.ts'
import { buildAnswers } from './answer-index.ts'
import { answersFromBytes, answersToBytes } from './answers-bytes.ts'
import { likenessOf, nearlyKnown, nearlySame } from './likeness.ts'

const indexOf = (...questions: string[]) =>
  buildAnswers(
    questions.map((question, i) => ({ answerId: question, question, body: `Body ${i}.` })),
    [],
  )
const closing = ['When does it close?']
const hire = ['How to give back hired bicycles?']
const dog = ['Can I bring a dog?']
const town = [
  'When is the pool open?',
  'Can dogs come on the ferry?',
  'How do I pay by card?',
  'Where do I park my car?',
]
const pin = ['change', 'lose', 'unlock', 'block'].map((verb) => `How do I ${verb} my card PIN code?`)
const orders = [
  'How do I cancel my order?',
  'How do I return an order?',
  'When will my order arrive?',
  'Do you ship to Norway?',
]

describe('confidence', () => {
  it.each(['zebra', 'What is the capital of France?', 'hello', '你好', 'What is it?'])(
    'is near nothing for %j, which shares nothing telling with what is known, however little else is known',
    (text) => {
      const many = indexOf(
        ...closing,
        ...Array.from({ length: 300 }, (_, i) => `Where is shelf ${i} of aisle ${i % 7}?`),
      )
      for (const index of [indexOf(...closing), many]) {
        expect(answer(index, text).confidence).toBeLessThan(0.05)
      }
    },
  )

  it.each(['', ' ', '?!', '🙂'])('is 0 for %j, a text without words', (text) => {
    expect(answer(indexOf(...closing), text)).toMatchObject({ answerId: null, likeliest: null, confidence: 0 })
  })

  it('is low if the answer has only one of several words', () => {
    for (const text of ['is the library open on monday', 'Can dogs drive cars?'])
      expect(answer(indexOf(...town), text).confidence).toBeLessThan(0.4)
  })

  it('is 0 for unrelated texts even after questions were resolved', () => {
    const resolved = Array.from({ length: 80 }, (_, i) => ({
      text: `${['when', 'what time', 'how late', 'until when'][i % 4]} does the shop close ${i}`,
      answerId: closing[0]!,
      accepted: true,
    }))
    const index = buildAnswers([{ answerId: closing[0]!, question: closing[0]!, body: 'At five.' }], resolved)

    expect(answer(index, 'when does the shop close then').confidence).toBeGreaterThan(0.9)
    expect(answer(index, 'What is the capital of France?').confidence).toBeLessThan(0.05)
  })
})

describe('sameness', () => {
  it.each([
    [closing, 'WHEN DOES IT CLOSE??'],
    [closing, 'hello, when does it close please'],
    [dog, 'can i bring dog'],
    [dog, 'Can I bring the dog?'],
    [town, 'When is pool open'],
    [town, 'Where can I park the car?'],
    [pin, 'how do i change card pin code'],
    [orders, 'how can I cancel an order'],
    [hire, 'How to give back the hired bicycle?'],
  ])('of %j and %j says that they ask the same', (questions, text) => {
    const index = indexOf(...questions)

    expect(answer(index, text).sameness).toBeGreaterThanOrEqual(nearlySame)
    expect(answer(answersFromBytes(answersToBytes(index)), text)).toEqual(answer(index, text))
  })

  it.each([
    [closing, 'Why does it close?'],
    [closing, 'When does the pool close?'],
    [closing, 'Does it close?'],
    [hire, 'How to give birth at home?'],
    [hire, 'Where to give back hired bicycles?'],
    [hire, 'How to give back hired cars?'],
    [dog, 'Can I bring a cat?'],
    [dog, 'Can a dog bring me?'],
    [dog, 'Can I bring a dog sled?'],
    [dog, 'Can I not bring a dog?'],
    [town, 'When is the pool not open?'],
    [town, 'How do I pay by cash?'],
    [town, 'Can dogs come on the bus?'],
    [pin, 'How do I change my card PIN code online?'],
    [pin, 'Why did I lose my card PIN code?'],
    [orders, 'Do you ship from Norway?'],
    [orders, 'Do you ship to Sweden?'],
    [orders, 'How do I cancel my account?'],
  ])('of %j and %j says that they do not', (questions, text) => {
    expect(answer(indexOf(...questions), text).sameness).toBeLessThan(nearlySame)
  })
})

describe('nearly known questions', () => {
  const words = 'how when do can i we the my card pin order pool lose change unlock open park pay return ship'.split(
    ' ',
  )
  let seed = 7
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const madeUp = () => Array.from({ length: 2 + random(8) }, () => words[random(words.length)]).join(' ')
  const questions = Array.from({ length: 400 }, madeUp)
  const { retrieval } = buildAnswers(
    questions.map((question, i) => ({ answerId: `${i}`, question, body: `Body ${i}.` })),
    questions.slice(0, 40).map((text, i) => ({ text: `please ${text}`, answerId: `${i * 3}`, accepted: true })),
  )

  it('are the same as those found by comparing each question, in order', () => {
    const texts = [...questions, ...questions.map((question) => `${question} ${words[random(words.length)]}`)]
    let found = 0
    // Each text is compared with all questions, which takes long.
    for (const text of [...texts.filter((_, n) => n % 4 === 0), 'zebra', 'pin zebra']) {
      const looked = questions.flatMap((_, entry) => {
        const { sameness } = likenessOf(retrieval, text, retrieval.answerOf[entry]!, [entry])
        return sameness >= nearlySame ? [[entry, sameness]] : []
      })
      const best = new Map<number, number>()
      for (const { entry, sameness } of nearlyKnown(retrieval, text))
        best.set(entry, Math.max(sameness, best.get(entry) ?? 0))
      found += looked.length

      expect([...best], text).toEqual(looked)
    }
    expect(found).toBeGreaterThan(200)
  })
})
