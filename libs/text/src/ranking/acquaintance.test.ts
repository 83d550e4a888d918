import { expect, it } from 'vitest'
import { acquaintances, prefer } from './acquaintance.ts'
import { addHistory, buildRanker, forgetQuestion } from './ranker.ts'

const dayMs = 86_400_000
const ranked = (expertId: string, score: number) => ({ expertId, score, reasons: ['why'], features: { words: 1 } })

it('the bonus halves in thirty days, ends, and is removed with the question', () => {
  const ranker = buildRanker([], [])
  const answers = [
    { expertId: 'bruno', answeredAt: 0, accepted: true },
    { expertId: 'carla', answeredAt: 0, accepted: true, acceptedAt: 30 * dayMs },
    { expertId: 'diego', answeredAt: 30 * dayMs, accepted: false },
  ]
  const question = { questionId: 'q', text: 'Card?', askedAt: 0, answers }
  addHistory(ranker, { ...question, askerId: 'ada' })
  addHistory(ranker, { ...question, questionId: 'p', askerId: 'ada', answers: answers.slice(0, 1) })
  addHistory(ranker, { ...question, questionId: 'o', answers: [{ expertId: 'elena', answeredAt: 0, accepted: true }] })

  const known = (askerId: string, days: number) => Object.fromEntries(acquaintances(ranker, askerId, days * dayMs))
  expect(known('ada', 30)).toEqual({ bruno: 0.5, carla: 1 })
  expect(known('ada', 300)).toEqual({})
  expect(known('adam', 0)).toEqual({})

  forgetQuestion(ranker, 'q')
  expect(known('ada', 30)).toEqual({ bruno: 0.5 })
})

it('a bonus raises experts who know the asker, each once and within the limit', () => {
  const strangers = [ranked('carla', 2), ranked('carlos', 1.2), ranked('bruno', 1)]

  const preferred = prefer(strangers, [ranked('bruno', 1)], new Map([['bruno', 0.5]]), 2)

  expect(preferred.map(({ expertId, score }) => [expertId, score])).toEqual([
    ['carla', 2],
    ['bruno', 1.5],
  ])
  expect(preferred[1]).toMatchObject({
    features: { words: 1, knowsAsker: 0.5 },
    reasons: ['gave this asker an accepted answer', 'why'],
  })
})
