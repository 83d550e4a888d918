import { newId } from '@askline/db'
import { createPerson } from '@askline/domain/companies/create-person'
import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import { confirmAutoResponse } from '@askline/domain/questions/auto-response'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { buildTextCache } from '@askline/learning/texts/text-cache'
import { buildTrainer } from '@askline/learning/texts/text-trainer'
import { openTestDatabase } from '@askline/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildRouter } from '../src/routing/router.ts'
import { predictRouting } from '../src/text/predict-routing.ts'
import { buildQuestionReader, type TextReaders } from '../src/text/question-reader.ts'
import { foundCompany, offersOf, questionRow, type TestCompany } from './company.ts'

const db = await openTestDatabase()
const verbs =
  `change forget reset block find see set lose get unlock activate share read type hide show order cancel check renew
  write remember enter receive request replace guess protect store confirm repeat update delete recover test`.split(
    /\s+/u,
  )
const known = verbs.flatMap((verb) => [
  { question: `How do I ${verb} my card PIN code?`, answer: `PIN: ${verb}.`, class: 'pin' },
  { question: `Why does my mortgage loan ${verb} its rate?`, answer: `Rate: ${verb}.`, class: 'loan' },
])

const learn = ({ companyId, run }: TestCompany, answers = known) =>
  run((tx) => addKnowledge(tx, { companyId, answers }))

async function opened(company: TestCompany) {
  const trainer = buildTrainer()
  onTestFinished(() => trainer.close())
  const cache = buildTextCache(db, trainer)
  await cache.open(company.companyId)
  return cache
}

/** Builds the router of a worker with this text cache. */
function routed(questionId: string, cache: TextReaders, onError = () => {}) {
  return buildRouter(db, buildEvidenceCache(db), { readQuestions: buildQuestionReader(cache, onError) }).route(
    questionId,
  )
}
const classOf = async (questionId: string) =>
  (await db.system.query('select predicted_class as name from questions where id = $1', [questionId])).rows[0]?.name
const eventsOf = async (questionId: string) =>
  (
    await db.system.query('select type from question_events where question_id = $1 order by seq', [questionId])
  ).rows.map((row) => row.type)
const responseOf = async (questionId: string) =>
  (
    await db.system.query(
      `select r.id, r.quick_reply as "quickReply", m.body from responses r join messages m on m.response_id = r.id and m.type = 'MESSAGE'
        where r.question_id = $1`,
      [questionId],
    )
  ).rows[0]

describe('a question without a class', () => {
  it('gets the fitting known answer, and goes to no expert until the asker has decided', async () => {
    const company = await foundCompany(db)
    await company.hire()
    await learn(company)
    const cache = await opened(company)
    const questionId = await company.ask({ text: 'How do I unlock my card PIN code?' })

    await routed(questionId, cache)

    expect(await responseOf(questionId)).toMatchObject({ quickReply: 'PENDING', body: 'PIN: unlock.' })
    expect(await classOf(questionId)).toBe('pin')
    expect(await offersOf(db, questionId)).toEqual([])
    expect(await questionRow(db, questionId)).toMatchObject({ turn: 'asker', wave: 0 })
    expect(await eventsOf(questionId)).toEqual(['QUESTION_APPROVED', 'QUESTION_AUTO_RESPONSE'])
  })

  it('goes to the experts if the asker rejects that answer, and gets no other one', async () => {
    const company = await foundCompany(db)
    await company.hire()
    await learn(company)
    const cache = await opened(company)
    const questionId = await company.ask({ text: 'How do I unlock my card PIN code?' })
    await routed(questionId, cache)
    const { id: responseId } = await responseOf(questionId)
    const ada = { kind: 'user', userId: company.ada, companyId: company.companyId } as const
    await company.run((tx) => confirmAutoResponse(tx, ada, { responseId, quickReply: 'REJECTED' }))

    await routed(questionId, cache)

    expect(await offersOf(db, questionId)).toHaveLength(1)
    expect(await eventsOf(questionId)).toEqual([
      'QUESTION_APPROVED',
      'QUESTION_AUTO_RESPONSE',
      'AUTO_RESPONSE_REJECTED',
      'QUESTION_OFFERED',
    ])
  })

  it('goes to the experts at once if its class is certain and no answer is good enough', async () => {
    const company = await foundCompany(db)
    await company.hire()
    const { knowledgeIds } = await learn(company)
    const cache = await opened(company)
    await db.system.query('delete from knowledge where id = any($1)', [knowledgeIds])
    const questionId = await company.ask({ text: 'How do I unlock my card PIN code?' })

    await routed(questionId, cache)

    expect(await offersOf(db, questionId)).toHaveLength(1)
    expect(await classOf(questionId)).toBe('pin')
    const [wave] = await company.decisionsOf(questionId)
    expect(wave?.facts).toMatchObject({ predictedClass: 'pin', classConfidence: expect.any(Number) })
    expect(wave?.explanation).toMatch(/Its class is pin, \d+% sure\./)
  })

  it('gets no class if too few cases prove the required precision', async () => {
    const company = await foundCompany(db)
    await company.hire()
    await learn(company, known.slice(0, 20))
    const questionId = await company.ask({ text: 'How do I unlock my card PIN code?' })

    await routed(questionId, await opened(company))

    expect(await classOf(questionId)).toBeNull()
    expect(await offersOf(db, questionId)).toHaveLength(1)
  })
})

describe('routing does not wait for a text cache', () => {
  it('that is slow: the first batch waits a moment, and later ones do not wait', async () => {
    const company = await foundCompany(db)
    await company.hire({ capacity: 10 })
    let opened = 0
    const slow = {
      find: () => undefined,
      open: () => {
        opened++
        return new Promise<never>(() => undefined)
      },
    }
    const router = buildRouter(db, buildEvidenceCache(db), {
      readQuestions: buildQuestionReader(slow, () => undefined),
    })

    for (let i = 0; i < 3; i++) {
      const questionId = await company.ask()
      await router.route(questionId)
      expect(await offersOf(db, questionId)).toHaveLength(1)
    }
    expect(opened).toBe(1)
  })

  it('that cannot be opened or read', async () => {
    const company = await foundCompany(db)
    await company.hire({ capacity: 10 })
    const broken = {
      readIfProven: () => {
        throw new Error('broken')
      },
    }
    const errors: unknown[] = []
    const note = (error?: unknown) => void errors.push(error)
    const [first, second] = [await company.ask(), await company.ask()]

    await routed(first, { find: () => undefined, open: () => Promise.reject(new Error('away')) }, note)
    await routed(second, { find: () => broken, open: async () => broken }, note)

    expect(await offersOf(db, first)).toHaveLength(1)
    expect(await offersOf(db, second)).toHaveLength(1)
    expect(errors).toHaveLength(2)
  })
})

describe('a question that experts rarely resolve', () => {
  /** Creates settled questions: experts resolved those about mortgages, agents those about horoscopes. */
  async function settled(company: TestCompany, expertId: string) {
    for (let i = 0; i < 260; i++) {
      const [id, at] = [newId(), `${i} minutes`]
      const isMortgage = i % 2 === 0
      const text = isMortgage ? `How do I repay mortgage number ${i}?` : `What does my horoscope say of day ${i}?`
      await db.system.query(
        `insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, status, is_rerouted,
           reroute_type, rerouted_at, closed_at, num_responses, created_at, first_response_at, expires_at)
         select $1, $2, $3, $4, 'ONE_TO_ONE', $5, $5, '{}', 'RESOLVED', $6, case when $6 then 'BY_INACTIVITY' end,
           case when $6 then t end, t, 1, t - interval '30 s', t, t
         from (select clock_timestamp() - interval '1 day' + $7::interval as t) as times`,
        [id, company.companyId, company.ada, company.categoryId, text, !isMortgage, at],
      )
      if (isMortgage)
        await db.system.query(
          `insert into responses (id, company_id, question_id, type, author_id, is_accepted, created_at)
           select $1, $2, q.id, 'EXPERT', $3, true, q.first_response_at from questions q where q.id = $4`,
          [newId(), company.companyId, expertId, id],
        )
    }
  }
  const least = (company: TestCompany, chance: number) =>
    db.system.query(`update categories set settings = jsonb_build_object('leastChance', $2::float8) where id = $1`, [
      company.categoryId,
      chance,
    ])

  it('goes to the agents at once only if its category sets `leastChance` and the evidence proves it', async () => {
    const company = await foundCompany(db)
    await settled(company, await company.hire({ capacity: 100 }))
    const cache = buildEvidenceCache(db)
    const router = buildRouter(db, cache)
    const ben = { companyId: company.companyId, role: 'user', email: 'ben@example.com', name: 'Ben' } as const
    // He has asked nothing before, so no expert gets the bonus for an accepted answer.
    const { userId: by } = await company.run((tx) => createPerson(tx, ben))
    const asked = async (text: string) => {
      const questionId = await company.ask({ text, by })
      await router.route(questionId)
      return questionId
    }
    const horoscope = 'What does my horoscope say of tomorrow?'
    expect((await questionRow(db, await asked(horoscope)))?.status).toBe('UNRESOLVED')
    await least(company, 0.3)
    expect((await questionRow(db, await asked(horoscope)))?.status).toBe('UNRESOLVED')
    await cache.refresh()
    await vi.waitFor(() => expect(cache.find(company.companyId)?.isRefitDue).toBe(false), {
      timeout: 10_000,
      interval: 20,
    })

    const hopeless = await asked(horoscope)
    const fine = await asked('How do I repay my mortgage?')

    expect(await questionRow(db, hopeless)).toMatchObject({
      status: 'CLOSED_BY_ESCALATION',
      turn: 'agents',
      rerouteType: 'BY_LACK_OF_EXPERTS',
    })
    expect(await eventsOf(hopeless)).toEqual(['QUESTION_APPROVED', 'QUESTION_REJECTED_BY_PREDICTIVE_ROUTING'])
    const [decision] = await company.decisionsOf(hopeless)
    expect(decision?.explanation).toMatch(
      /^Judged by \d+ settled questions, experts would have resolved it with a probability of [\d.]+%\. The category requires 30%, so the agents got it at once\./,
    )
    expect(decision?.experts.map(({ verdict, explanation }) => [verdict, explanation.replace(/^\S+ /, '')])).toEqual([
      ['withheld', 'was available, but experts rarely resolve such questions, so no expert was asked.'],
    ])
    const evidence = cache.find(company.companyId)
    const category = { categoryId: company.categoryId, type: 'ONE_TO_ONE', settings: { leastChance: 0.3 } } as const
    const predicted =
      evidence && predictRouting(evidence, { text: horoscope, likelyLanguage: undefined }, category, null)
    expect(predicted).toMatchObject({ shouldRoute: false, reason: { code: 'hardly_resolved' } })
    expect(decision?.facts.chance).toBe(Math.floor((predicted?.confidence ?? 1) * 1_000) / 1_000)
    expect(await offersOf(db, fine)).toHaveLength(1)
  })
})
