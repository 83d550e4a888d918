import { randomBytes } from 'node:crypto'
import { inSystem } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { changeKnowledge, listKnowledge } from '../src/administration/knowledge.ts'
import { makeChange } from '../src/changes/make-changes.ts'
import { readFile } from '../src/files/read-file.ts'
import { findFile } from '../src/files/view.ts'
import { addKnowledge } from '../src/knowledge/add-knowledge.ts'
import { viewKnownAnswer } from '../src/knowledge/automatic-answers.ts'
import { findKnownTexts } from '../src/knowledge/known-texts.ts'
import { learnAnswers } from '../src/knowledge/learn-answers.ts'
import { relabelQuestion } from '../src/learning/relabel.ts'
import { changeTrainingSettings } from '../src/learning/training-settings.ts'
import { findForgetReceipt, forgetPerson } from '../src/privacy/forget.ts'
import { replayTombstones } from '../src/privacy/forget-again.ts'
import { erasePerson } from '../src/privacy/forget-erase.ts'
import { editMessage } from '../src/questions/edit.ts'
import { rateResponse } from '../src/questions/rate.ts'
import { addedResponse, markAsResolved, respond } from '../src/questions/respond.ts'
import { acceptResponse, reviewMarkAsResolved } from '../src/questions/settle.ts'
import { stageOf } from './domain-stage.ts'
import { storeText } from './store-text.ts'

const db = await openTestDatabase()
const rows = async (text: string, ...values: unknown[]) => (await db.system.query(text, values)).rows

async function accepted(text = 'How do I reset my PIN?', answer = 'In the app, under Cards.') {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const questionId = await s.ask({ text })
  await s.offer(questionId, [cast.bruno])
  const { responseId } = await s.run((tx) =>
    makeChange(tx, respond(s.expert(cast.bruno), { questionId, text: answer })).then(addedResponse),
  )
  await s.run((tx) => makeChange(tx, acceptResponse(s.user(cast.ada), { responseId })))
  return { ...s, cast, questionId, responseId }
}
const known = (companyId: string) =>
  inSystem(db, async (tx) => (await listKnowledge(tx, companyId, { limit: 100 })).knowledge)

test('an accepted answer becomes a known answer, once, and remembers where it came from', async () => {
  const { cast, questionId, responseId } = await accepted()
  await Promise.all([1, 2].map(() => learnAnswers(db, cast.companyId, [questionId])))

  expect(await known(cast.companyId)).toEqual([
    expect.objectContaining({
      question: 'How do I reset my PIN?',
      answer: 'In the app, under Cards.',
      source: 'RESPONSE',
      sources: [responseId],
      sourceQuestions: [questionId],
      suspended: null,
    }),
  ])
})

describe('answers that are accepted together', () => {
  /** Resolves questions of one company, each with its own answer. */
  async function acceptedTogether(texts: string[]) {
    const s = stageOf(db, await inviteCast(db))
    const questionIds: string[] = []
    for (const text of texts) {
      const questionId = await s.ask({ text })
      await s.offer(questionId, [s.cast.bruno])
      const answer = respond(s.expert(s.cast.bruno), { questionId, text: `${text} So.` })
      const { responseId } = await s.run((tx) => makeChange(tx, answer).then(addedResponse))
      await s.run((tx) => makeChange(tx, acceptResponse(s.user(s.cast.ada), { responseId })))
      questionIds.push(questionId)
    }
    return { ...s, companyId: s.cast.companyId, questionIds }
  }
  const questionsOf = async (companyId: string) => (await known(companyId)).map(({ question }) => question).sort()

  test('are learned with as many statements as one', async () => {
    const { companyId, questionIds } = await acceptedTogether(['A?', 'B?', 'My card 4111 1111 1111 1111?', 'D?'])
    const before = db.statements.count
    expect(await learnAnswers(db, companyId, questionIds)).toHaveLength(3)
    expect(db.statements.count - before).toBe(4)
    expect(await questionsOf(companyId)).toEqual(['A?', 'B?', 'D?'])

    expect(await learnAnswers(db, companyId, questionIds)).toEqual([])
    expect(await questionsOf(companyId)).toEqual(['A?', 'B?', 'D?'])
  })

  test('do not wait for one that is being changed, which is learned as well', async () => {
    const { companyId, questionIds, run } = await acceptedTogether(['A?', 'B?', 'C?'])
    const [, locked] = questionIds
    let learned: Promise<string[]> | undefined
    await run(async (tx) => {
      await tx.orm.execute(sql`select 1 from questions where id = ${locked} for update`)
      learned = learnAnswers(db, companyId, questionIds)
      await vi.waitFor(async () => expect(await questionsOf(companyId)).toEqual(['A?', 'C?']))
    })
    expect(await learned).toHaveLength(3)
    expect(await questionsOf(companyId)).toEqual(['A?', 'B?', 'C?'])
  })
})

test('no answer is learned that holds an address or a number, nor where the company does not want it', async () => {
  const withAddress = await accepted('Hi', 'Write to bob@bank.example.')
  const withCard = await accepted('My card 4111 1111 1111 1111 is lost')
  const unwanted = await accepted()
  await inSystem(db, (tx) => changeTrainingSettings(tx, unwanted.cast.companyId, { learnAnswers: false }))
  const open = await accepted()
  const openId = await open.ask()

  for (const { questionId, cast } of [withAddress, withCard, unwanted]) {
    expect(await learnAnswers(db, cast.companyId, [questionId])).toEqual([])
    expect(await known(cast.companyId)).toEqual([])
  }
  expect(await learnAnswers(db, open.cast.companyId, [openId])).toEqual([])
})

test('a known answer is suspended when its human answer is rated badly, and an admin gives it again', async () => {
  const s = await accepted()
  const { companyId } = s.cast
  const [knowledgeId = ''] = await learnAnswers(db, s.cast.companyId, [s.questionId])
  await s.run((tx) => rateResponse(tx, s.user(s.cast.ada), { responseId: s.responseId, rating: 'NEGATIVE_5' }))

  expect(await known(companyId)).toMatchObject([{ suspended: { reason: 'CONTESTED' } }])
  expect(await inSystem(db, (tx) => findKnownTexts(tx, companyId, 10))).toEqual([])
  expect(await s.run((tx) => viewKnownAnswer(tx, companyId, knowledgeId))).toBeNull()
  await s.run((tx) => changeKnowledge(tx, companyId, knowledgeId, { isSuspended: false }))
  expect(await known(companyId)).toMatchObject([{ suspended: null }])
})

test('a known answer that names its sources is suspended when one is edited or contested', async () => {
  for (const [reason, happens] of [
    ['EDITED', 'edit'],
    ['CONTESTED', 'contest'],
  ]) {
    const cast = await inviteCast(db)
    const s = stageOf(db, cast)
    const { questionId, responseId } = await s.answered()
    const answers = [{ question: 'Where is it?', answer: 'On its way.', sources: [responseId] }]
    await s.run((tx) => addKnowledge(tx, { companyId: cast.companyId, answers }))
    const expert = s.expert(cast.bruno)
    if (happens === 'edit') {
      const [message] = await rows(
        'select id from messages where response_id = $1 and author_id = $2',
        responseId,
        cast.bruno,
      )
      await s.run((tx) => editMessage(tx, expert, { messageId: message.id, text: 'Still here.' }))
    } else {
      await s.run((tx) => makeChange(tx, markAsResolved(expert, { responseId })))
      await s.run((tx) => reviewMarkAsResolved(tx, s.user(cast.ada), { questionId, confirm: false }))
    }
    expect(await known(cast.companyId)).toMatchObject([{ source: 'ADMIN', suspended: { reason } }])
  }
})

test('a known answer that is made of a contested answer is suspended from the start, until an admin gives it', async () => {
  const rated = await accepted()
  await rated.run((tx) =>
    rateResponse(tx, rated.user(rated.cast.ada), { responseId: rated.responseId, rating: 'NEGATIVE_5' }),
  )
  expect(await learnAnswers(db, rated.cast.companyId, [rated.questionId])).toEqual([])
  const cast = await inviteCast(db)
  const stage = stageOf(db, cast)
  const marked = { ...stage, cast, ...(await stage.answered()) }
  await marked.run((tx) => makeChange(tx, markAsResolved(marked.expert(cast.bruno), { responseId: marked.responseId })))
  await marked.run((tx) =>
    reviewMarkAsResolved(tx, marked.user(cast.ada), { questionId: marked.questionId, confirm: false }),
  )

  for (const { run, cast, responseId } of [rated, marked]) {
    const { companyId } = cast
    const answers = [{ question: 'Q?', answer: 'A.', sources: [responseId.toUpperCase()] }]
    const { knowledgeIds } = await run((tx) => addKnowledge(tx, { companyId, answers }))
    expect(await known(companyId)).toMatchObject([{ suspended: { reason: 'CONTESTED' } }])
    await run((tx) => changeKnowledge(tx, companyId, knowledgeIds[0] ?? '', { isSuspended: false }))
    expect(await known(companyId)).toMatchObject([{ suspended: null }])
  }
})

test('nothing is made of the answer of a forgotten person, and what was made of it is not given again', async () => {
  const s = await accepted()
  const { companyId, bruno } = s.cast
  const [knowledgeId = ''] = await learnAnswers(db, s.cast.companyId, [s.questionId])
  const [{ email }] = await rows('select email from users where id = $1', bruno)
  const { receipt } = await forget(companyId, email)
  expect(await erasePerson(db, receipt.uuid, { settleMs: 0 })).toBe('finished')
  const answers = [{ question: 'Q?', answer: 'A.', sources: [s.responseId] }]

  await expect(s.run((tx) => addKnowledge(tx, { companyId, answers }))).rejects.toMatchObject({
    code: 'source_forgotten',
    message: expect.stringContaining(s.responseId),
  })
  const give = { isSuspended: false }
  await expect(s.run((tx) => changeKnowledge(tx, companyId, knowledgeId, give))).rejects.toMatchObject({
    code: 'knowledge_forgotten',
  })
  await expect(s.run((tx) => changeKnowledge(tx, companyId, s.responseId, give))).rejects.toMatchObject({
    code: 'knowledge_not_found',
  })
})

test('sources must be responses of the company', async () => {
  const [own, other] = [await accepted(), await accepted()]
  const answers = [{ question: 'Q?', answer: 'A.', sources: [other.responseId] }]

  await expect(own.run((tx) => addKnowledge(tx, { companyId: own.cast.companyId, answers }))).rejects.toMatchObject({
    code: 'source_unknown',
  })
})

const header = 'questionId,askedAt,asker,text,answerId,answeredAt,answererEmail'
const forget = (companyId: string, email: string) => inSystem(db, (tx) => forgetPerson(tx, { companyId, email }))

test('F34: of a forgotten person nothing is learned from any more: history, labels, answers given and learned', async () => {
  const marker = randomBytes(16).toString('hex')
  const s = await accepted(`${marker} PIN?`)
  const { companyId, ada, bruno } = s.cast
  await learnAnswers(db, s.cast.companyId, [s.questionId])
  const bruno_ = s.expert(bruno)
  await s.run((tx) => relabelQuestion(tx, bruno_, { questionId: s.questionId, class: 'pin' }))
  await db.system.query(
    `insert into automatic_answers (id, company_id, question, confidence, user_id, quick_reply) values (gen_random_uuid(), $1, $2, 0, $3, 'ACCEPTED')`,
    [companyId, marker, ada],
  )
  await db.system.query(
    `insert into models (id, company_id, version, examples, classes, held_out, accuracy, calibration_error, report, verdict, judged, size_bytes, learned_until)
      values (gen_random_uuid(), $1, 1, 1, 1, 1, 1, 0, '{}', 'FIRST', '', 1, now())`,
    [companyId],
  )
  const lines = [
    `1,2026-01-01,ada@example.com,${marker} one?,a1,2026-01-02,bruno@example.com`,
    '2,2026-01-01,adam@example.com,Other?,,,',
  ]
  const fileId = await storeText(db, companyId, 'HISTORY', [header, ...lines].join('\n'))
  await readFile(db, fileId)
  const found = async () => {
    const tables = await rows(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and has_table_privilege(oid, 'select')`,
    )
    const hits: string[] = []
    for (const { name } of tables) {
      if ((await rows(`select 1 from ${name} t where t::text like $1 limit 1`, `%${marker}%`)).length > 0)
        hits.push(name)
    }
    return hits.sort()
  }
  expect(await found()).toEqual(['automatic_answers', 'knowledge', 'past_questions', 'questions'])

  const { receipt } = await forget(companyId, 'ada@example.com')
  expect(await erasePerson(db, receipt.uuid, { settleMs: 0 })).toBe('finished')

  expect(await found()).toEqual([])
  const { erased } = await inSystem(db, (tx) => findForgetReceipt(tx, companyId, receipt.uuid))
  expect(erased).toMatchObject({ trainingExamples: 1, knowledge: 1, history: 1, automaticAnswers: 1, questions: 1 })
  expect(await known(companyId)).toMatchObject([
    { question: '[deleted]', answer: 'In the app, under Cards.', suspended: { reason: 'FORGOTTEN' } },
  ])
  expect(await rows('select folded from knowledge where company_id = $1', companyId)).toEqual([
    { folded: '\nin the app under cards' },
  ])
  expect(await rows('select external_id from past_questions where company_id = $1', companyId)).toEqual([
    { external_id: '2' },
  ])
  expect(await rows('select is_stale from models where company_id = $1', companyId)).toEqual([{ is_stale: true }])
  expect(await rows('select must_replace from trainings where company_id = $1', companyId)).toEqual([
    { must_replace: true },
  ])
})

test('a file does not bring back a person who was forgotten meanwhile', async () => {
  const { companyId } = await inviteCast(db)
  const marker = randomBytes(16).toString('hex')
  const line = (at: string) => `${at},${at},${marker}@example.com,${marker}?,,,`
  const fileId = await storeText(db, companyId, 'HISTORY', [header, line('2026-01-01')].join('\n'))

  // No person with that address is known here, but the file that waits may name them.
  const { receipt } = await forget(companyId, `${marker}@example.com`)
  expect(await erasePerson(db, receipt.uuid, { settleMs: 0 })).toBe('later')
  expect(await readFile(db, fileId)).toBe('refused')

  expect(await inSystem(db, (tx) => findFile(tx, companyId, fileId))).toMatchObject({
    fault: { code: 'no_usable_rows' },
    reasons: { person_forgotten: 1 },
  })
  expect(await rows('select 1 from file_chunks where file_id = $1', fileId)).toEqual([])
  expect(await erasePerson(db, receipt.uuid, { settleMs: 0 })).toBe('finished')
})

test('history that comes back with a restored backup is forgotten again', async () => {
  const { companyId } = await inviteCast(db)
  const marker = randomBytes(16).toString('hex')
  const fileId = await storeText(
    db,
    companyId,
    'HISTORY',
    [header, `1,2026-01-01,${marker}@example.com,${marker}?,,,`].join('\n'),
  )
  await readFile(db, fileId)
  const backup = await rows('select * from past_questions where file_id = $1', fileId)
  const { receipt } = await forget(companyId, `${marker}@example.com`)
  expect(await erasePerson(db, receipt.uuid, { settleMs: 0 })).toBe('finished')
  expect(await rows('select 1 from past_questions where file_id = $1', fileId)).toEqual([])

  await db.system.query('insert into past_questions select * from jsonb_populate_recordset(null::past_questions, $1)', [
    JSON.stringify(backup),
  ])
  await replayTombstones(db)
  expect(await erasePerson(db, receipt.uuid, { settleMs: 0 })).toBe('finished')
  expect(await rows('select 1 from past_questions where file_id = $1', fileId)).toEqual([])
})
