import { inviteCast, openTestDatabase, rowsRead as rowsReadIn } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import '../src/knowledge/learn-answers.ts'
import '../src/views/find.ts'
import { makeChange } from '../src/changes/make-changes.ts'
import { addedResponse, respond } from '../src/questions/respond.ts'
import { acceptResponse } from '../src/questions/settle.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const stage = stageOf(db, cast)
// As in a new installation, whose tables Postgres analyzed when they had a few rows.
for (let n = 0; n < 13; n++) {
  const other = await stage.ask()
  await stage.offer(other, [cast.bruno])
  if (n < 10)
    await stage.run((tx) =>
      makeChange(tx, respond(stage.expert(cast.bruno), { questionId: other, text: 'No.' })).then(addedResponse),
    )
}
await db.system.query('analyze')
const questionId = await stage.ask()
await stage.offer(questionId, [cast.bruno, cast.carla])
const answer = { questionId, text: 'Yes.' }
const { responseId } = await stage.run((tx) =>
  makeChange(tx, respond(stage.expert(cast.carla), answer)).then(addedResponse),
)
await db.system.query(
  `with made as (
     insert into questions (id, company_id, asker_id, category_id, type, subject, text, company_tags, languages, expires_at, turn)
     select gen_random_uuid(), company_id, asker_id, category_id, type, subject, text, company_tags, languages, expires_at, 'experts'
     from questions, generate_series(1, 400) where id = $1 returning id, company_id, asker_id, text
   ), offered as (
     insert into offers (id, company_id, question_id, expert_id, round, wave)
     select gen_random_uuid(), company_id, id, $2, 0, 1 from made
   ), answered as (
     insert into responses (id, company_id, question_id, author_id, type)
     select gen_random_uuid(), company_id, id, $2, 'EXPERT' from made
   ) insert into messages (id, company_id, question_id, type, author_id, author_kind, body)
     select gen_random_uuid(), company_id, id, 'MESSAGE', asker_id, 'USER', text from made`,
  [questionId, cast.bruno],
)
await stage.run((tx) => makeChange(tx, acceptResponse(stage.user(cast.ada), { responseId })))

const rowsRead = (name: string, given: readonly string[]) => rowsReadIn(db, cast.companyId, name, given)
const few = 50

test("whether an expert sees a question is found without the expert's other offers", async () => {
  const { offers } = await rowsRead('whether-seen', [`'expert'`, `'${cast.bruno}'`, `'${questionId}'`, 'null', 'null'])

  expect(offers).toBeLessThan(few)
})

describe('an answer is learned without the other questions of the company:', () => {
  test.each([
    ['accepted-answers', [`'{${questionId}}'`]],
    ['lock-learned-questions-free', [`'{${questionId}}'`]],
    ['lock-questions-of-sources', [`'${cast.companyId}'`, `'{"${responseId}"}'`]],
    ['find-standing-of-sources', [`'${cast.companyId}'`, `'{"${responseId}"}'`]],
  ])('%s', async (name, values) => {
    const { questions = 0, responses = 0, messages = 0 } = await rowsRead(name, values)

    const most = Math.max(questions, responses, messages)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(few)
  })
})

test('a page of conversations reads no messages of other questions', async () => {
  const { messages } = await rowsRead('view-messages', [`'{"${questionId}"}'`, '1000', 'null'])

  expect(messages).toBeLessThan(few)
})
