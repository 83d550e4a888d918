import type { RoutableQuestion, RoutingExpert } from '@askline/domain'
import { describe, expect, it } from 'vitest'
import { type Candidates, findCandidates, planWave } from './plan-wave.ts'
import { buildRoster } from './roster.ts'

function expertNamed(expertId: string, changes: Partial<RoutingExpert> = {}): RoutingExpert {
  return {
    companyId: 'company',
    expertId,
    isActive: true,
    availability: 'AVAILABLE',
    capacity: 5,
    load: 0,
    languages: ['en'],
    topics: [],
    workingHours: null,
    isOfficial: false,
    isCertified: false,
    isElite: false,
    lastActiveAt: new Date(0),
    ...changes,
  }
}

const staff = (count: number) => Array.from({ length: count }, (_, i) => expertNamed(`e${i}`))

function asked(changes: Partial<RoutableQuestion> = {}): RoutableQuestion {
  return {
    questionId: 'question',
    companyId: 'company',
    askerId: 'ada',
    type: 'ONE_TO_ONE',
    text: 'Card?',
    language: null,
    categoryId: 'general',
    wave: 0,
    round: 0,
    offeredExpertIds: [],
    declinedExpertIds: [],
    pendingExpertIds: [],
    settings: {},
    predictedClass: null,
    wasOffered: false,
    isUntouched: true,
    promiseLeftMs: null,
    ...changes,
  }
}

function candidatesOf(question: RoutableQuestion, experts: RoutingExpert[]): Candidates {
  const found = findCandidates(question, buildRoster(experts, 0))
  if (typeof found === 'string') throw new Error(found)
  return found
}

const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `e${from + i}`)

describe('a wave', () => {
  it.each([
    [0, 3],
    [1, 6],
    [2, 12],
  ])('number %i takes %i of those who were not asked', (wave, size) => {
    const offered = names(wave * 3)
    const { ids, ...rest } = candidatesOf(asked({ wave, offeredExpertIds: offered }), staff(40))

    expect(rest).toMatchObject({ size, isLast: false })
    expect([...ids].filter((id) => offered.includes(id))).toEqual([])
    expect(ids.size).toBe(40 - offered.length)
  })

  it('is the last one when nobody is left to widen to, and then goes to everyone', () => {
    const third = asked({ wave: 2, offeredExpertIds: names(9) })

    expect(candidatesOf(third, staff(21))).toMatchObject({ isLast: true, size: 21 })
    expect(candidatesOf(third, staff(22))).toMatchObject({ isLast: false, size: 12 })
    expect(candidatesOf(asked({ wave: 3, offeredExpertIds: names(21) }), staff(100))).toMatchObject({ size: 100 })
  })

  it('goes to nobody who asked, whose offer is open, or who declined', () => {
    const question = asked({ wave: 1, askerId: 'e4', pendingExpertIds: ['e0'], declinedExpertIds: ['e1'] })

    expect([...candidatesOf(question, staff(5)).ids]).toEqual(['e2', 'e3'])
  })

  it('has the experts ranked best, and no more than its size', () => {
    const candidates = candidatesOf(asked(), staff(5))
    const ranked = names(4).map((expertId, i) => ({
      expertId,
      score: 9 - i,
      reasons: ['why'],
      features: { similar: i },
    }))

    const plan = planWave(asked({ settings: { offerMs: 7 } }), candidates, ranked, 61_000)

    expect(plan.experts.map((e) => e.expertId)).toEqual(['e0', 'e1', 'e2'])
    expect(plan).toMatchObject({ expectedWave: 0, expectedRound: 0, isLast: false, offerMs: 7, lastResponseMs: 61_000 })
  })
})

describe('what a company lacks', () => {
  it.each([
    ['nobody at all', [], 'BY_LACK_OF_EXPERTS'],
    ['only experts who left', [expertNamed('e0', { isActive: false })], 'BY_LACK_OF_EXPERTS'],
    ['only the asker', [expertNamed('ada')], 'BY_LACK_OF_EXPERTS'],
    ['nobody who speaks it', [expertNamed('e0', { languages: ['de'] })], 'BY_UNSUPPORTED_LANGUAGE'],
    [
      'only the asker who speaks it',
      [expertNamed('ada'), expertNamed('e0', { languages: ['de'] })],
      'BY_UNSUPPORTED_LANGUAGE',
    ],
  ])('with %s', (_whom, experts, lack) => {
    expect(findCandidates(asked({ language: 'en' }), buildRoster(experts, 0))).toBe(lack)
  })

  it.each([
    ['are away', { availability: 'AWAY' as const }],
    ['have their hands full', { load: 5 }],
  ])('is nothing while experts only %s', (_why, change) => {
    expect(candidatesOf(asked(), [expertNamed('e0', change)])).toMatchObject({ size: 0, isLast: true })
  })
})

describe('a language', () => {
  it.each(['de', 'DE', 'de-AT'])('named %s is spoken by those who speak German, or any language', (language) => {
    const experts = [
      expertNamed('e0'),
      expertNamed('e1', { languages: ['de'] }),
      expertNamed('e2', { languages: [] }),
      expertNamed('e3', { languages: ['de-CH', 'fr'] }),
    ]

    expect([...candidatesOf(asked({ language }), experts).ids]).toEqual(['e1', 'e2', 'e3'])
  })

  it('is detected where none is named, and leaves nobody out when in doubt', () => {
    const experts = [expertNamed('e0'), expertNamed('e1', { languages: ['de'] })]

    expect(candidatesOf(asked({ text: 'Wo finde ich meine Kontonummer?' }), experts)).toMatchObject({ language: 'de' })
    expect(candidatesOf(asked({ text: 'Konto' }), experts).ids.size).toBe(2)
  })
})
