import { inSystem, newId } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { beginFeed } from '../src/feed/begin-feed.ts'
import { readFeed } from '../src/feed/read-feed.ts'
import { forgetPerson } from '../src/privacy/forget.ts'
import { addWebhook } from '../src/webhooks/endpoints.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { companyId } = cast
// The events of its own experts and categories.
await db.system.query('delete from company_events')
const { ask, run } = stageOf(db, cast)
const read = (after = { tx: '0', position: 0 }) => run((tx) => readFeed(tx, { companyId, after, limit: 500 }))
const subjects = async (after = { tx: '0', position: 0 }) =>
  (await read(after)).events.map((event) => ('questionId' in event ? event.questionId : event.detail['userUuid']))

test('a new feed after a restore holds every event of the last 30 days in its order, before all later ones', async () => {
  const questions = [await ask(), await ask()]
  const { rows } = await db.system.query<{ email: string }>('select email from users where id = $1', [cast.adam])
  await inSystem(db, (tx) => forgetPerson(tx, { companyId, email: rows[0]?.email ?? '' }))
  const expected = [...questions, cast.adam]
  await expect.poll(() => subjects()).toEqual(expected)
  const long = await ask()
  await db.system.query(`update question_events set at = now() - interval '31 days' where question_id = $1`, [long])
  // A logical restore keeps the numbers of transactions of the former server.
  for (const table of ['question_events', 'company_events'])
    await db.system.query(
      `update ${table} set tx = (tx::text::bigint + 2000000000)::text::xid8 where company_id = $1`,
      [companyId],
    )
  const former = (await read()).feed

  expect(await beginFeed(db, [companyId])).toBe(4)

  const { feed } = await read()
  expect(feed.id).not.toBe(former.id)
  expect(await subjects(feed.oldest)).toEqual(expected)
  const later = await ask()
  await expect.poll(() => subjects(feed.oldest)).toEqual([...expected, later])
  await beginFeed(db, [companyId])
  expect(await subjects()).toEqual([...expected, later])
})

test('a webhook goes on after a restore with the first event that it had not read', async () => {
  const { uuid } = await run((tx) =>
    addWebhook(
      tx,
      { integrationId: null },
      { name: 'Warehouse', url: 'https://example.com' },
      { secretId: newId(), encryptedSecret: 'x', encryptionKeyId: 'k' },
    ),
  )
  const missed = await ask()
  await db.system.query(
    'update question_events set tx = (tx::text::bigint + 2000000000)::text::xid8 where company_id = $1 and question_id = $2',
    [companyId, missed],
  )

  await beginFeed(db, [companyId])

  const { rows } = await db.system.query<{ tx: string; position: number }>(
    'select cursor_tx as tx, cursor_position::int as position from webhook_endpoints where id = $1',
    [uuid],
  )
  expect(await subjects(rows[0])).toEqual([missed])
})
