import { inCompany } from '@askline/db'
import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import { giveAutomaticAnswer, judgeAutomaticAnswer } from '@askline/domain/knowledge/automatic-answers'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { addAdministered, api, ask, askAndAnswer, bank, db, tokens } = await openWorld()

const relabel = (uuid: string, token: string, body: object = { class: 'pin' }) =>
  api('POST', `/v1/questions/${uuid}/relabel`, { token, body })
const labels = async (uuid: string) =>
  (await db.system.query('select class, user_id as by from training_examples where question_id = $1', [uuid])).rows

test('an expert labels what they were offered, and the last word stands', async () => {
  const { question } = await askAndAnswer()
  const first = await relabel(question.uuid, tokens.bruno)
  const blank = await relabel(question.uuid, tokens.bruno, { class: ' ' })
  await relabel(question.uuid, tokens.bruno, { class: ' cards ', questionUuid: question.uuid })

  expect([first.status, first.body.data]).toEqual([200, { uuid: question.uuid, class: 'pin' }])
  expect([blank.status, blank.body.error.details?.[0]?.field]).toEqual([400, 'class'])
  expect(await labels(question.uuid)).toEqual([{ class: 'cards', by: bank.bruno }])
})

test('an expert labels nothing that was never theirs, nor anybody what is of another company', async () => {
  const question = await ask()
  const byAdmin = (token: string) =>
    api('POST', `/v1/admin/questions/${question.uuid}/relabel`, { token, body: { class: 'pin' } })

  const carlas = await relabel(question.uuid, tokens.carla)
  const rivals = await byAdmin(tokens.rivalsEdda)
  expect([carlas.status, carlas.body.error.code]).toEqual([404, 'question_not_found'])
  expect([rivals.status, rivals.body.error.code]).toEqual([404, 'question_not_found'])
  expect(await labels(question.uuid)).toEqual([])

  expect((await byAdmin(tokens.edda)).body.data).toEqual({ uuid: question.uuid, class: 'pin' })
  expect(await labels(question.uuid)).toEqual([{ class: 'pin', by: bank.edda }])
  const { entries } = (await api('GET', '/v1/admin/audit', { token: tokens.edda })).body.data
  expect(entries[0]).toMatchObject({ action: 'question_relabelled', targetId: question.uuid, actor: { kind: 'admin' } })
})

const view = async (name: string, query: Record<string, string> = {}, token = tokens.edda) =>
  (await api('GET', `/v1/admin/answers/${name}`, { token, query })).body

/** Known answers of the bank, the first in time first. */
async function know(...questions: string[]): Promise<string[]> {
  const { companyId } = bank
  const answers = questions.map((question) => ({ question, answer: 'So.' }))
  const { knowledgeIds } = await inCompany(db, companyId, (tx) => addKnowledge(tx, { companyId, answers }))
  return [...knowledgeIds].sort()
}

test('tells which known answers askers reject more often than not, page by page', async () => {
  const { companyId } = bank
  const [bad = '', worse = '', liked = ''] = await know('Bad?', 'Worse?', 'Liked?')
  const found = { predictedClass: null, classConfidence: 0, answerConfidence: 0.9 }
  const judge = (knowledgeId: string, quickReply: 'ACCEPTED' | 'REJECTED') =>
    inCompany(db, companyId, async (tx) => {
      const { uuid } = await giveAutomaticAnswer(tx, companyId, 'Why?', { ...found, knowledgeId })
      await judgeAutomaticAnswer(tx, companyId, { uuid, quickReply })
    })
  for (let n = 0; n < 50; n++) await judge(liked, 'ACCEPTED')
  for (const knowledgeId of [bad, worse, liked]) for (let n = 0; n < 3; n++) await judge(knowledgeId, 'REJECTED')

  const first = await view('rejected', { limit: '1' })
  const second = await view('rejected', { limit: '1', cursor: first.data.paging.nextCursor })

  expect(first.data.answers).toEqual([
    {
      uuid: worse,
      question: 'Worse?',
      answer: 'So.',
      shown: 3,
      rejected: 3,
      suspended: { reason: 'REJECTED', date: expect.any(String) },
    },
  ])
  expect(second.data).toMatchObject({ answers: [{ uuid: bad }], paging: { nextCursor: null } })
  expect((await view('rejected', {}, tokens.rivalsEdda)).data.answers).toEqual([])
  expect((await view('rejected', { cursor: 'x' })).error.code).toBe('invalid_cursor')
})

test('lists known answers that were neither changed nor accepted for a number of days', async () => {
  const [old = ''] = await know('Old?')
  await db.system.query(`update knowledge set updated_at = clock_timestamp() - interval '10 days' where id = $1`, [old])

  expect((await view('stale', { days: '9' })).data.answers).toMatchObject([{ uuid: old, lastAccepted: null }])
  expect((await view('stale', { days: '11' })).data.answers).toEqual([])
  expect((await view('stale')).data.answers).toEqual([])
  expect((await view('stale', { days: '0' })).error.code).toBe('invalid_request')
})

test('pages unanswered questions, and refuses an invalid cursor', async () => {
  expect((await view('unanswered')).data).toEqual({ unanswered: [], paging: { limit: 20, nextCursor: null } })
  expect((await view('unanswered', { cursor: '-1' })).error.code).toBe('invalid_request')
})

test('an admin sees no conflicts of nothing, and an invalid cursor is refused', async () => {
  expect((await view('conflicts')).data).toEqual({ conflicts: [], paging: { limit: 20, nextCursor: null } })
  expect((await view('conflicts', { cursor: '-1' })).error.code).toBe('invalid_request')
})

test('an admin removes a version that does not run, and the audit log records it', async () => {
  const { model } = await addAdministered(bank)
  const remove = (token: string) => api('POST', `/v1/admin/models/${model.uuid}/remove`, { token, body: {} })
  const run = 'insert into running_models (company_id, model_id) values ($1, $2)'
  await db.system.query(run, [bank.companyId, model.uuid])

  expect((await remove(tokens.rivalsEdda)).body.error.code).toBe('model_not_found')
  expect((await remove(tokens.edda)).body.error.code).toBe('model_running')
  await db.system.query('delete from running_models where company_id = $1', [bank.companyId])
  expect((await remove(tokens.edda)).body.data).toEqual({ uuid: model.uuid })
  expect((await remove(tokens.edda)).status).toBe(404)
  const { entries } = (await api('GET', '/v1/admin/audit', { token: tokens.edda })).body.data
  expect(entries[0]).toMatchObject({ action: 'model_removed', targetId: model.uuid })
})

test('an admin sees the asked and the observed precision of every category', async () => {
  const category = { name: 'Loans', settings: { precision: 0.95 } }
  await api('POST', '/v1/admin/categories', { token: tokens.edda, body: category })
  const { categories } = (await view('precision')).data
  const nothing = { expected: null, observed: { judged: 0, right: 0, precision: null } }

  expect(categories[0]).toMatchObject({ name: 'General', precision: 0.9 })
  expect(categories).toContainEqual({
    uuid: expect.any(String),
    name: 'Loans',
    precision: 0.95,
    classes: nothing,
    answers: nothing,
  })
})

test('counts what was asked of the automatic answers lately, and what became of it', async () => {
  const before = (await view('precision')).data
  const { companyId } = bank
  const [knowledgeId = ''] = await know('Fine?')
  const found = { predictedClass: null, classConfidence: 0, answerConfidence: 0.9, knowledgeId }
  const give = (finding: object) =>
    inCompany(db, companyId, (tx) => giveAutomaticAnswer(tx, companyId, 'Why?', { ...found, ...finding }))
  const { uuid } = await give({})
  await give({ knowledgeId: null })
  await inCompany(db, companyId, (tx) => judgeAutomaticAnswer(tx, companyId, { uuid, quickReply: 'ACCEPTED' }))
  const { rules, lately } = (await view('precision')).data

  expect(rules).toEqual([])
  expect(lately).toEqual({
    asked: before.lately.asked + 2,
    answered: before.lately.answered + 1,
    accepted: before.lately.accepted + 1,
    rejected: before.lately.rejected,
    precision: expect.any(Number),
  })
})
