import type { Requirement } from '@askline/contracts'
import { experts, newId, questions } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { updateExpertProfile } from '../src/administration/expert-profile.ts'
import { changeExpert } from '../src/administration/experts.ts'
import { makeChange } from '../src/changes/make-changes.ts'
import { findExpertsOfOpen } from '../src/people/open-to-all.ts'
import { claimQuestion, declineQuestion, releaseQuestion } from '../src/questions/claim.ts'
import { escalateQuestion, rerouteQuestion } from '../src/questions/reroute.ts'
import { addedResponse, respond } from '../src/questions/respond.ts'
import { closeQuestion } from '../src/questions/settle.ts'
import { hindranceOf } from '../src/routing/hindrance.ts'
import { findBacklog, findRoutable } from '../src/routing/routable.ts'
import { findRoutingExperts } from '../src/routing/routing-experts.ts'
import { listInbox } from '../src/views/inbox.ts'
import { findLivePicture } from '../src/views/live.ts'
import { publicUrl, stageOf } from './domain-stage.ts'

const db = await openTestDatabase({ maxConnections: 12 })

async function stage(options: Parameters<typeof inviteCast>[1] = {}) {
  const s = stageOf(db, await inviteCast(db, { capacity: 5, ...options }))
  const listed = async (expertId: string, limit = 100, cursor?: string) => {
    const wish = { view: 'offered' as const, limit, ...(cursor === undefined ? {} : { cursor }) }
    return s.run((tx) => listInbox(tx, s.expert(expertId), wish, publicUrl))
  }
  const idsFor = async (expertId: string) => (await listed(expertId)).questions.map(({ uuid }) => uuid)
  const offersOf = async (questionId: string) =>
    (
      await db.system.query(
        'select expert_id as "expertId", status, reason, created_at as "createdAt" from offers where question_id = $1 order by id',
        [questionId],
      )
    ).rows
  const opened = async (rule: Parameters<typeof s.open>[1] = {}, input: Parameters<typeof s.ask>[0] = {}) => {
    const questionId = await s.ask(input)
    expect(await s.open(questionId, rule)).toEqual([questionId])
    return questionId
  }
  const change = (expertId: string, changes: Partial<typeof experts.$inferInsert>) =>
    s.run((tx) => tx.orm.update(experts).set(changes).where(eq(experts.userId, expertId)))
  return { ...s, listed, idsFor, offersOf, opened, change }
}

type Staged = Awaited<ReturnType<typeof stage>>

test('the rule in SQL agrees with the eligibility in TypeScript', async () => {
  const s = await stage()
  const { companyId, categoryId, communityId, bruno } = s.cast
  const questionId = await s.opened()
  const plain = { noNullPrototype: true } as const
  const topic = fc.constantFrom('loans', 'Loans ', ' LOANS', 'cards')
  const level = fc.integer({ min: 1, max: 5 })
  const requirement = fc.oneof(
    fc.constantFrom<Requirement>({ certified: true }, { elite: true }, { companyCategory: true }),
    fc.record({ topicLevel: fc.dictionary(topic, level, plain) }, plain),
    fc.record({ certified: fc.boolean(), elite: fc.boolean(), companyCategory: fc.boolean() }, plain),
  )
  const expert = fc.record(
    {
      isActive: fc.boolean(),
      availability: fc.constantFrom('AVAILABLE' as const, 'AWAY' as const, 'OFFLINE' as const),
      languages: fc.subarray(['en', 'de-AT', 'DE', 'nb', 'no', 'fil', 'tl-PH', 'x', 'english']),
      topicLevels: fc.dictionary(topic, level, plain),
      categoryIds: fc.subarray([categoryId, communityId]),
      isCertified: fc.boolean(),
      isElite: fc.boolean(),
    },
    plain,
  )
  const language = fc.constantFrom(undefined, undefined, 'de', 'no', 'tl', 'x', 'english')
  const wanted = fc.option(requirement, { nil: undefined, freq: 4 })
  const present = fc.constant({ isActive: true, availability: 'AVAILABLE' as const })
  const changes = fc.oneof({ weight: 4, arbitrary: present }, fc.constant({}))
  const verdicts = new Set<boolean>()

  await fc.assert(
    fc.asyncProperty(expert, changes, language, wanted, async (one, other, openLanguage, rule) => {
      await s.change(bruno, { ...one, ...other })
      await s.run((tx) =>
        tx.orm
          .update(questions)
          .set({ openLanguage: openLanguage ?? null, openRequirement: rule ?? null })
          .where(eq(questions.id, questionId)),
      )
      const found = (await s.run((tx) => findRoutingExperts(tx, companyId))).find(({ expertId }) => expertId === bruno)
      if (!found) throw new Error('The expert is missing')
      const need = { language: openLanguage, units: 1, requirement: rule, categoryId }
      const isEligible = hindranceOf(found, need, true) === undefined

      const concerned = await findExpertsOfOpen(db, [questionId], [bruno])
      expect([concerned.has(questionId), (await s.idsFor(bruno)).includes(questionId)]).toEqual([
        isEligible,
        isEligible,
      ])
      verdicts.add(isEligible)
    }),
    { numRuns: 300 },
  )
  expect(verdicts.size).toBe(2)
}, 120_000)

describe('an expert to whom a question is open', () => {
  test('claims it without an offer, and the claim is stored as an offer since the opening', async () => {
    const s = await stage()
    const questionId = await s.opened()
    expect(await s.offersOf(questionId)).toEqual([])
    const [view] = (await s.listed(s.cast.bruno)).questions
    expect(view).toMatchObject({ uuid: questionId, offer: { dateDue: null, reasons: [] } })

    await s.run((tx) => makeChange(tx, claimQuestion(s.expert(s.cast.bruno), { questionId })))

    const [accepted, ...others] = await s.offersOf(questionId)
    expect(others).toEqual([])
    expect(accepted).toMatchObject({ expertId: s.cast.bruno, status: 'accepted' })
    expect(accepted.createdAt.toISOString().slice(0, 19)).toBe(view?.offer?.dateOffered.slice(0, 19))
    expect(await s.idsFor(s.cast.carla)).toEqual([])
  })

  test('answers it, which claims it', async () => {
    const s = await stage()
    const questionId = await s.opened()

    await s.run((tx) =>
      makeChange(tx, respond(s.expert(s.cast.bruno), { questionId, text: 'So.' })).then(addedResponse),
    )

    expect(await s.offersOf(questionId)).toMatchObject([{ expertId: s.cast.bruno, status: 'accepted' }])
  })

  test('declines it, and does not see it again', async () => {
    const s = await stage()
    const questionId = await s.opened()
    const decline = () =>
      s.run((tx) => makeChange(tx, declineQuestion(s.expert(s.cast.bruno), { questionId, reason: 'No.' })))

    await decline()
    await decline()

    expect(await s.offersOf(questionId)).toMatchObject([
      { expertId: s.cast.bruno, status: 'declined', reason: 'No.', createdAt: expect.any(Date) },
    ])
    expect([await s.idsFor(s.cast.bruno), await s.idsFor(s.cast.carla)]).toEqual([[], [questionId]])
    await expect(
      s.run((tx) => makeChange(tx, claimQuestion(s.expert(s.cast.bruno), { questionId }))),
    ).rejects.toMatchObject({
      code: 'offer_closed',
    })
    const told = (await s.notifications(questionId)).filter(({ type }) => type === 'OFFER_CLOSED')
    expect(told.map(({ audience }) => audience)).toEqual([[`user:${s.cast.bruno}`]])
    const [routed] = await s.run((tx) => findRoutable(tx, [questionId]))
    expect(routed).toMatchObject({ isOpen: true, declinedExpertIds: [s.cast.bruno] })
  })

  test('gives it up, and it stays open to the others', async () => {
    const s = await stage()
    const questionId = await s.opened()

    await s.run((tx) => escalateQuestion(tx, s.expert(s.cast.bruno), { questionId }))

    expect([await s.idsFor(s.cast.bruno), await s.idsFor(s.cast.carla)]).toEqual([[], [questionId]])
  })

  test('is told already_claimed if another was faster, and only one of many succeeds', async () => {
    const s = await stage()
    const questionId = await s.opened()
    const all = [s.cast.bruno, s.cast.carla, s.cast.carlos]

    const results = await Promise.allSettled(
      all.map((id) => s.run((tx) => makeChange(tx, claimQuestion(s.expert(id), { questionId })))),
    )

    const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(lost.map(({ code }) => code)).toEqual(['already_claimed', 'already_claimed'])
  })

  test('is not found for experts who do not meet the rule', async () => {
    const s = await stage()
    const questionId = await s.opened({ language: 'es', requirement: { certified: true } })
    const claim = (id: string) => s.run((tx) => makeChange(tx, claimQuestion(s.expert(id), { questionId })))

    await expect(claim(s.cast.bruno)).rejects.toMatchObject({ code: 'question_not_found' })
    await expect(s.see(questionId, s.expert(s.cast.carlos))).rejects.toMatchObject({ code: 'question_not_found' })
    await s.change(s.cast.carlos, { isElite: true })
    expect(await s.see(questionId, s.expert(s.cast.carlos))).toMatchObject({ uuid: questionId })
    await claim(s.cast.carlos)
  })

  test('may answer a question of several experts beside others, once', async () => {
    const s = await stage()
    const questionId = await s.opened({}, { category: 'Community' })
    const answer = (id: string) =>
      s.run((tx) => makeChange(tx, respond(s.expert(id), { questionId, text: 'So.' })).then(addedResponse))

    await answer(s.cast.bruno)

    expect([await s.idsFor(s.cast.bruno), await s.idsFor(s.cast.carla)]).toEqual([[], [questionId]])
    await expect(answer(s.cast.bruno)).rejects.toMatchObject({ code: 'already_responded' })
    await answer(s.cast.carla)
    expect((await s.offersOf(questionId)).map(({ status }) => status)).toEqual(['accepted', 'accepted'])
  })
})

describe('the inbox', () => {
  test('lists own offers before open questions, page by page, each once', async () => {
    const s = await stage()
    const ids: string[] = []
    for (let n = 0; n < 6; n++) {
      const questionId = await s.ask()
      ids.push(questionId)
      if (n % 2 === 0) await s.offer(questionId, [s.cast.bruno], { isLast: n === 4 })
      else await s.open(questionId)
      const queuedAt = new Date(Date.now() - (60 - n) * 60_000)
      await s.run((tx) => tx.orm.update(questions).set({ queuedAt }).where(eq(questions.id, questionId)))
    }

    const first = await s.listed(s.cast.bruno, 4)
    const second = await s.listed(s.cast.bruno, 4, first.nextCursor ?? '')

    expect([...first.questions, ...second.questions].map(({ uuid }) => uuid)).toEqual(
      [0, 2, 4, 1, 3, 5].map((n) => ids[n]),
    )
    expect(await s.idsFor(s.cast.carla)).toEqual([ids[1], ids[3], ids[4], ids[5]])
  })

  test.each([
    ['is away', { availability: 'AWAY' as const }],
    ['has no capacity left', { load: 5 }],
    ['pauses', { capacity: 0 }],
    ['is inactive', { isActive: false }],
    ['does not work now', { workingHours: { timeZone: 'UTC', days: [] } }],
  ])('lists no open question to an expert who %s', async (_state, changes) => {
    const s = await stage()
    const questionId = await s.opened()

    await s.change(s.cast.bruno, changes)

    expect([await s.idsFor(s.cast.bruno), await s.idsFor(s.cast.carla)]).toEqual([[], [questionId]])
  })

  test('lists no question to its asker, and a heavy one only to those with room for it', async () => {
    const s = await stage({ times: { weight: 4 } })
    const questionId = await s.opened({}, { by: s.cast.bruno })
    await s.change(s.cast.carla, { load: 2 })

    expect([await s.idsFor(s.cast.bruno), await s.idsFor(s.cast.carla), await s.idsFor(s.cast.carlos)]).toEqual([
      [],
      [],
      [questionId],
    ])
  })

  test('lists nothing of another company', async () => {
    const [s, rival] = [await stage(), await stage()]
    const questionId = await s.opened()

    expect(await rival.idsFor(rival.cast.bruno)).toEqual([])
    expect((await findExpertsOfOpen(db, [questionId], [rival.cast.bruno, s.cast.bruno])).get(questionId)).toEqual([
      s.cast.bruno,
    ])
  })
})

describe('a question is open to all', () => {
  test('until it returns to routing, which asks in waves anew', async () => {
    const s = await stage()
    const questionId = await s.opened()
    await s.run((tx) => makeChange(tx, claimQuestion(s.expert(s.cast.bruno), { questionId })))

    await s.run((tx) => makeChange(tx, releaseQuestion(s.expert(s.cast.bruno), { questionId })))

    expect(await s.idsFor(s.cast.carla)).toEqual([])
    const [routed] = await s.run((tx) => findRoutable(tx, [questionId]))
    expect(routed).toMatchObject({ isOpen: false, wave: 0, round: 1 })
  })

  test('under the rule of its last wave', async () => {
    const s = await stage()
    const questionId = await s.opened({ requirement: { elite: true } })
    expect(await s.idsFor(s.cast.bruno)).toEqual([])

    await s.open(questionId)

    expect(await s.idsFor(s.cast.bruno)).toEqual([questionId])
  })

  test('and does not wait in the backlog, unless its requirement has relaxed since', async () => {
    const s = await stage()
    const questionId = await s.opened()
    const backlog = () => s.run((tx) => findBacklog(tx, s.cast.companyId, 10))
    expect(await backlog()).toEqual([])
    expect((await s.run((tx) => findLivePicture(tx, s.cast.companyId))).stages).toContainEqual(
      expect.objectContaining({ stage: 'OFFERED', count: 1 }),
    )

    await db.system.query(`update questions set widens_at = clock_timestamp() - interval '1 s' where id = $1`, [
      questionId,
    ])

    expect(await backlog()).toEqual([questionId])
  })
})

describe('the key of all experts', () => {
  const key = (s: Staged) => `experts:${s.cast.companyId}`
  const toldOf = async (s: Staged, questionId: string) =>
    (await s.notifications(questionId)).filter(({ audience }) => audience.includes(key(s)))

  test('is told that a question is open, and once that it is not any more', async () => {
    const s = await stage()
    const questionId = await s.opened()
    await s.run((tx) => makeChange(tx, claimQuestion(s.expert(s.cast.bruno), { questionId })))
    await s.run((tx) =>
      makeChange(tx, respond(s.expert(s.cast.bruno), { questionId, text: 'So.' })).then(addedResponse),
    )

    const told = await toldOf(s, questionId)

    expect(told.map(({ type }) => type)).toEqual(['QUESTION_OFFERED', 'QUESTION_CLAIMED'])
    expect(told.map(({ inbox }) => inbox.includes(key(s)))).toEqual([true, true])
    const audiences = (await s.events(questionId)).filter(({ audience }) => audience.includes(key(s)))
    expect(audiences.map(({ type }) => type)).toEqual(['QUESTION_OFFERED'])
  })

  type Loss = [type: string, lose: (s: Staged, questionId: string) => Promise<unknown>]
  const losses: Record<string, Loss> = {
    'the asker reroutes it': [
      'QUESTION_ESCALATED_BY_CUSTOMER',
      (s, questionId) => s.run((tx) => makeChange(tx, rerouteQuestion(s.user(s.cast.ada), { questionId }))),
    ],
    'the asker closes it': [
      'QUESTION_CLOSED',
      (s, questionId) => s.run((tx) => makeChange(tx, closeQuestion(s.user(s.cast.ada), { questionId }))),
    ],
    'it is escalated by time': ['QUESTION_ESCALATED_BY_TIME', (s, questionId) => s.comes(questionId, 'escalation')],
    'it expires with others': [
      'QUESTION_EXPIRED',
      async (s, questionId) => {
        const other = await s.opened()
        await db.system.query(
          `update questions set expiry_due_at = clock_timestamp() - interval '1 second' where id = $1`,
          [other],
        )
        await s.comes(questionId, 'expiry')
      },
    ],
  }
  test.each(Object.keys(losses))('is told when %s', async (name) => {
    const [type, lose] = losses[name] as Loss
    const s = await stage()
    const questionId = await s.opened()

    await lose(s, questionId)

    const last = (await toldOf(s, questionId)).at(-1)
    expect(last).toMatchObject({ type, inbox: expect.arrayContaining([key(s)]) })
    expect(await s.idsFor(s.cast.bruno)).toEqual([])
  })

  test.each([
    [
      'themselves',
      (s: Staged, id: string) =>
        s.run((tx) => updateExpertProfile(tx, s.expert(id), { availability: 'AVAILABLE' }, publicUrl)),
    ],
    [
      'by an admin',
      (s: Staged, id: string) => s.run((tx) => changeExpert(tx, s.cast.companyId, id, { availability: 'AVAILABLE' })),
    ],
  ])('is not needed by an expert who is made available %s: they are told of the oldest question', async (_by, make) => {
    const s = await stage()
    const [oldestId] = [await s.opened(), await s.opened()]
    await s.change(s.cast.bruno, { availability: 'AWAY' })

    await make(s, s.cast.bruno)

    const own = [`user:${s.cast.bruno}`]
    const version = (await s.events(oldestId)).length
    const { lastUpdated } = await s.see(oldestId)
    expect((await s.notifications(oldestId)).at(-1)).toMatchObject({ version, lastUpdated, audience: own, inbox: own })
  })

  test('is not told of a question that is only offered', async () => {
    const s = await stage()
    const questionId = await s.ask({ by: s.cast.ada, text: `Card ${newId()}?` })
    await s.offer(questionId, [s.cast.bruno])
    await s.run((tx) => makeChange(tx, claimQuestion(s.expert(s.cast.bruno), { questionId })))

    expect(await toldOf(s, questionId)).toEqual([])
  })
})
