import { inCompany, inSystem } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import type { Person } from '../src/actors.ts'
import { forgetPerson } from '../src/privacy/forget.ts'
import { erasePerson } from '../src/privacy/forget-erase.ts'
import { addNote, listNotes } from '../src/questions/notes.ts'
import { publicUrl, stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const rival = await inviteCast(db)
const s = stageOf(db, cast)

type Staff = Extract<Person, { kind: 'expert' | 'agent' }>

const note = (actor: Staff, questionId: string, text = 'Called the bank.') =>
  inCompany(db, actor.companyId, (tx) => addNote(tx, actor, { questionId, text }))
const textsOf = async (actor: Staff, questionId: string) =>
  (await inCompany(db, actor.companyId, (tx) => listNotes(tx, actor, { questionId, limit: 20 }, publicUrl))).notes.map(
    ({ text }) => text,
  )

test('experts and agents of a question read each other’s notes, oldest first', async () => {
  const questionId = await s.ask()
  await s.offer(questionId, [cast.bruno, cast.carla])
  await note(s.expert(cast.bruno), questionId, 'Offered before.')
  await note(s.agent(cast.dora), questionId, 'Known customer.')

  expect(await textsOf(s.expert(cast.carla), questionId)).toEqual(['Offered before.', 'Known customer.'])
  expect(await textsOf(s.agent(cast.dora), questionId)).toHaveLength(2)
})

test('a note does not exist for an expert who may not see the question, for its asker, or for another company', async () => {
  const questionId = await s.ask({ by: cast.carla })
  await s.offer(questionId, [cast.bruno])
  await note(s.expert(cast.bruno), questionId)

  for (const actor of [
    s.expert(cast.carlos),
    s.expert(cast.carla),
    s.agent(cast.carla),
    stageOf(db, rival).agent(rival.dora),
  ]) {
    await expect(textsOf(actor, questionId)).rejects.toMatchObject({ code: 'question_not_found' })
    await expect(note(actor, questionId)).rejects.toMatchObject({ code: 'question_not_found' })
  }
})

test('a note changes neither the question nor its events', async () => {
  const { questionId } = await s.answered()
  const before = [await s.see(questionId), await s.events(questionId)]
  await note(s.agent(cast.dora), questionId)

  expect([await s.see(questionId), await s.events(questionId)]).toEqual(before)
  expect(JSON.stringify(before)).not.toContain('Called the bank.')
})

test('forgetting the asker deletes the notes of their questions, and none can be added', async () => {
  const own = await inviteCast(db)
  const stage = stageOf(db, own)
  const questionId = await stage.ask()
  const { rows } = await db.system.query<{ email: string }>('select email from users where id = $1', [own.ada])
  await note(stage.agent(own.dora), questionId)
  const { receipt } = await inSystem(db, (tx) =>
    forgetPerson(tx, { companyId: own.companyId, email: rows[0]?.email ?? '' }),
  )
  await erasePerson(db, receipt.uuid, { settleMs: 0 })

  expect(await textsOf(stage.agent(own.dora), questionId)).toEqual([])
  await expect(note(stage.agent(own.dora), questionId)).rejects.toMatchObject({ code: 'interaction_not_allowed' })
})
