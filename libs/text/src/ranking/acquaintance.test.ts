import { expect, it } from 'vitest'
import { Acquaintance, prefer } from './acquaintance.ts'

const dayMs = 86_400_000
const ranked = (expertId: string, score: number) => ({ expertId, score, reasons: ['why'], features: { words: 1 } })

it('acquaintance fades by half in thirty days, and ends', () => {
  const acquaintance = new Acquaintance()
  const answers = [
    { expertId: 'bruno', answeredAt: 0, accepted: true },
    { expertId: 'carla', answeredAt: 0, accepted: true, acceptedAt: 30 * dayMs },
    { expertId: 'carla', answeredAt: 10 * dayMs, accepted: true },
    { expertId: 'diego', answeredAt: 30 * dayMs, accepted: false },
  ]
  const question = { questionId: 'q', text: 'Card?', askedAt: 0, answers }
  acquaintance.learn({ ...question, askerId: 'ada' })
  acquaintance.learn(question)

  expect([...acquaintance.bonuses('ada', 30 * dayMs)]).toEqual([
    ['bruno', 0.5],
    ['carla', 1],
  ])
  expect(acquaintance.bonuses('ada', 300 * dayMs).size).toBe(0)
  expect(acquaintance.bonuses('adam', 0).size).toBe(0)
})

it('a bonus lifts those who know the asker among the others, each once, and no more than fit', () => {
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
