import { inSystem } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { findRoutingExperts } from '../src/routing/routing-experts.ts'

test('routing reads every expert of a company once, and none of another, however many there are', async () => {
  const db = await openTestDatabase()
  const [cast] = [await inviteCast(db), await inviteCast(db)]
  await db.system.query(
    `with made as (
       insert into users (id, company_id, role, email, address, name)
       select gen_random_uuid(), $1, 'expert', 'expert' || n || '@example.com', 'expert' || n || '@example.com', 'Expert ' || n from generate_series(1, 2500) n returning id
     ) insert into experts (user_id, company_id) select id, $1 from made`,
    [cast.companyId],
  )
  const all = await db.system.query<{ id: string }>('select user_id as id from experts where company_id = $1', [
    cast.companyId,
  ])

  const found = await inSystem(db, (tx) => findRoutingExperts(tx, cast.companyId))

  expect(found.map(({ expertId }) => expertId).sort()).toEqual(all.rows.map(({ id }) => id).sort())
})
