import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { createPerson } from '../src/companies/create-person.ts'
import { askQuestion } from '../src/questions/ask.ts'
import { publicUrl, stageOf } from './domain-stage.ts'

const db = await openTestDatabase()

async function asker() {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const named = (...ids: string[]) => ids.map((id) => ({ id, system: cast.systemId }))
  const ask = (ids: string[], by = cast.ada) =>
    s.run((tx) => askQuestion(tx, s.user(by), { text: 'Where?', externalIds: named(...ids) }, publicUrl))
  return { ...s, cast, ask }
}

test('external ids of different questions are refused, and nothing is asked', async () => {
  const { cast, ask } = await asker()
  await ask(['a'])
  await ask(['b'])

  await expect(ask(['a', 'b'])).rejects.toMatchObject({ code: 'external_ids_disagree', kind: 'invalid' })

  const { rows } = await db.system.query('select id from questions where company_id = $1', [cast.companyId])
  expect(rows).toHaveLength(2)
})

test('an external id of an earlier question returns that question, also beside an unused id', async () => {
  const { ask } = await asker()
  const { view } = await ask(['a'])

  expect(await ask(['a', 'new'])).toMatchObject({ view: { uuid: view.uuid }, isNew: false })
})

test("an external id of another person's question is refused", async () => {
  const { cast, ask, run } = await asker()
  const { companyId } = cast
  const { userId } = await run((tx) =>
    createPerson(tx, { companyId, role: 'user', email: 'ben@x.example', name: 'Ben' }),
  )
  await ask(['a'])

  await expect(ask(['a'], userId)).rejects.toMatchObject({ code: 'external_id_taken' })
})
