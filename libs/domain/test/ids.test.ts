import { inSystem } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { addKnowledge } from '../src/knowledge/add-knowledge.ts'
import { askAboutText } from '../src/knowledge/text-requests.ts'
import { forgetPerson } from '../src/privacy/forget.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { claimQuestion, declineQuestion, releaseQuestion } from '../src/questions/claim.ts'
import { editMessage, editQuestion } from '../src/questions/edit.ts'
import { addNote } from '../src/questions/notes.ts'
import { acceptResponse } from '../src/questions/settle.ts'
import { addReply } from '../src/replies/replies.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const s = stageOf(db, cast)
const { companyId, ada, bruno, carla, dora } = cast

/** Adds a row to every table that people fill in a conversation. */
async function converse(): Promise<void> {
  const { questionId, responseId } = await s.answered(bruno)
  const { messageId } = await s.run((tx) =>
    makeChange(tx, addMessage(s.user(ada), { questionId, text: 'So?', externalIds: [] })).then(addedMessage),
  )
  await s.run((tx) => editQuestion(tx, s.user(ada), { questionId, text: 'Where is my new card?' }))
  await s.run((tx) => editMessage(tx, s.user(ada), { messageId, text: 'And so?' }))
  await s.run((tx) => addNote(tx, s.agent(dora), { questionId, text: 'Called the bank.' }))
  await s.run((tx) => makeChange(tx, acceptResponse(s.user(ada), { responseId })))
  const reply = { title: 'PIN', text: 'In the app.', owner: 'ME' } as const
  await s.run((tx) => addReply(tx, { ...s.expert(bruno), isAdmin: false }, reply))
  await s.run((tx) => addKnowledge(tx, { companyId, answers: [{ question: 'PIN?', answer: 'In the app.' }] }))
  await s.run((tx) => askAboutText(tx, companyId, 'read', { text: 'PIN?' }))
  await inSystem(db, (tx) => forgetPerson(tx, { companyId, email: 'nobody@example.com' }))

  const other = await s.ask({ predictedClass: 'card' })
  await s.offer(other, [bruno, carla])
  await s.run((tx) => makeChange(tx, declineQuestion(s.expert(carla), { questionId: other })))
  await s.run((tx) => makeChange(tx, claimQuestion(s.expert(bruno), { questionId: other })))
  await s.run((tx) => makeChange(tx, releaseQuestion(s.expert(bruno), { questionId: other })))
  const open = await s.ask()
  await s.open(open)
  await s.run((tx) => makeChange(tx, declineQuestion(s.expert(carla), { questionId: open })))
}

test('every row of a conversation has an id of version 7 that holds the time at which it was added', async () => {
  const begun = Date.now()
  await converse()
  const { rows: tables } = await db.system.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' and table_name <> 'feeds' order by 1`,
  )

  const filled: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.system.query<{ id: string }>(`select id from "${name}" order by id desc limit 1000`)
    for (const { id } of rows) {
      expect(id, name).toMatch(/^.{14}7/)
      expect(addedAt(id), name).toBeLessThanOrEqual(Date.now())
    }
    if (rows[0] && addedAt(rows[0].id) >= begun) filled.push(name)
  }

  expect(filled).toEqual([
    'forget_requests',
    'knowledge',
    'messages',
    'notes',
    'offers',
    'questions',
    'responses',
    'revisions',
    'saved_replies',
    'text_requests',
  ])
})

/** Returns the time of a UUID of version 7, in ms since 1970. */
const addedAt = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
