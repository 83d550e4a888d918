import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { deleteExpired } from '../src/loops/housekeeping.ts'

const db = await openTestDatabase()

test('a signing key in clear is erased a day after it was encrypted, and not before', async () => {
  const insert = (kid: string, encryptedAt: string | null) =>
    db.system.query(
      `insert into signing_keys (kid, public_pem, private_pem, encrypted_private_key, encryption_key_id, encrypted_at)
      values ($1, 'public', 'private', 'encrypted', 'key', clock_timestamp() - $2::interval)`,
      [kid, encryptedAt],
    )
  await insert('yesterday', '25 hours')
  await insert('today', '23 hours')

  await deleteExpired(db)

  const { rows } = await db.system.query('select kid, private_pem from signing_keys order by kid')
  expect(rows).toEqual([
    { kid: 'today', private_pem: 'private' },
    { kid: 'yesterday', private_pem: null },
  ])
})

test('totals of deleted offers are deleted after the longest period of a record, and not before', async () => {
  const { companyId, bruno } = await inviteCast(db)
  const insert = (days: number) =>
    db.system.query(
      `insert into offer_days (company_id, expert_id, day, claimed, declined, missed, withdrawn, released, lapsed, escalated, claim_ms)
      values ($1, $2, (clock_timestamp() at time zone 'UTC')::date - $3::int, $3, 0, 0, 0, 0, 0, 0, '{}')`,
      [companyId, bruno, days],
    )
  await insert(91)
  await insert(94)

  await deleteExpired(db)

  const { rows } = await db.system.query('select claimed from offer_days')
  expect(rows).toEqual([{ claimed: 91 }])
})
