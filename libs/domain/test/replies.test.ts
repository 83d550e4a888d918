import { inCompany, inSystem } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import type { Person } from '../src/actors.ts'
import { forgetPerson } from '../src/privacy/forget.ts'
import { erasePerson } from '../src/privacy/forget-erase.ts'
import { findDraft, saveDraft } from '../src/replies/drafts.ts'
import { addReply, changeReply, findReply, listReplies, removeReply } from '../src/replies/replies.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const rival = await inviteCast(db)
const s = stageOf(db, cast)

const user = (actor: Person, isAdmin = false) => ({ ...actor, isAdmin })
const add = (actor: Person, title: string, owner: 'ME' | 'COMPANY' = 'ME', isAdmin = false) =>
  inCompany(db, actor.companyId, (tx) => addReply(tx, user(actor, isAdmin), { title, text: 'In the app.', owner }))
const titlesOf = async (actor: Person) =>
  (await inCompany(db, actor.companyId, (tx) => listReplies(tx, actor, { limit: 100 }))).replies.map(
    ({ title }) => title,
  )

test('a person uses their own replies and those of the company, and no others', async () => {
  const [bruno, carla] = [s.expert(cast.bruno), s.expert(cast.carla)]
  const { replyId } = await add(bruno, 'PIN')
  await add(s.agent(cast.dora), 'Greeting', 'COMPANY', true)

  expect(await titlesOf(bruno)).toEqual(['PIN', 'Greeting'])
  expect(await titlesOf(carla)).toEqual(['Greeting'])
  expect(await titlesOf(stageOf(db, rival).expert(rival.bruno))).toEqual([])
  await expect(s.run((tx) => findReply(tx, carla, replyId))).rejects.toMatchObject({ code: 'reply_not_found' })
  await expect(s.run((tx) => removeReply(tx, user(carla), replyId))).rejects.toMatchObject({ code: 'reply_not_found' })
})

test('only an admin adds, changes and removes replies of the company', async () => {
  const dora = s.agent(cast.dora)
  const { replyId } = await add(dora, 'Fees', 'COMPANY', true)
  const refused = { code: 'forbidden' }

  await expect(add(dora, 'Rates', 'COMPANY')).rejects.toMatchObject(refused)
  await expect(s.run((tx) => changeReply(tx, user(dora), replyId, { text: 'x' }))).rejects.toMatchObject(refused)
  await expect(s.run((tx) => removeReply(tx, user(dora), replyId))).rejects.toMatchObject(refused)

  await s.run((tx) => changeReply(tx, user(dora, true), replyId, { text: 'None.', shortcut: 'fees' }))
  expect(await s.run((tx) => findReply(tx, dora, replyId))).toMatchObject({
    text: 'None.',
    shortcut: 'fees',
    title: 'Fees',
  })
  await s.run((tx) => removeReply(tx, user(dora, true), replyId))
  expect(await titlesOf(dora)).not.toContain('Fees')
})

test('a person with 500 replies can add no more, and the company still can', async () => {
  const carlos = s.expert(cast.carlos)
  await db.system.query(
    `insert into saved_replies (id, company_id, owner_id, title, body, updated_at)
      select gen_random_uuid(), $1, $2, 'Reply ' || n, 'In the app.', clock_timestamp() from generate_series(1, 499) n`,
    [cast.companyId, cast.carlos],
  )
  const { replyId } = await add(carlos, 'The last')

  await expect(add(carlos, 'One too many')).rejects.toMatchObject({ code: 'too_many_replies' })
  await add(s.agent(cast.dora), 'Hours', 'COMPANY', true)
  await s.run((tx) => removeReply(tx, user(carlos), replyId))
  await add(carlos, 'One more')
})

const draftOf = (actor: Person, questionId: string) =>
  inCompany(db, actor.companyId, (tx) => findDraft(tx, actor, questionId))
const draft = (actor: Person, questionId: string, text: string) =>
  inCompany(db, actor.companyId, (tx) => saveDraft(tx, actor, { questionId, text }))

test('a draft is seen by its author alone, and an empty text deletes it', async () => {
  const questionId = await s.ask()
  await s.offer(questionId, [cast.bruno, cast.carla])
  const [bruno, carla] = [s.expert(cast.bruno), s.expert(cast.carla)]
  await draft(bruno, questionId, 'Dear Ada')
  await draft(bruno, questionId, 'Dear Ada, open the app')

  expect(await draftOf(bruno, questionId)).toMatchObject({ text: 'Dear Ada, open the app' })
  expect(await draftOf(carla, questionId)).toMatchObject({ text: '', lastUpdated: null })
  await draft(bruno, questionId, '')
  expect(await draftOf(bruno, questionId)).toMatchObject({ text: '', lastUpdated: null })
})

test('no draft exists for a question that its author may not see', async () => {
  const questionId = await s.ask()
  for (const actor of [s.expert(cast.carlos), stageOf(db, rival).agent(rival.dora)]) {
    await expect(draft(actor, questionId, 'Dear Ada')).rejects.toMatchObject({ code: 'question_not_found' })
    await expect(draftOf(actor, questionId)).rejects.toMatchObject({ code: 'question_not_found' })
  }
})

test('forgetting an expert deletes their replies and drafts, and forgetting an asker the drafts about them', async () => {
  const own = await inviteCast(db)
  const stage = stageOf(db, own)
  const questionId = await stage.ask()
  await stage.offer(questionId, [own.bruno])
  await add(stage.expert(own.bruno), 'PIN')
  await draft(stage.expert(own.bruno), questionId, 'Dear Ada')
  await draft(stage.agent(own.dora), questionId, 'Dear Ada')
  const forget = async (userId: string) => {
    const { rows } = await db.system.query<{ email: string }>('select email from users where id = $1', [userId])
    const wish = { companyId: own.companyId, email: rows[0]?.email ?? '' }
    const { receipt } = await inSystem(db, (tx) => forgetPerson(tx, wish))
    await erasePerson(db, receipt.uuid, { settleMs: 0 })
  }
  const left = async () =>
    (
      await db.system.query<{ replies: number; drafts: number }>(
        `select (select count(*)::int from saved_replies where company_id = $1) as replies,
           (select count(*)::int from drafts where company_id = $1) as drafts`,
        [own.companyId],
      )
    ).rows[0]

  await forget(own.bruno)
  expect(await left()).toEqual({ replies: 0, drafts: 1 })
  await forget(own.ada)
  expect(await left()).toEqual({ replies: 0, drafts: 0 })
  await draft(stage.agent(own.dora), questionId, 'Late')
  expect(await left()).toEqual({ replies: 0, drafts: 0 })
})
