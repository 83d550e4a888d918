import { describe, expect, it } from 'vitest'
import { pack, UnreadableBytesError, unpack } from '../columns/bytes.ts'
import { randomFrom } from '../columns/random.ts'
import { finish } from '../columns/take-steps.ts'
import { drawNewcomer, isTrying } from './exploration.ts'
import { rank } from './rank.ts'
import { addHistory, buildRanker, countQuestions, forgetQuestion, learn, refit, updateExpert } from './ranker.ts'
import { loadRanker, rankerFromBytes, rankerToBytes } from './ranker-bytes.ts'
import { learnedUpTo, type Ranker } from './ranker-state.ts'
import type { OpenQuestion, ResolvedQuestion } from './resolved-question.ts'
import { isHopeless, shouldRoute } from './should-route.ts'

const day = 86_400_000
const topics = ['visa embassy passport', 'train ticket railway', 'hotel booking room', 'luggage airline flight']

/** Two experts per topic; one of the first pair answers nearly everything lately. */
function history(count: number): ResolvedQuestion[] {
  const random = randomFrom(5)
  return Array.from({ length: count }, (_, i) => {
    const topic = i % topics.length
    const askedAt = i * day
    const expertId = random() < 0.2 ? 'busy' : `expert-${topic}-${random() < 0.7 ? 'a' : 'b'}`
    return {
      questionId: `q${i}`,
      askerId: `asker-${i % 17}`,
      text: `${topics[topic]} question ${Math.floor(random() * 50)}`,
      askedAt,
      answers: [{ expertId, answeredAt: askedAt + day / 4, accepted: random() < 0.8 }],
    }
  })
}

const answered = (questionId: string, expertId: string, on: number, accepted = true): ResolvedQuestion => ({
  questionId,
  text: 'visa passport',
  askedAt: on * day,
  answers: [{ expertId, answeredAt: on * day + 1, accepted }],
})
const ids = (ranked: readonly { expertId: string }[]) => ranked.map(({ expertId }) => expertId)
const asOf = 400 * day

describe('ranking', () => {
  it('compares a long question with past ones by as much of it as it would be learned by, and with profiles whole', () => {
    const ranker = buildRanker(history(400), [{ expertId: 'customs', topics: ['customs'] }])
    const filler = Array.from({ length: 80 }, (_, i) => `filler${i}`).join(' ')
    const short = { text: `railway ticket for a train ${filler}` }
    const long = { text: `${short.text} visa passport embassy customs` }
    const scores = (question: OpenQuestion) => rank(ranker, question, { asOf, limit: 20 })

    expect(shouldRoute(ranker, long, { asOf })).toEqual(shouldRoute(ranker, short, { asOf }))
    expect(scores(long).filter(({ expertId }) => expertId !== 'customs')).toEqual(
      scores(short).filter(({ expertId }) => expertId !== 'customs'),
    )
    expect(scores(long).find(({ expertId }) => expertId === 'customs')?.features['topic']).toBeGreaterThan(0)
  })

  it('ranks experts who resolved similar questions first', () => {
    const ranker = buildRanker(history(200), [])

    expect(ids(rank(ranker, { text: 'railway ticket for a train' }, { asOf: 200 * day, limit: 2 }))).toContain(
      'expert-1-a',
    )
    expect(ids(rank(ranker, { text: 'lost luggage after a flight' }, { asOf: 200 * day, limit: 2 }))).toContain(
      'expert-3-a',
    )
  })

  it('ranks and judges as of a past time alike, whatever words questions have had since', () => {
    const then = 200 * day
    const past = history(400)
    const reworded = past.map((one) => (one.askedAt < then ? one : { ...one, text: 'railway visa passport' }))
    const question = { text: 'railway ticket for a train to the embassy' }

    const [told, toldLater] = [past, reworded].map((known) => {
      const ranker = buildRanker(known)
      return [rank(ranker, question, { asOf: then }), shouldRoute(ranker, question, { asOf: then })]
    })
    expect(toldLater).toEqual(told)
  })

  it('reads no evidence at or after asOf', () => {
    const past = history(200)
    const cut = 150 * day
    const whole = buildRanker(past, [])
    const cleared = buildRanker(
      past
        .filter(({ askedAt }) => askedAt < cut)
        .map((question) => ({ ...question, answers: question.answers.filter((a) => a.answeredAt < cut) })),
      [],
    )
    const known = (ranker: typeof whole) =>
      rank(ranker, { text: 'hotel room' }, { asOf: cut, limit: 9 }).map(({ expertId, features }) => [
        expertId,
        {
          ...features,
          lift: 0,
        },
      ])

    expect(Object.fromEntries(known(whole))).toEqual(Object.fromEntries(known(cleared)))
    expect(rank(whole, { text: 'hotel room' }, { asOf: 0 })).toEqual([])
  })

  it('ranks experts who answer more higher', () => {
    const past = Array.from({ length: 120 }, (_, i): ResolvedQuestion => {
      const isRare = i % 10 === 0
      const answered = (expertId: string) => ({ expertId, answeredAt: i * day + 1, accepted: false })
      return {
        questionId: `q${i}`,
        text: isRare ? 'ferry' : `hotel ${i % 7}`,
        askedAt: i * day,
        answers: [answered('busy'), ...(isRare ? [answered('captain')] : [])],
      }
    })
    const ranked = rank(buildRanker(past, []), { text: 'ferry' }, { asOf: 120 * day })
    const liftOf = (expert: string) => ranked.find(({ expertId }) => expertId === expert)?.features['wordLift'] ?? 0

    expect(liftOf('captain')).toBeGreaterThan(1)
    expect(liftOf('busy')).toBeLessThan(0)
  })

  it('reads tags apart from words, under texts of any length', () => {
    const long = Array.from({ length: 100 }, (_, i) => `word${i}`).join(' ')
    const past = Array.from({ length: 60 }, (_, i): ResolvedQuestion => {
      const tag = i % 2 === 0 ? 'ferry' : 'hotel'
      const answers = [{ expertId: `expert-${tag}`, answeredAt: i * day + 1, accepted: false }]
      return { questionId: `q${i}`, text: `${long} other${i}`, tags: [tag], askedAt: i * day, answers }
    })
    const ranker = buildRanker(past, [])
    const [best] = rank(ranker, { text: long, tags: ['ferry'] }, { asOf: 61 * day })

    expect(best?.expertId).toBe('expert-ferry')
    expect(best?.features['tagLift']).toBeGreaterThan(0.3)
    expect(Math.abs(best?.features['wordLift'] ?? 1)).toBeLessThan(0.3)
    const { firstTerm, terms } = ranker.history.questions
    expect(ranker.history.tags.has(terms.data[firstTerm.data[59]!]!)).toBe(true)
  })

  it('counts an answer and its acceptance each from its own time', () => {
    const answered = { expertId: 'carla', answeredAt: 10 * day, accepted: true, acceptedAt: 20 * day }
    const ranker = buildRanker([{ questionId: 'q', text: 'visa', askedAt: 9 * day, answers: [answered] }], [])
    expect(rank(ranker, { text: 'visa' }, { asOf: 10 * day })).toEqual([])
    const acceptedAt = (at: number) => rank(ranker, { text: 'visa' }, { asOf: at })[0]?.features['similarAccepted']

    expect(acceptedAt(15 * day)).toBe(0)
    expect(acceptedAt(21 * day)).toBeGreaterThan(0)
  })

  it('never returns the asker, or anyone but the candidates', () => {
    const ranker = buildRanker(history(100), [])
    const question = { text: 'visa passport', askerId: 'expert-0-a' }

    expect(ids(rank(ranker, question, { asOf }))).not.toContain('expert-0-a')
    expect(ids(rank(ranker, question, { asOf, candidates: new Set(['expert-0-a', 'expert-0-b']) }))).toEqual([
      'expert-0-b',
    ])
  })

  it('adds a bonus to the score of an expert, with a reason, before it selects the best', () => {
    const ranker = buildRanker(history(100), [])
    const question = { text: 'visa passport', askerId: 'asker-1' }
    const plain = rank(ranker, question, { asOf, limit: 20 })
    const last = plain.at(-1)!

    const [first, ...others] = rank(ranker, question, { asOf, limit: 3, bonuses: new Map([[last.expertId, 100]]) })

    expect(first).toEqual({
      expertId: last.expertId,
      score: last.score + 100,
      features: { ...last.features, knowsAsker: 100 },
      reasons: ['gave this asker an accepted answer', ...last.reasons],
    })
    expect(others).toEqual(plain.slice(0, 2))
    const candidates = new Set(ids(plain.slice(0, 2)))
    expect(ids(rank(ranker, question, { asOf, candidates, bonuses: new Map([[last.expertId, 100]]) }))).toEqual([
      ...candidates,
    ])
  })

  it('an expert with a bonus has the same score among many experts as alone', () => {
    const ranker = buildRanker([], [])
    addHistory(ranker, answered('first', 'forgotten', 1))
    for (let i = 0; i < 3_000; i++)
      addHistory(ranker, answered(`q${i}`, i === 1_500 ? 'rare' : `expert-${i % 200}`, 2 + i))
    const question = { text: 'train ticket' }
    const late = { asOf: 4_000 * day, limit: 5 }
    for (const expertId of ['forgotten', 'rare', 'expert-199']) {
      const bonuses = new Map([[expertId, 1_000]])
      const [alone] = rank(ranker, question, { ...late, bonuses, candidates: [expertId] })
      expect(rank(ranker, question, { ...late, bonuses })[0]).toEqual(alone)
      expect(alone?.expertId).toBe(expertId)
    }
  })

  it('counts a new outcome at once, and the same question again as one', () => {
    const ranker = buildRanker(history(100), [])
    const outcome = {
      questionId: 'new',
      text: 'ferry timetable',
      askedAt: 390 * day,
      answers: [{ expertId: 'dora', answeredAt: 391 * day, accepted: false }],
    }
    learn(ranker, outcome)
    learn(ranker, { ...outcome, answers: [{ ...outcome.answers[0]!, accepted: true }] })
    const dora = rank(ranker, { text: 'ferry timetable' }, { asOf }).find(({ expertId }) => expertId === 'dora')

    expect(dora?.features['answers']).toBeCloseTo(Math.log1p(1))
    expect(dora?.reasons).toContain('gave accepted answers to similar questions')
  })

  it('later evidence does not change a ranking as of an earlier time', () => {
    const past = history(120)
    const ranker = buildRanker(past.slice(0, 100), [])
    const at = 100 * day
    const before = rank(ranker, { text: 'hotel room' }, { asOf: at })
    const { text, ...later } = { ...past[119]!, askedAt: at + 1 }
    for (let i = 0; i < 20; i++)
      learn(ranker, {
        ...later,
        text: `${text} ${i}`,
        questionId: `later-${i}`,
        answers: [{ expertId: 'busy', answeredAt: at + 2, accepted: true }],
      })
    const scoresOf = (ranked: typeof before) =>
      ranked.map(({ expertId, features }) => [expertId, features['lift'], features['active15d']])

    expect(scoresOf(rank(ranker, { text: 'hotel room' }, { asOf: at }))).toEqual(scoresOf(before))
    expect(scoresOf(rank(ranker, { text: 'hotel room' }, { asOf: at + day }))).not.toEqual(scoresOf(before))
  })

  it('a replay of the past uses a mix of earlier evidence only', () => {
    const whole = buildRanker(history(300), [])
    const question = { text: 'luggage flight' }
    const [then] = rank(whole, question, { asOf: 150 * day })
    const [now] = rank(whole, question, { asOf })

    expect(whole.pastMixes.size).toBe(1)
    expect(then?.features['lift']).not.toBe(now?.features['lift'])
  })

  it('a forgotten question has no effect', () => {
    const past = history(60)
    const ranker = buildRanker(past, [])
    for (const { questionId, answers } of past)
      if (answers[0]!.expertId === 'expert-2-a') forgetQuestion(ranker, questionId)

    expect(ids(rank(ranker, { text: 'hotel booking' }, { asOf, limit: 50 }))).not.toContain('expert-2-a')
  })

  it('ranks newcomers by profile, language and load', () => {
    const languages: string[] = []
    const ranker = buildRanker(
      [],
      [
        { expertId: 'bruno', languages, topics: ['billing'] },
        { expertId: 'carla', languages: ['fr'], topics: ['billing'] },
        { expertId: 'dora', languages, topics: [] },
      ],
    )
    const question = { text: 'a billing matter', language: 'en' }

    expect(ids(rank(ranker, question, { asOf }))).toEqual(['bruno', 'dora', 'carla'])
    expect(ids(rank(ranker, question, { asOf, load: new Map([['bruno', 2]]) }))).toEqual(['dora', 'bruno', 'carla'])
    updateExpert(ranker, { expertId: 'dora', languages, topics: ['billing'], declaredLevels: { billing: 1 } })
    expect(ids(rank(ranker, { ...question, topic: 'billing' }, { asOf }))[0]).toBe('dora')
  })

  it('counts a declared level if the question is about its topic, in any spelling of the topic', () => {
    const expert = (expertId: string, topic: string, level: number) => ({
      expertId,
      languages: ['en'],
      topics: [],
      declaredLevels: { [topic]: level },
    })
    const levels = (question: OpenQuestion) => {
      const experts = [
        expert('ada', 'card delivery', 0.2),
        expert('bruno', 'Card_Delivery', 1),
        expert('carla', 'cards-deliveries', 0.6),
        expert('dora', 'card delivery abroad', 1),
        expert('emil', 'IT', 1),
      ]
      const ranked = rank(buildRanker([], experts), question, { asOf })
      return Object.fromEntries(ranked.map(({ expertId, features }) => [expertId, features['level']]))
    }
    const inAll = { ada: 0.2, bruno: 1, carla: 0.6, dora: 0, emil: 0 }

    expect(levels({ text: 'My cards: when are their deliveries?' })).toEqual(inAll)
    expect(levels({ text: 'When?', tags: ['card-delivery'] })).toEqual(inAll)
    expect(levels({ text: 'Is my card lost?', topic: 'delivery_time' })).toEqual(inAll)
    expect(levels({ text: 'Is it lost?', topic: 'it' })).toEqual({ ada: 0, bruno: 0, carla: 0, dora: 0, emil: 1 })
  })

  it('ranks the highest level above the lowest by a fixed amount and gives the reason', () => {
    const topics: string[] = []
    const declared = (expertId: string, level: number) => ({
      expertId,
      languages: topics,
      topics,
      declaredLevels: { 'card delivery': level },
    })
    const ranker = buildRanker(history(100), [declared('ada', 0.2), declared('bruno', 1)])
    const [first, second] = rank(
      ranker,
      { text: 'card delivery: my card has not arrived' },
      { asOf, candidates: new Set(['ada', 'bruno']) },
    )

    expect([first?.expertId, second?.expertId]).toEqual(['bruno', 'ada'])
    expect((first?.score ?? 0) - (second?.score ?? 0)).toBeCloseTo(0.8)
    expect(first?.reasons).toContain('declares a high level in this topic')
    expect(second?.reasons).not.toContain('declares a high level in this topic')
  })

  it('reports a habit only for experts who answered at least five questions', () => {
    const reasonsAfter = (answers: number) => {
      const ranker = buildRanker(
        Array.from({ length: answers }, (_, i) => answered(`q${i}`, 'ada', i)),
        [],
      )
      return rank(ranker, { text: 'visa' }, { asOf: answers * day })[0]?.reasons
    }
    const habits = ['most answers get accepted', 'often answers at this hour']

    expect(reasonsAfter(4)).toContain('gave accepted answers to similar questions')
    for (const habit of habits) expect(reasonsAfter(4)).not.toContain(habit)
    expect(reasonsAfter(5)).toEqual(expect.arrayContaining(habits))
  })

  it('ranks experts of another language behind all others, regardless of their record', () => {
    const many = Array.from({ length: 60 }, (_, i) => ({ expertId: `en-${i}`, languages: ['en'], topics: ['visa'] }))
    const experts = [
      ...many,
      { expertId: 'expert-0-a', languages: ['en-GB'], topics: ['visa'] },
      { expertId: 'hans', languages: ['de-AT'], topics: [] },
      { expertId: 'heidi', languages: [], topics: [] },
    ]
    const ranker = buildRanker(history(200), experts)
    const question = { text: 'visa passport embassy', language: 'de' }
    const candidates = new Set(experts.map(({ expertId }) => expertId))
    const ranked = (limit: number) => rank(ranker, question, { asOf, candidates, limit })

    expect(ids(ranked(2)).toSorted()).toEqual(['hans', 'heidi'])
    expect(ids(ranked(3))[2]).toBe('expert-0-a')
    const scores = ranked(30).map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(ids(rank(ranker, { ...question, language: 'en' }, { asOf, candidates, limit: 1 }))).toEqual(['expert-0-a'])
  })

  it('ranks the same after it was written to bytes and read back, and can learn more', () => {
    const ranker = buildRanker(history(120), [{ expertId: 'dora', languages: ['en'], topics: ['visa'] }])
    const copy = rankerFromBytes(rankerToBytes(ranker))
    const question = { text: 'passport for a visa' }

    expect(rank(copy, question, { asOf })).toEqual(rank(ranker, question, { asOf }))
    learn(copy, {
      questionId: 'x',
      ...question,
      askedAt: asOf,
      answers: [{ expertId: 'dora', answeredAt: asOf, accepted: true }],
    })
    expect(rank(copy, question, { asOf: asOf + 1 })[0]?.expertId).toBeDefined()
    expect(rankerFromBytes(rankerToBytes(buildRanker([], []))).history.people.ids).toEqual([])
  })

  it('is the same from bytes with breaths between, and from questions recalled one by one', async () => {
    const past = history(120)
    const ranker = buildRanker(past, [])
    const recalled = buildRanker([], [])
    for (const question of past) addHistory(recalled, question)
    refit(recalled)
    let breaths = 0
    const loaded = await loadRanker(rankerToBytes(ranker), () => {
      breaths++
      return undefined
    })

    const best = (one: typeof ranker) => rank(one, { text: 'passport for a visa' }, { asOf })
    expect(best(loaded)).toEqual(best(ranker))
    expect(best(recalled)).toEqual(best(ranker))
    expect([countQuestions(loaded), countQuestions(recalled)]).toEqual([120, 120])
    expect(breaths).toBeGreaterThan(20)
    await expect(loadRanker(new Uint8Array(64), () => undefined)).rejects.toThrow(UnreadableBytesError)
  })

  it('ranks by the prior if the bytes do not have the current signals', () => {
    const whole = unpack(rankerToBytes(buildRanker(history(200), [])), 'ranker')
    const { tags, ...columns } = whole.columns
    const older = pack({ ...whole, columns: { ...columns, weights: new Float64Array(22), base: new Float64Array(22) } })
    const ranked = rank(rankerFromBytes(older), { text: 'railway ticket for a train' }, { asOf: 200 * day, limit: 2 })

    expect(tags).toBeDefined()
    expect(ids(ranked)).toContain('expert-1-a')
    expect(ranked.every(({ score }) => Number.isFinite(score))).toBe(true)
  })

  it('the learned mix beats popularity and votes if both matter', () => {
    const ranker = buildRanker(history(400), [])
    const later = history(520).slice(400)
    const hits = later.filter((question) => {
      const [best] = rank(ranker, question, { asOf: question.askedAt, limit: 1 })
      learn(ranker, question)
      return best?.expertId === question.answers[0]!.expertId
    })

    expect(hits.length / later.length).toBeGreaterThan(0.45)
  })
})

describe('arguments', () => {
  const [question] = history(1) as [ResolvedQuestion]
  const answer = { expertId: 'a', answeredAt: 1, accepted: true }

  it('are optional if the default is unambiguous', () => {
    const ranker = buildRanker(history(100))
    updateExpert(ranker, { expertId: 'dora' })

    expect(ids(rank(ranker, question, { asOf, candidates: ['dora', 'busy'] })).toSorted()).toEqual(['busy', 'dora'])
    expect(ids(rank(ranker, question, { asOf, candidates: new Map([['dora', 1]]).keys() }))).toEqual(['dora'])
    expect(shouldRoute(ranker, question, { asOf, candidates: [] }).confidence).toBe(0)
    expect(ids(rank(rankerFromBytes(rankerToBytes(ranker)), question, { asOf, candidates: ['dora'] }))).toEqual([
      'dora',
    ])
  })

  it.each([
    ['asOf', TypeError, (r) => rank(r, question, {} as never)],
    ['asOf', TypeError, (r) => rank(r, question, undefined as never)],
    ['asOf', TypeError, (r) => rank(r, question, { asOf: '2026-01-01' as never })],
    ['asOf', RangeError, (r) => rank(r, question, { asOf: Number.NaN })],
    ['asOf', RangeError, (r) => shouldRoute(r, question, { asOf: Number.POSITIVE_INFINITY })],
    ['candidates', TypeError, (r) => rank(r, question, { asOf, candidates: 'dora' })],
    ['text', TypeError, (r) => rank(r, {} as never, { asOf })],
    ['tags', TypeError, (r) => rank(r, { ...question, tags: 'visa' as never }, { asOf })],
    ['tags[]', TypeError, (r) => rank(r, { text: 'visa', tags: [5 as never] }, { asOf })],
    ['topic', TypeError, (r) => rank(r, { text: 'visa', topic: null as never }, { asOf })],
    ['limit', RangeError, (r) => rank(r, { text: 'visa' }, { asOf, limit: -1 })],
    ['limit', TypeError, (r) => rank(r, { text: 'visa' }, { asOf, limit: '5' as never })],
    ['load', RangeError, (r) => rank(r, { text: 'visa' }, { asOf, load: { get: () => Number.NaN } })],
    ['load', RangeError, (r) => rank(r, { text: 'visa' }, { asOf, load: { get: () => -1 } })],
    ['answers[].score', RangeError, (r) => learn(r, { ...question, answers: [{ ...answer, score: Number.NaN }] })],
    ['answers[].rating', TypeError, (r) => learn(r, { ...question, answers: [{ ...answer, rating: '5' as never }] })],
    [
      'answers[].acceptedAt',
      RangeError,
      (r) => learn(r, { ...question, answers: [{ ...answer, acceptedAt: Number.NaN }] }),
    ],
    ['language', TypeError, (r) => addHistory(r, { ...question, language: null as never })],
    ['question', TypeError, (r) => learn(r, undefined as never)],
    ['questionId', TypeError, (r) => learn(r, { question: 'q', answer: 'a' } as never)],
    ['askedAt', RangeError, (r) => learn(r, { ...question, askedAt: Number.NaN })],
    ['answers', TypeError, (r) => learn(r, { ...question, answers: undefined as never })],
    ['answers[].expertId', TypeError, (r) => learn(r, { ...question, answers: [{ answeredAt: 1 } as never] })],
    ['answers[].answeredAt', TypeError, (r) => addHistory(r, { ...question, answers: [{ expertId: 'a' } as never] })],
    ['text', TypeError, () => buildRanker([{ ...question, text: 5 as never }])],
    ['expertId', TypeError, (r) => updateExpert(r, { languages: ['en'] } as never)],
  ] as [string, typeof Error, (ranker: Ranker) => unknown][])(
    '%s is named where it is not what it is to be',
    (field, kind, act) => {
      const ranker = buildRanker(history(30))
      const thrown = (() => {
        try {
          act(ranker)
          return undefined
        } catch (error) {
          return error
        }
      })()

      expect(thrown).toBeInstanceOf(kind)
      expect((thrown as Error).message.startsWith(`${field} must be `)).toBe(true)
      expect(countQuestions(ranker)).toBe(30)
    },
  )
})

describe('exploring', () => {
  const asOf = 19 * day
  const veterans = ['ada', 'bruno', 'carla'].flatMap((expertId, n) =>
    Array.from({ length: 6 }, (_, i) => answered(`${expertId}-${i}`, expertId, 3 * i + n)),
  )
  const newcomers = ['dora', 'emil', 'frida'].map((expertId) => ({ expertId, languages: ['en'], topics: [] }))
  const company = () => buildRanker(veterans, newcomers)
  const question = { text: 'visa passport' }
  const explored = (ranker: ReturnType<typeof company>, share: number, seed: number, more = {}) =>
    rank(ranker, question, { asOf, limit: 3, explore: { share, seed, ...more } })

  it('gives the last place to each expert with a short record in about the configured share, with a reason', () => {
    const ranker = company()
    const best = ids(rank(ranker, question, { asOf, limit: 3 }))
    const all = Array.from({ length: 2_000 }, (_, seed) => explored(ranker, 0.1, seed))
    const tried = all.filter((ranked) => ids(ranked)[2] !== best[2])

    expect(tried.length / 2_000).toBeGreaterThan(0.08)
    expect(tried.length / 2_000).toBeLessThan(0.12)
    expect(all.every((ranked) => ids(ranked).slice(0, 2).join() === best.slice(0, 2).join())).toBe(true)
    for (const { expertId } of newcomers)
      expect(tried.filter((ranked) => ids(ranked)[2] === expertId).length).toBeGreaterThan(30)
    expect(tried[0]?.[2]?.reasons[0]).toBe('has given fewer than 5 answers and is asked so as to earn a record')
    expect(tried[0]?.[2]?.features['tried']).toBe(1)
  })

  it('tries the same expert for the same seed, in any order of the experts', () => {
    const there = company()
    const back = buildRanker(veterans, newcomers.toReversed())
    for (const seed of ['a', 'b', 'c', 'd']) {
      const explore = { share: 1, seed }
      const ranked = rank(there, question, { asOf, limit: 3, explore })
      expect(ids(rank(back, question, { asOf, limit: 3, explore }))).toEqual(ids(ranked))
    }
  })

  it('uses only the requested place, never the first, and only for an eligible expert', () => {
    const ranker = company()
    const [first, second, third] = ids(rank(ranker, question, { asOf, limit: 3 }))

    expect(ids(explored(ranker, 1, 7, { place: 2 })).filter((id) => id !== first)).toEqual([
      expect.stringMatching(/dora|emil|frida/),
      second,
    ])
    expect(ids(explored(ranker, 1, 7, { place: 1 }))).toEqual([first, second, third])
    const candidates = new Set(['ada', 'bruno', 'carla', 'emil'])
    const only = rank(ranker, question, { asOf, limit: 3, candidates, explore: { share: 1, seed: 7 } })
    expect(ids(only)).toEqual([first, second, 'emil'])
    const alone = rank(ranker, question, { asOf, limit: 4, candidates, explore: { share: 1, seed: 7 } })
    expect(alone.map(({ features }) => features['tried'] ?? 0)).toEqual([0, 0, 0, 0])
  })

  it('prefers experts whose few answers were accepted', () => {
    const few = [
      ...[1, 2, 3, 4].map((i) => answered(`good-${i}`, 'dora', 10 + i)),
      ...[1, 2, 3, 4].map((i) => answered(`poor-${i}`, 'emil', 10 + i, false)),
    ]
    const ranker = buildRanker([...veterans, ...few], [])
    const names = ['ada', 'dora', 'emil']
    const people = names.map((id) => ranker.history.people.numbers.get(id)!)
    const anybody = () => true
    const tried = Array.from({ length: 500 }, (_, seed) =>
      finish(drawNewcomer(ranker, names, anybody, asOf, { share: 1, seed })),
    )
    const often = (person?: number) => tried.filter((one) => one === person).length

    expect(often(people[0])).toBe(0)
    expect(often(people[1])).toBeGreaterThan(4 * often(people[2]))
    expect(isTrying({ share: 0, seed: 1 })).toBe(false)
  })

  it('are drawn from many candidates in steps of at most 1,024', () => {
    const ranker = buildRanker(veterans, [])
    const names = Array.from({ length: 10_000 }, (_, n) => `expert-${n}`)
    const nobody = () => false
    const steps = drawNewcomer(ranker, names, nobody, asOf, { share: 1, seed: 1 })

    // Ten thousand lots, of which 4,096 are looked at.
    expect([...steps]).toHaveLength(9 + 4)
  })
})

describe('whether to route', () => {
  it('expects less if similar questions stayed unanswered', () => {
    const unanswered = Array.from({ length: 150 }, (_, i) => ({
      questionId: `u${i}`,
      text: `quantum gravity riddle ${i % 7}`,
      askedAt: i * 2.5 * day,
      answers: [],
    }))
    const ranker = buildRanker([...history(380), ...unanswered], [])
    const advice = (text: string) => shouldRoute(ranker, { text }, { asOf })

    expect(advice('visa for my passport').confidence).toBeGreaterThan(
      advice('a quantum gravity riddle').confidence + 0.2,
    )
    expect(advice('visa for my passport').estimatedResponseTimeInMillis).toBe(day / 4)
    expect(shouldRoute(ranker, { text: 'visa' }, { asOf, candidates: new Set() })).toMatchObject({
      shouldRoute: false,
      confidence: 0,
    })
  })

  it('the confidence does not depend on the hour of the day', () => {
    const minute = 60_000
    const settled = Array.from({ length: 600 }, (_, i): ResolvedQuestion => {
      const text = i % 2 === 0 ? `When does museum ${i} open?` : `Which zebra plays instrument ${i}?`
      const answer = { expertId: 'dora', answeredAt: i * day + 20 * minute, accepted: true }
      return { questionId: `q${i}`, text, askedAt: i * day, answers: i % 2 === 0 ? [answer] : [] }
    })
    const ranker = buildRanker(settled)
    const confidences = [0.5, 5.5, 14].map(
      (hour) =>
        shouldRoute(ranker, { text: 'Which zebra plays?' }, { asOf: 600 * day + hour * 60 * minute }).confidence,
    )

    for (const confidence of confidences) expect(confidence).toBeLessThan(0.2)
    expect(Math.max(...confidences) - Math.min(...confidences)).toBeLessThan(0.01)
  })

  it('the confidence does not depend on the length of the question', () => {
    const answers = (i: number) => (i % 2 === 0 ? [{ expertId: 'dora', answeredAt: i * day + 1, accepted: true }] : [])
    const settled = Array.from({ length: 600 }, (_, i): ResolvedQuestion => {
      const text = i % 2 === 0 ? `When does museum ${i} open?` : `Which zebra plays instrument ${i}?`
      return { questionId: `q${i}`, text, askedAt: i * day, answers: answers(i) }
    })
    const ranker = buildRanker(settled)
    const loaded = rankerFromBytes(rankerToBytes(ranker))

    for (const text of [
      'zebra',
      'Which zebra plays?',
      'Which zebra plays an instrument of instruments, and which plays none?',
    ]) {
      const { confidence } = shouldRoute(ranker, { text }, { asOf: 600 * day })
      expect(confidence).toBeLessThan(0.1)
      expect(shouldRoute(loaded, { text }, { asOf: 600 * day }).confidence).toBe(confidence)
    }
    expect(shouldRoute(ranker, { text: 'museum' }, { asOf: 600 * day }).confidence).toBeGreaterThan(0.9)
  })

  it('uses the plain share of resolved questions if the bytes have other clues', () => {
    const riddle = (i: number) => ({ questionId: `u${i}`, text: 'a riddle', askedAt: i * 2 * day, answers: [] })
    const ranker = buildRanker([...history(380), ...Array.from({ length: 150 }, (_, i) => riddle(i))])
    const packed = unpack(rankerToBytes(ranker), 'ranker')
    const [five, six] = [new Float64Array(5), new Float64Array(6)]
    const columns = { ...packed.columns, prospectMeans: five, prospectDeviations: five, prospectWeights: six }
    const before = rankerFromBytes(pack({ ...packed, columns }))
    const advice = shouldRoute(before, { text: 'visa passport embassy' }, { asOf })

    expect(advice.confidence).toBe(ranker.prospects.share)
    expect(advice.cases).toBeGreaterThan(300)
  })

  it('uses the share of resolved questions, and guesses for an unrelated text', () => {
    const accepted = history(380).map((one) => ({
      ...one,
      answers: one.answers.map((a) => ({ ...a, accepted: true })),
    }))
    const ranker = buildRanker(accepted, [])
    const advice = (text: string) => shouldRoute(ranker, { text }, { asOf })
    const [known, half, unknown] = [advice('visa passport embassy'), advice('visa zebra'), advice('zebra')]

    expect(known.confidence).toBeGreaterThan(0.95)
    expect(known.cases).toBeGreaterThan(300)
    expect(half).toMatchObject({ confidence: 0.5, cases: 0 })
    expect(unknown).toMatchObject({ confidence: 0.5, cases: 0 })
  })

  it('uses only earlier evidence for a past time, and all evidence for the present', () => {
    const cut = 300 * day
    const riddle = (i: number) => ({
      questionId: `u${i}`,
      text: `quantum gravity riddle ${i % 7}`,
      askedAt: i * 2 * day,
      answers: i * 2 * day < cut ? [] : [{ expertId: 'dora', answeredAt: i * 2 * day + 1, accepted: true }],
    })
    const past = [...history(400), ...Array.from({ length: 200 }, (_, i) => riddle(i))]
    const before = past
      .filter(({ askedAt }) => askedAt < cut)
      .map((one) => ({ ...one, answers: one.answers.filter(({ answeredAt }) => answeredAt < cut) }))
    const [whole, then] = [buildRanker(past), buildRanker(before)]
    const chance = (ranker: Ranker, at: number, text = 'a quantum gravity riddle') =>
      shouldRoute(ranker, { text }, { asOf: at }).confidence

    expect(chance(then, cut)).toBeLessThan(0.2)
    expect(Math.abs(chance(whole, cut) - chance(then, cut))).toBeLessThan(0.1)
    expect(Math.abs(chance(whole, cut, 'visa passport') - chance(then, cut, 'visa passport'))).toBeLessThan(0.1)
    expect([whole.pastMixes.size, then.pastMixes.size]).toEqual([1, 0])
    expect(chance(whole, asOf)).toBeGreaterThan(chance(whole, cut) + 0.3)
    expect(whole.pastMixes.size).toBe(1)
  })

  it('guesses for an unrelated text, and is hopeless if nearly no past question was resolved', () => {
    const mixed = history(400).map((one, i) => (i % 4 === 0 ? { ...one, answers: [] } : one))
    const few = history(400).map((one, i) => (i % 100 === 1 ? one : { ...one, answers: [] }))
    const [ranker, poor] = [buildRanker(mixed), buildRanker(few)]
    const visa = { text: 'visa embassy passport question 7' }
    const zebra = { text: 'zebra giraffe and one question' }

    expect(shouldRoute(ranker, visa, { asOf })).toMatchObject({ shouldRoute: false })
    expect(shouldRoute(ranker, zebra, { asOf })).toMatchObject({ confidence: 0.5, cases: 0 })
    expect(isHopeless(poor, visa, { asOf, least: 0.3 })).toMatchObject({ isHopeless: true })
    expect(isHopeless(poor, zebra, { asOf, least: 0.6 })).toMatchObject({ isHopeless: false, cases: 0 })
  })

  it('does not count a question as unresolved while it is too recent to be resolved', () => {
    const slow = history(400).map((question, i) => {
      const at = question.askedAt + 40 * day
      const isResolved = i % 7 > 1 && at < asOf
      return { ...question, answers: isResolved ? [{ expertId: 'ada', answeredAt: at, accepted: true }] : [] }
    })

    expect(shouldRoute(buildRanker(slow), { text: 'visa passport' }, { asOf }).confidence).toBeCloseTo(5 / 7, 1)
  })

  it('questions that stayed unanswered later do not change an earlier estimate', () => {
    const late = Array.from({ length: 150 }, (_, i) => ({
      questionId: `u${i}`,
      text: `visa passport embassy question ${i % 50}`,
      askedAt: (200 + i) * day,
      answers: [],
    }))
    const early = history(200)
    const chance = (ranker: Ranker) => shouldRoute(ranker, { text: 'visa passport' }, { asOf: 200 * day }).confidence

    const whole = buildRanker([...early, ...late])

    expect(chance(whole)).toBeCloseTo(chance(buildRanker(early)), 1)
    expect(chance(rankerFromBytes(rankerToBytes(whole)))).toBe(chance(whole))
    expect(learnedUpTo(whole)).toBe(349 * day)
  })
})
