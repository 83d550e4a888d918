import { inSystem } from '@askline/db'
import { findExpertProfile, updateExpertProfile } from '@askline/domain/administration/expert-profile'
import { changeExpert } from '@askline/domain/administration/experts'
import { makeChange } from '@askline/domain/changes/make-changes'
import { notePresence, noteReading } from '@askline/domain/people/activity'
import { addedMessage, addMessage } from '@askline/domain/questions/add-message'
import { claimQuestion, declineQuestion, renewLease } from '@askline/domain/questions/claim'
import { addedResponse, respond } from '@askline/domain/questions/respond'
import { returnWorkOfAbsent } from '@askline/domain/questions/withdraw-offers'
import { listInbox } from '@askline/domain/views/inbox'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { describe, expect, it } from 'vitest'
import { buildRouter } from '../src/routing/router.ts'
import { foundCompany, offersOf, openTo, type TestCompany, waveRunsOut } from './company.ts'

const db = await openTestDatabase()
const publicUrl = 'http://localhost/v1'
const fresh = () => buildRouter(db, buildEvidenceCache(db))
const personOf = ({ companyId }: TestCompany, userId: string) => ({ kind: 'expert', userId, companyId }) as const
const profileOf = (company: TestCompany, userId: string) =>
  company.run((tx) => findExpertProfile(tx, personOf(company, userId), publicUrl))

/** Creates a company in which bruno alone is the first wave. The other experts are in later waves. */
async function asksBrunoFirst(settings: object = {}) {
  const company = await foundCompany(db)
  await db.system.query('update categories set settings = $2 where id = $1', [
    company.categoryId,
    { waveSizes: [1, 1], ...settings },
  ])
  const bruno = await company.hire({ topics: ['mortgage'], capacity: 100 })
  for (let n = 0; n < 4; n++) await company.hire()
  /** Offers him questions, and lets each offer expire. */
  async function misses(count: number): Promise<string> {
    let questionId = ''
    for (let n = 0; n < count; n++) {
      questionId = await offered()
      await waveRunsOut(db, questionId)
      await fresh().route(questionId)
    }
    return questionId
  }
  async function offered(): Promise<string> {
    const questionId = await company.ask({ text: 'Mortgage?' })
    await fresh().route(questionId)
    expect((await offersOf(db, questionId)).map((o) => o.expertId)).toEqual([bruno])
    return questionId
  }
  return { company, bruno, misses, offered }
}

describe('an expert who misses offers', () => {
  it('becomes away after three in a row, sees the reason, and gets no more offers', async () => {
    const { company, bruno, misses } = await asksBrunoFirst()
    await misses(2)
    expect(await profileOf(company, bruno)).toMatchObject({
      availability: 'AVAILABLE',
      missedOffers: 2,
      awayReason: null,
    })

    const third = await misses(1)

    const away = { availability: 'AWAY', missedOffers: 3, awayReason: 'MISSED_OFFERS' }
    expect(await profileOf(company, bruno)).toMatchObject(away)
    const { rows } = await db.system.query<{ type: string }>(
      `select j -> 'payload' ->> 'type' as type from outbox, jsonb_array_elements(jobs) j
        where company_id = $1 and j -> 'payload' ->> 'questionId' = $2 and j -> 'payload' -> 'inbox' ? $3`,
      [company.companyId, third, `user:${bruno}`],
    )
    expect(rows.map(({ type }) => type)).toContain('OFFER_CLOSED')
    const next = await company.ask({ text: 'Mortgage?' })
    await fresh().route(next)
    expect((await offersOf(db, next)).map((o) => o.expertId)).not.toContain(bruno)
  })

  it('becomes away after the number that the category sets', async () => {
    const { company, bruno, misses } = await asksBrunoFirst({ awayAfterMissed: 1 })
    await misses(1)
    expect(await profileOf(company, bruno)).toMatchObject({ availability: 'AWAY' })
  })

  it('stays available after any number if the category sets 0', async () => {
    const { company, bruno, misses } = await asksBrunoFirst({ awayAfterMissed: 0 })
    await misses(4)
    expect(await profileOf(company, bruno)).toMatchObject({ availability: 'AVAILABLE', missedOffers: 4 })
  })

  it('can become available again, which resets the count', async () => {
    const { company, bruno, misses } = await asksBrunoFirst()
    await misses(3)

    await company.run((tx) =>
      updateExpertProfile(tx, personOf(company, bruno), { availability: 'AVAILABLE' }, publicUrl),
    )

    expect(await profileOf(company, bruno)).toMatchObject({ missedOffers: 0, awayReason: null })
    await misses(2)
    expect(await profileOf(company, bruno)).toMatchObject({ availability: 'AVAILABLE' })
  })

  it('is available again if an admin changes the availability', async () => {
    const { company, bruno, misses } = await asksBrunoFirst()
    await misses(3)
    await company.run((tx) => changeExpert(tx, company.companyId, bruno, { capacity: 50 }))
    expect(await profileOf(company, bruno)).toMatchObject({ awayReason: 'MISSED_OFFERS' })

    await company.run((tx) => changeExpert(tx, company.companyId, bruno, { availability: 'AVAILABLE' }))

    expect(await profileOf(company, bruno)).toMatchObject({ missedOffers: 0, awayReason: null })
  })
})

it('an unanswered offer of the last wave is never a missed offer, and neither is a question that is open to all', async () => {
  const { company, bruno } = await asksBrunoFirst({ waveSizes: [5], awayAfterMissed: 1 })
  const questionId = await company.ask({ text: 'Mortgage?' })
  await fresh().route(questionId)
  expect((await offersOf(db, questionId)).map((o) => o.expertId)).toContain(bruno)

  await db.system.query(`update questions set wave_due_at = clock_timestamp() where id = $1`, [questionId])
  const later = await company.hire()
  await fresh().route(questionId)

  expect(await offersOf(db, questionId)).toHaveLength(5)
  expect(await openTo(db, questionId)).toContain(later)
  expect(await profileOf(company, later)).toMatchObject({ availability: 'AVAILABLE', missedOffers: 0 })
  expect(await profileOf(company, bruno)).toMatchObject({ availability: 'AVAILABLE', missedOffers: 0 })
})

describe('an AWAY that routing set ends with', () => {
  type Scene = Awaited<ReturnType<typeof asksBrunoFirst>> & { openId: string; answeredId: string; responseId: string }
  const acts: Record<string, (scene: Scene) => Promise<unknown>> = {
    'a claim': ({ company, bruno, openId }) =>
      company.run((tx) => makeChange(tx, claimQuestion(personOf(company, bruno), { questionId: openId }))),
    'declining a question': ({ company, bruno, openId }) =>
      company.run((tx) => makeChange(tx, declineQuestion(personOf(company, bruno), { questionId: openId }))),
    composing: ({ company, bruno, answeredId }) =>
      company.run((tx) => makeChange(tx, renewLease(personOf(company, bruno), { questionId: answeredId }))),
    'an answer': ({ company, bruno, openId }) =>
      company.run((tx) =>
        makeChange(tx, respond(personOf(company, bruno), { questionId: openId, text: 'So.' })).then(addedResponse),
      ),
    'a message': ({ company, bruno, responseId }) =>
      company.run((tx) =>
        makeChange(tx, addMessage(personOf(company, bruno), { responseId, text: 'And so.', externalIds: [] })).then(
          addedMessage,
        ),
      ),
    'reading a question that is open to the expert': ({ company, bruno, openId }) =>
      company.run((tx) => noteReading(tx, personOf(company, bruno), openId)),
    'a change of the own profile that changes nothing': ({ company, bruno }) =>
      company.run((tx) => updateExpertProfile(tx, personOf(company, bruno), {}, publicUrl)),
  }
  async function isSetAway(scene: Awaited<ReturnType<typeof asksBrunoFirst>>): Promise<Scene> {
    const { company, bruno, misses, offered } = scene
    const answeredId = await offered()
    const { responseId } = await company.run((tx) =>
      makeChange(tx, respond(personOf(company, bruno), { questionId: answeredId, text: 'So.' })).then(addedResponse),
    )
    await misses(3)
    await returnWorkOfAbsent(db, company.companyId, bruno)
    const openId = await company.ask({ text: 'Mortgage?' })
    await db.system.query(
      `update questions set open_to_all_at = clock_timestamp(), wave = 3, wave_due_at = null where id = $1`,
      [openId],
    )
    await db.system.query('delete from outbox where company_id = $1', [company.companyId])
    return { ...scene, openId, answeredId, responseId }
  }
  const drains = async ({ companyId }: TestCompany) =>
    (
      await db.system.query(
        `select 1 from outbox, jsonb_array_elements(jobs) j where company_id = $1 and j ->> 'job' = 'drain-backlog'`,
        [companyId],
      )
    ).rows.length

  it.each(Object.keys(acts))('%s, and the backlog is offered', async (name) => {
    const scene = await isSetAway(await asksBrunoFirst())
    const { company, bruno } = scene

    await acts[name]?.(scene)

    const back = { availability: 'AVAILABLE', awayReason: null, missedOffers: 0 }
    expect(await profileOf(company, bruno)).toMatchObject(back)
    expect(await drains(company)).toBeGreaterThan(0)
  })

  it.each(Object.keys(acts))('%s, but an AWAY that the expert chose stays', async (name) => {
    const scene = await isSetAway(await asksBrunoFirst())
    const { company, bruno } = scene
    await company.run((tx) => updateExpertProfile(tx, personOf(company, bruno), { availability: 'AWAY' }, publicUrl))

    // The open question is not open to somebody who chose to be away.
    await acts[name]?.(scene).catch(() => undefined)

    expect(await profileOf(company, bruno)).toMatchObject({ availability: 'AWAY', awayReason: null })
  })

  it('nothing else: an open page and a list of questions keep it', async () => {
    const scene = await isSetAway(await asksBrunoFirst())
    const { company, bruno, openId, answeredId } = scene
    const person = personOf(company, bruno)

    await inSystem(db, (tx) => notePresence(tx, [{ id: bruno, companyId: company.companyId }]))
    const listed = await company.run((tx) => listInbox(tx, person, { view: 'offered', limit: 10 }, publicUrl))
    await company.run((tx) => noteReading(tx, person, answeredId))

    expect(listed.questions.map(({ uuid }) => uuid)).toEqual([openId])
    expect(await profileOf(company, bruno)).toMatchObject({ availability: 'AWAY', awayReason: 'MISSED_OFFERS' })
  })
})

describe('the count of missed offers is reset by', () => {
  type Scene = Awaited<ReturnType<typeof asksBrunoFirst>> & { questionId: string }
  const acts: Record<string, (scene: Scene) => Promise<unknown>> = {
    'a claim': ({ company, bruno, questionId }) =>
      company.run((tx) => makeChange(tx, claimQuestion(personOf(company, bruno), { questionId }))),
    'declining one': ({ company, bruno, questionId }) =>
      company.run((tx) => makeChange(tx, declineQuestion(personOf(company, bruno), { questionId }))),
    composing: ({ company, bruno, questionId }) =>
      company.run((tx) => makeChange(tx, renewLease(personOf(company, bruno), { questionId }))),
    'an answer': ({ company, bruno, questionId }) =>
      company.run((tx) =>
        makeChange(tx, respond(personOf(company, bruno), { questionId, text: 'So.' })).then(addedResponse),
      ),
  }
  it.each(Object.keys(acts))('%s', async (name) => {
    const scene = await asksBrunoFirst()
    const questionId = await scene.offered()
    await scene.misses(2)

    await acts[name]?.({ ...scene, questionId })

    expect(await profileOf(scene.company, scene.bruno)).toMatchObject({ missedOffers: 0 })
  })

  it('a message under an answer', async () => {
    const { company, bruno, misses, offered } = await asksBrunoFirst()
    const questionId = await offered()
    const { responseId } = await company.run((tx) =>
      makeChange(tx, respond(personOf(company, bruno), { questionId, text: 'So.' })).then(addedResponse),
    )
    await misses(2)

    await company.run((tx) =>
      makeChange(tx, addMessage(personOf(company, bruno), { responseId, text: 'And so.', externalIds: [] })).then(
        addedMessage,
      ),
    )

    expect(await profileOf(company, bruno)).toMatchObject({ missedOffers: 0 })
  })
})
