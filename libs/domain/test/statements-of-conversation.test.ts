import { registeredStatements } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { learnAnswers } from '../src/knowledge/learn-answers.ts'
import { addMessage } from '../src/questions/add-message.ts'
import { respond } from '../src/questions/respond.ts'
import { acceptResponse } from '../src/questions/settle.ts'
import { viewShown } from '../src/views/shown.ts'
import { viewAddedMessage, viewAddedResponse } from '../src/views/written.ts'
import { publicUrl, stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { ada, bruno, carla } = cast
const { ask, offer, run, user, expert } = stageOf(db, cast)

async function counted<T>(work: () => Promise<T>): Promise<{ result: T; statements: number }> {
  const before = db.statements.count
  const result = await work()
  return { result, statements: db.statements.count - before }
}

test('each move of a conversation and its view need few statements', async () => {
  const questionId = await ask()
  await offer(questionId, [bruno, carla])
  const said = { text: 'It is on its way.', externalIds: [] }

  const answer = respond(expert(bruno), { questionId, ...said })
  const answered = await counted(() =>
    run((tx) => makeChange(tx, answer).then((done) => viewAddedResponse(done, expert(bruno), publicUrl))),
  )
  const responseId = answered.result.uuid
  const message = addMessage(user(ada), { responseId, ...said })
  const written = await counted(() =>
    run((tx) => makeChange(tx, message).then((done) => viewAddedMessage(done, user(ada), publicUrl))),
  )
  const shown = { actor: user(ada), shown: { is: 'response', questionId, responseId } } as const
  const accepted = await counted(() =>
    run((tx) => makeChange(tx, acceptResponse(user(ada), { responseId }), () => viewShown(tx, [shown], publicUrl))),
  )
  const learned = await counted(() => learnAnswers(db, cast.companyId, [questionId]))

  expect({
    respond: answered.statements,
    message: written.statements,
    accept: accepted.statements,
    learn: learned.statements,
  }).toEqual({ respond: 8, message: 5, accept: 9, learn: 4 })
  expect(accepted.result.view[0]?.()).toMatchObject({
    messages: [{}, {}, { type: 'ACCEPTED_RESPONSE_SYSTEM_MESSAGE' }, {}],
  })
  expect(learned.result).toHaveLength(1)
})

/** The plan of a statement for any values, on tables that were never analyzed. */
async function planOf(name: string): Promise<string> {
  const found = registeredStatements().find((one) => one.name === name)
  const values = new Set(found?.text.match(/\$\d+/g)).size
  const client = await db.system.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare wanted as ${found?.text}`)
    const list = Array(values).fill('null').join(', ')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute wanted(${list})`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    client.release(true)
  }
}

test.each([
  'lock-questions',
  'lock-experts',
  'read-facts',
  'write-changes',
  'close-offers',
  'change-responses',
  'update-experts',
])('%s finds rows by their keys and by their question', async (name) => {
  const plan = await planOf(name)
  expect(plan).not.toContain('Seq Scan on questions')
  expect(plan).not.toContain('responses_answered')
  expect(plan).not.toContain('offers_expert')
})
