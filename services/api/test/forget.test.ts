import { inSystem } from '@askline/db'
import { createPerson } from '@askline/domain/companies/create-person'
import { erasePerson } from '@askline/domain/privacy/forget-erase'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const w = await openWorld()
const { api, bank, db, rival, tokens } = w
const forget = (userEmail: string, token = tokens.integration, headers = {}) =>
  api('POST', '/v1/users/forget', { token, body: { userEmail }, headers })

test('an integration has a person forgotten, whose token ends at once, and reads what was erased', async () => {
  const question = await w.ask({ text: 'Where is my secret?' }, tokens.ben)
  const asked = await forget('Ben@bank.example', tokens.integration, { 'idempotency-key': 'ben' })
  expect([asked.status, asked.body.data.status]).toEqual([200, 'ERASING'])
  const { uuid } = asked.body.data

  const late = await api('POST', '/v1/questions', { token: tokens.ben, body: { text: 'Still here?' } })
  expect([late.status, late.body.error.code]).toEqual([401, 'token_revoked'])
  expect((await forget('ben@bank.example')).body.data.uuid).toBe(uuid)
  const repeated = await forget('Ben@bank.example', tokens.integration, { 'idempotency-key': 'ben' })
  expect(repeated.headers['idempotency-replayed']).toBe('true')

  await erasePerson(db, uuid, { settleMs: 0 })
  const receipt = (await api('GET', `/v1/users/forget/${uuid}`, { token: tokens.edda })).body.data
  expect(receipt).toMatchObject({ status: 'ERASED', erased: { questions: 1, withdrawn: 1 } })
  const seen = await api('GET', `/v1/questions/${question.uuid}`, { token: tokens.dora })
  expect(seen.text).toContain('Deleted user')
  expect(seen.text).not.toMatch(/secret|ben/)
  expect((await api('GET', `/v1/users/forget/${uuid}`, { token: tokens.rival })).status).toBe(404)
})

test('an integration can forget users only; an admin can also forget experts and staff', async () => {
  for (const name of ['carla', 'dora', 'edda']) {
    const refused = await forget(`${name}@bank.example`)
    expect([refused.status, refused.body.error.code], name).toEqual([403, 'forbidden'])
  }
  const { rows } = await db.system.query(
    'select count(*)::int as n from users where company_id = $1 and forgotten_at is not null and role <> $2',
    [bank.companyId, 'user'],
  )
  expect(rows).toEqual([{ n: 0 }])

  expect((await forget('carla@bank.example', tokens.edda)).status).toBe(200)
})

test('a forgotten person who is asked for again is a new person', async () => {
  const ask = async () =>
    (
      await api('POST', '/v1/questions', {
        token: tokens.integration,
        body: { text: 'Hello?', userEmail: 'nora@bank.example' },
      })
    ).body.data
  const first = await ask()
  await forget('nora@bank.example')
  const second = await ask()
  const { rows } = await db.system.query(
    'select count(distinct asker_id)::int as askers from questions where id = any($1)',
    [[first.uuid, second.uuid]],
  )
  expect(rows).toEqual([{ askers: 2 }])
})

test('an unknown address gives a receipt that nothing was there, and the audit log names each request', async () => {
  const { status, body } = await forget('nobody@bank.example', tokens.edda)
  expect([status, body.data]).toEqual([200, expect.objectContaining({ status: 'NOT_FOUND', erased: {} })])
  const { rows } = await db.system.query(
    `select 1 from audit_log where company_id = $1 and action = 'user_forgotten' and target_id = $2`,
    [bank.companyId, body.data.uuid],
  )
  expect(rows).toHaveLength(1)
})

const givePassword = (userId: string) =>
  db.system.query(`update users set password_hash = '$argon2id$' where id = $1`, [userId])

test('leaves a company its last active admin, also under concurrent requests', async () => {
  const { companyId } = rival
  await givePassword(rival.edda)
  const invite = (name: string) =>
    inSystem(db, (tx) => createPerson(tx, { companyId, email: `${name}@rival.example`, name, role: 'admin' }))
  const forgetThere = (name: string, token = tokens.rivalsEdda) => forget(`${name}@rival.example`, token)
  const alone = await forgetThere('edda')
  expect([alone.status, alone.body.error?.code]).toEqual([400, 'last_admin'])
  const anna = await invite('anna')
  // An admin without password or credential cannot administer the company.
  const refused = await forgetThere('edda')
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.objectContaining({ code: 'last_admin', message: expect.stringContaining('can sign in') }),
  ])
  await givePassword(anna.userId)
  const olga = await invite('olga')
  await api('POST', `/v1/admin/users/${olga.userId}/block`, { token: tokens.rivalsEdda })

  // Each active admin may be forgotten except the last one. A blocked admin does not count.
  const annas = w.mint(rival, 'admin', anna.userId)
  const both = await Promise.all([forgetThere('edda'), forgetThere('anna', annas)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  const left = both[0].status === 200 ? annas : tokens.rivalsEdda
  expect((await forgetThere('olga', left)).status).toBe(200)
  const { rows } = await db.system.query(
    `select count(*)::int as admins from users where company_id = $1 and role = 'admin' and forgotten_at is null`,
    [companyId],
  )
  expect(rows).toEqual([{ admins: 1 }])
})

test('lets two admins who block each other at one moment not both succeed', async () => {
  const { companyId } = bank
  const { userId } = await inSystem(db, (tx) =>
    createPerson(tx, { companyId, email: 'anna@bank.example', name: 'Anna', role: 'admin' }),
  )
  await Promise.all([givePassword(userId), givePassword(bank.edda)])
  const block = (id: string, token: string) => api('POST', `/v1/admin/users/${id}/block`, { token })
  const both = await Promise.all([block(userId, tokens.edda), block(bank.edda, w.mint(bank, 'admin', userId))])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
})
