import { randomFrom, shuffle } from '../columns/random.ts'
import { choose, gather } from './gather.ts'
import { buildPriorMix, type Lesson, type Mix, observe, setLift, standardise, step } from './mix.ts'
import { priorBase, priorWeights } from './prior-mix.ts'
import type { Ranker } from './ranker-state.ts'
import { place, width } from './signals.ts'

const epochs = 8

/**
 * Fits a mix to past questions in order of time. Each question uses the evidence before it and the outcomes before `upTo`. The first
 * round is without lift, the second with the lift that the expectations of the first leave. The mix starts from the prior and is
 * regularized towards it.
 */
export function fitMix(ranker: Ranker, questions: readonly number[], upTo: number, seed: number): Mix {
  const mix = buildPriorMix(upTo)
  const lessons: Lesson[] = []
  for (const question of questions) {
    const lesson = lessonOf(ranker, question, upTo)
    if (lesson) lessons.push(lesson)
  }
  const random = randomFrom(seed)
  for (const { rows, people } of lessons) for (let i = 0; i < people.length; i++) rows[i * width + place.lift] = 0
  rehearse(mix.base, new Float64Array(width).fill(0.01), priorBase, lessons, random)
  mix.base[place.lift] = 0
  for (const lesson of lessons) {
    for (let i = 0; i < lesson.people.length; i++) setLift(mix, lesson.rows, i * width, lesson.people[i]!)
    observe(mix, lesson, true)
  }
  rehearse(mix.weights, mix.squares, priorWeights, lessons, random)
  return mix
}

function rehearse(
  weights: Float64Array,
  squares: Float64Array,
  prior: readonly number[],
  lessons: readonly Lesson[],
  random: () => number,
): void {
  const order = Int32Array.from(lessons.keys())
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random, order.length)
    for (const i of order) step(weights, squares, prior, lessons[i]!, 1)
  }
}

/**
 * Returns the candidates of a past question when it was asked, and those who resolved it before `upTo`, from answer number
 * `firstAnswer` on. Returns `undefined` if it was not resolved.
 */
export function lessonOf(ranker: Ranker, number: number, upTo: number, firstAnswer = 0): Lesson | undefined {
  const { history, memory } = ranker
  const { answers, questions } = history
  const asker = questions.asker.data[number]!
  const from = questions.firstTerm.data[number]!
  const terms = new Set(questions.terms.data.subarray(from, questions.firstTerm.data[number + 1]!))
  const lookback = gather(ranker, { terms, asker }, questions.askedAt.data[number]!)
  const seats = choose(lookback, (person) => person !== asker)
  const lesson: Lesson = {
    people: new Int32Array(seats.length),
    rows: new Float32Array(seats.length * width),
    worth: new Uint8Array(seats.length),
  }
  let resolved = false
  seats.forEach((seat, i) => {
    const person = memory.people.data[seat]!
    lesson.people[i] = person
    lesson.rows.set(memory.rows.data.subarray(seat * width, (seat + 1) * width), i * width)
    standardise(lesson.rows, i * width)
    for (let a = questions.firstAnswer.data[number]!; a >= 0; a = answers.nextOfQuestion.data[a]!) {
      if (a < firstAnswer || answers.expert.data[a] !== person || !(answers.answeredAt.data[a]! < upTo)) continue
      lesson.worth[i] = answers.acceptedAt.data[a]! < upTo ? 2 : 1
      resolved = true
    }
  })
  return resolved ? lesson : undefined
}
