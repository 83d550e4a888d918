import type { PatientQuestion } from '@askline/domain/routing/routable'
import type { RoutingExpert } from '@askline/domain/routing/routing-experts'
import { expertNamed } from '@askline/domain/test/routing-expert'
import { Roster } from '@askline/learning/evidence/roster'
import { describe, expect, it } from 'vitest'
import { asked } from '../../test/routable.ts'
import { type Candidates, type DecidedQuestion, findCandidates, planWave } from './plan-wave.ts'

const staff = (count: number) => Array.from({ length: count }, (_, i) => expertNamed(`e${i}`))

function candidatesOf(question: DecidedQuestion, experts: RoutingExpert[], patient?: PatientQuestion): Candidates {
  const found = findCandidates(question, new Roster(experts, 0), patient)
  if ('lack' in found) throw new Error(found.lack)
  return found
}

const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `e${from + i}`)

describe('a wave', () => {
  it.each([
    [0, 3],
    [1, 6],
    [2, 12],
  ])('number %i goes to %i experts who were not asked', (wave, size) => {
    const offered = names(wave * 3)
    const { ids, ...rest } = candidatesOf(asked({ wave, offeredExpertIds: offered }), staff(40))

    expect(rest).toMatchObject({ size, isLast: false })
    expect([...ids].filter((id) => offered.includes(id))).toEqual([])
    expect(ids.size).toBe(40 - offered.length)
  })

  it('is the last one if no experts are left to widen to, and goes to those who were not asked', () => {
    const third = asked({ wave: 2, offeredExpertIds: names(9) })

    expect(candidatesOf(third, staff(21))).toMatchObject({ isLast: true, size: 12, ids: new Set(names(12, 9)) })
    expect(candidatesOf(third, staff(22))).toMatchObject({ isLast: false, size: 12 })
  })

  it('goes to no expert after the sizes of the category, when the question becomes open to all', () => {
    const after = asked({ wave: 3, offeredExpertIds: names(21) })
    const ranked = names(25).map((expertId) => ({ expertId, score: 1, reasons: [], features: {} }))
    const candidates = candidatesOf(after, staff(100))

    expect(candidates).toMatchObject({ isLast: true, size: 0, isOpen: false })
    expect(candidates.ids.size).toBe(100)
    const plan = planWave(after, candidates, ranked, 61_000)
    expect(plan).toMatchObject({ isLast: true, isWithoutOffers: true })
    expect(plan.experts.map(({ expertId }) => expertId)).toEqual(names(21))
  })

  it('goes to no expert while the question is open to all under the same requirement', () => {
    const open = asked({ wave: 1, isOpen: true, offeredExpertIds: names(3) })

    expect(candidatesOf(open, staff(100))).toMatchObject({ isLast: true, isOpen: true, size: 0, ids: new Set() })
  })

  it('goes to experts to whom the question was not open, once its requirement has relaxed', () => {
    const certified = staff(4).map((one) => ({ ...one, isCertified: true }))
    const experts = [...certified, ...names(9, 4).map((name) => expertNamed(name))]
    const open = (more: Partial<DecidedQuestion>) =>
      asked({ isOpen: true, openRequirement: { certified: true }, offeredExpertIds: names(3), ...more })

    expect(candidatesOf(open({ wave: 1 }), experts)).toMatchObject({
      isLast: false,
      size: 6,
      ids: new Set(names(9, 4)),
    })
    expect(candidatesOf(open({ wave: 2 }), experts)).toMatchObject({ isLast: true, size: 9, ids: new Set(names(9, 4)) })
    expect(candidatesOf(open({ wave: 3 }), experts)).toMatchObject({ isLast: true, size: 0, isOpen: false })
    expect(candidatesOf(open({ wave: 3 }), certified)).toMatchObject({ ids: new Set(names(4)), isOpen: false })
  })

  it('excludes the asker, experts with an open offer, and experts who declined', () => {
    const question = asked({ wave: 1, askerId: 'e4', pendingExpertIds: ['e0'], declinedExpertIds: ['e1'] })

    expect([...candidatesOf(question, staff(5)).ids]).toEqual(['e2', 'e3'])
  })

  it('goes to the best-ranked experts up to its size', () => {
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

describe('the lack of a company', () => {
  it.each([
    ['nobody at all', [], 'BY_LACK_OF_EXPERTS'],
    ['only experts who left', [expertNamed('e0', { isActive: false })], 'BY_LACK_OF_EXPERTS'],
    ['only the asker', [expertNamed('ada')], 'BY_LACK_OF_EXPERTS'],
    ['nobody who speaks it', [expertNamed('e0', { languages: ['de'] })], 'BY_UNSUPPORTED_LANGUAGE'],
    ['nobody left who has not declined', [expertNamed('e9')], 'BY_LACK_OF_EXPERTS'],
    ['no desk that is large enough', [expertNamed('e0', { capacity: 1 })], 'BY_LACK_OF_EXPERTS'],
    [
      'only the asker who speaks it',
      [expertNamed('ada'), expertNamed('e0', { languages: ['de'] })],
      'BY_UNSUPPORTED_LANGUAGE',
    ],
  ])('with %s', (_whom, experts, lack) => {
    const question = asked({ language: 'en', declinedExpertIds: ['e9'], settings: { weight: 2 } })
    expect(findCandidates(question, new Roster(experts, 0))).toMatchObject({ lack })
  })

  it.each([
    ['are away', { availability: 'AWAY' as const }],
    ['have their hands full', { load: 5 }],
    ['pause, with a capacity of 0', { capacity: 0 }],
  ])('is undefined while experts only %s', (_why, change) => {
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

  it('is detected if none is named, and excludes no expert if it is uncertain', () => {
    const experts = [expertNamed('e0'), expertNamed('e1', { languages: ['de'] })]

    expect(candidatesOf(asked({ likelyLanguage: { language: 'de', rivals: [] } }), experts)).toMatchObject({
      need: { language: 'de' },
    })
    expect(candidatesOf(asked({ text: 'Konto' }), experts).ids.size).toBe(2)
  })
})

describe('requirements', () => {
  const minute = 60_000
  const requirements = [
    { topicLevel: { Loans: 3 }, certified: true, forMs: 10 * minute },
    { certified: true, forMs: 30 * minute },
    {},
  ]
  const adept = expertNamed('adept', { topicLevels: { loans: 4 }, isElite: true })
  const certified = expertNamed('certified', { topicLevels: { loans: 2 }, isCertified: true })
  const plain = expertNamed('plain', { topicLevels: { loans: 5 } })
  const at = (minutes: number, experts = [adept, certified, plain]) => {
    const { ids, relaxesInMs } = candidatesOf(asked({ ageMs: minutes * minute, settings: { requirements } }), experts)
    return { ids: [...ids], relaxesInMs }
  }

  it.each([
    [0, ['adept'], 10],
    [9, ['adept'], 1],
    [10, ['adept', 'certified'], 30],
    [39, ['adept', 'certified'], 1],
    [40, ['adept', 'certified', 'plain'], undefined],
  ])('at %i minutes are met by %j, for %s more', (minutes, ids, left) => {
    expect(at(minutes)).toEqual({ ids, relaxesInMs: left === undefined ? undefined : left * minute })
  })

  it('that no active expert can ever meet are skipped, and later ones end at their original time', () => {
    expect(at(0, [certified, plain])).toEqual({ ids: ['certified'], relaxesInMs: 40 * minute })
    expect(at(0, [plain, { ...adept, isActive: false }])).toEqual({ ids: ['plain'], relaxesInMs: undefined })
  })

  it('that were skipped are reported, but not those that ended or have not begun', () => {
    const passedOver = (minutes: number, experts: RoutingExpert[]) =>
      candidatesOf(asked({ ageMs: minutes * minute, settings: { requirements } }), experts).passedOver
    const [first, second] = [{ topicLevel: { Loans: 3 }, certified: true }, { certified: true }]

    expect(passedOver(0, [plain])).toEqual([first, second])
    expect(passedOver(10, [plain])).toEqual([second])
    expect(passedOver(40, [plain])).toEqual([])
    expect(passedOver(0, [certified, plain])).toEqual([first])
    expect(passedOver(0, [adept, plain])).toEqual([])
  })

  it('that were skipped before a permanent lack are reported too', () => {
    const steps = [{ ...requirements[0] }, { elite: true }]
    const question = asked({ settings: { requirements: steps } })

    expect(findCandidates(question, new Roster([certified, plain], 0))).toEqual({
      lack: 'BY_LACK_OF_EXPERTS',
      passedOver: [{ topicLevel: { Loans: 3 }, certified: true }],
    })
  })

  it('wait for an absent expert who meets them until they end', () => {
    expect(at(0, [{ ...adept, availability: 'AWAY' }, plain])).toEqual({ ids: [], relaxesInMs: 10 * minute })
  })

  it('ignore experts who declined, and the asker', () => {
    const question = asked({ askerId: 'certified', declinedExpertIds: ['adept'], settings: { requirements } })

    expect([...candidatesOf(question, [adept, certified, plain]).ids]).toEqual(['plain'])
  })

  it('that are permanent and that no expert meets are a lack of experts', () => {
    const question = asked({ settings: { requirements: [{ elite: true }] } })

    expect(findCandidates(question, new Roster([certified, plain], 0))).toEqual({
      lack: 'BY_LACK_OF_EXPERTS',
      passedOver: [],
    })
  })

  it('may include assignment to the category of the question', () => {
    const own = expertNamed('own', { categoryIds: ['general'] })
    const other = expertNamed('other', { categoryIds: ['loans'] })
    const question = asked({ settings: { requirements: [{ companyCategory: true }] } })

    expect([...candidatesOf(question, [own, other]).ids]).toEqual(['own'])
  })
})

describe('a question that takes several units', () => {
  const heavy = { weight: 3 }
  const roomFor = (units: number) => expertNamed(`room${units}`, { load: 5 - units })

  it('goes to experts with enough free capacity', () => {
    const experts = [roomFor(1), roomFor(2), roomFor(3), roomFor(5)]

    expect([...candidatesOf(asked({ settings: heavy }), experts).ids]).toEqual(['room3', 'room5'])
  })

  it('takes no capacity if several experts answer', () => {
    expect(candidatesOf(asked({ type: 'ONE_TO_MANY', settings: heavy }), [roomFor(0)]).ids.size).toBe(1)
  })

  const patient: PatientQuestion = {
    questionId: 'heavy',
    companyId: 'company',
    askerId: 'ada',
    categoryId: 'loans',
    language: null,
    ageMs: 700_000,
    declinedExpertIds: [],
    settings: heavy,
  }

  it('reserves the expert with the most free capacity against younger questions after `patienceMs`', () => {
    const experts = [roomFor(1), roomFor(2)]
    const ids = (ageMs: number, more: Partial<PatientQuestion> = {}) => [
      ...candidatesOf(asked({ ageMs }), experts, { ...patient, ...more }).ids,
    ]

    expect(ids(0)).toEqual(['room1'])
    expect(candidatesOf(asked({ ageMs: 0 }), experts, patient)).toMatchObject({ keptFree: 'room2' })
    expect(ids(800_000)).toEqual(['room1', 'room2'])
    expect(ids(0, { declinedExpertIds: ['room2'] })).toEqual(['room2'])
  })
})
