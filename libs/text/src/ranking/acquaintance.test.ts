import { expect, it } from 'vitest'
import { acquaintances } from './acquaintance.ts'
import { addHistory, buildRanker, forgetQuestion } from './ranker.ts'

const dayMs = 86_400_000

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
