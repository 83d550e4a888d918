import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { companyId, ada, bruno } = cast
const { run } = stageOf(db, cast)
const knowledgeUuid = '00000000-0000-7000-8000-000000000001'
const { rows: ofCategory } = await db.system.query<{ id: string }>(
  'select id from categories where company_id = $1 and is_default',
  [companyId],
)
const categoryUuid = ofCategory[0]?.id ?? ''

/** Runs statements as a request of the company does, and returns the events that they wrote. */
async function eventsOf(...statements: string[]) {
  await db.system.query('delete from company_events')
  for (const text of statements) await run((tx) => tx.orm.execute(text))
  const { rows } = await db.system.query(
    "select type, detail from company_events where company_id = $1 and at > now() - interval '1 minute' order by position",
    [companyId],
  )
  return rows
}
const changeExpert = (change: string) => `update experts set ${change} where user_id = '${bruno}'`
const changePerson = (change: string, id: string) => `update users set ${change} where id = '${id}'`
const changeKnowledge = (change: string) => `update knowledge set ${change} where id = '${knowledgeUuid}'`
const changeCategory = (change: string) => `update categories set ${change} where id = '${categoryUuid}'`
const ofKnowledge = { type: 'KNOWLEDGE_CHANGED', detail: { knowledgeUuid } }
const ofExpert = { type: 'EXPERT_CHANGED', detail: { expertUuid: bruno } }
const ofCategoryChange = { type: 'CATEGORY_CHANGED', detail: { categoryUuid } }

test('a known answer that is added, changed, suspended or removed writes an event', async () => {
  const values = `'${knowledgeUuid}', '${companyId}', 'Where?', 'There.'`
  expect(
    await eventsOf(
      `insert into knowledge (id, company_id, question, answer) values (${values})`,
      changeKnowledge(`answer = 'Here.'`),
      changeKnowledge(`suspended_at = now(), suspended_reason = 'BY_ADMIN'`),
      `delete from knowledge where id = '${knowledgeUuid}'`,
    ),
  ).toEqual([ofKnowledge, ofKnowledge, ofKnowledge, ofKnowledge])
})

test('a change of an expert, of their name or of a category writes an event', async () => {
  expect(
    await eventsOf(
      changeExpert('capacity = capacity + 1'),
      changeExpert('is_active = false'),
      changePerson(`name = 'Bruno B.'`, bruno),
      changeCategory(`name = 'Cards and loans'`),
      changeCategory(`settings = '{"offerMs": 60000}'`),
    ),
  ).toEqual([ofExpert, ofExpert, ofExpert, ofCategoryChange, ofCategoryChange])
})

test('what stays the same, the work of experts, verdicts and names of askers write none', async () => {
  expect(
    await eventsOf(
      `insert into knowledge (id, company_id, question, answer) values ('${knowledgeUuid}', '${companyId}', 'a', 'b')`,
    ),
  ).toEqual([ofKnowledge])
  expect(
    await eventsOf(
      changeKnowledge('answer = answer, verdict_changes = verdict_changes + 1, updated_at = now()'),
      changeExpert(`capacity = capacity, languages = languages, changed_at = now(), last_active_at = now()`),
      changeExpert(`load = load + 1, number_of_answers = number_of_answers + 1, rated_answers = 1, rating_sum = 1`),
      changeExpert(`availability = 'AWAY', missed_offers = 3, away_since = now()`),
      changePerson(`name = 'Ada L.'`, ada),
      changePerson('name = name', bruno),
      changeCategory('name = name, settings = settings'),
    ),
  ).toEqual([])
})
