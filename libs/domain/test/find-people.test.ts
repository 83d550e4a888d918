import { inSystem, newId } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test, vi } from 'vitest'
import { findOrCreateAgent, findOrCreateAsker, findPerson } from '../src/people/find-person.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { companyId } = cast
const find = (email: string, company = companyId) => inSystem(db, (tx) => findPerson(tx, company, email))
const asker = (email: string, name?: string) => inSystem(db, (tx) => findOrCreateAsker(tx, { companyId, email, name }))
const agent = (email: string, name?: string) => inSystem(db, (tx) => findOrCreateAgent(tx, { companyId, email, name }))

test('a person is found by their address in upper or lower case', async () => {
  const bruno = { userId: cast.bruno, name: 'Bruno', role: 'expert', isBlocked: false }

  expect(await find('bruno@example.com')).toEqual(bruno)
  expect(await find('BRUNO@Example.com')).toEqual(bruno)
  expect(await find('bruno@example.org')).toBeUndefined()
})

test('a person is found only in their company', async () => {
  const other = await inviteCast(db)

  expect((await find('bruno@example.com', other.companyId))?.userId).toBe(other.bruno)
  expect(await find('bruno@example.com', newId())).toBeUndefined()
})

test('a forgotten person is not found', async () => {
  const { userId } = await asker('gone@example.com')
  await db.system.query('update users set forgotten_at = clock_timestamp() where id = $1', [userId])

  expect(await find('gone@example.com')).toBeUndefined()
})

test('a new asker is called by the given name', async () => {
  const eve = await asker('Eve@Example.com', 'Eve Adams')

  expect(eve).toMatchObject({ name: 'Eve Adams', role: 'user', isBlocked: false })
  expect(await find('eve@example.com')).toEqual(eve)
})

test('a new asker without a name is stored without one', async () => {
  expect(await asker('mary.ann@example.com')).toMatchObject({ name: '' })
})

test('a new agent must have a name', async () => {
  await expect(agent('mary.ann.agent@example.com')).rejects.toMatchObject({
    code: 'name_invalid',
    details: [{ field: 'agentName', rule: 'required' }],
  })
})

test('a known asker takes the name that is given', async () => {
  expect(await asker('ada@example.com', 'Ada Lovelace')).toMatchObject({ userId: cast.ada, name: 'Ada Lovelace' })

  expect((await find('ada@example.com'))?.name).toBe('Ada Lovelace')
  expect((await asker('ada@example.com')).name).toBe('Ada Lovelace')
})

test.each(['bruno', 'dora', 'edda'])('%s keeps the own name when they ask', async (who) => {
  const known = await find(`${who}@example.com`)

  expect(await asker(`${who}@example.com`, 'Somebody')).toEqual(known)
  expect(await find(`${who}@example.com`)).toEqual(known)
})

test('an integration adds an agent that it has not named before', async () => {
  const frank = await agent('frank@example.com', 'Frank')

  expect(frank).toMatchObject({ name: 'Frank', role: 'agent' })
  expect(await agent('frank@example.com')).toEqual(frank)
})

test('an integration speaks in the name of agents and admins', async () => {
  expect((await agent('dora@example.com')).userId).toBe(cast.dora)
  expect((await agent('edda@example.com')).userId).toBe(cast.edda)
})

test.each(['adam', 'bruno'])('an integration does not make %s an agent', async (who) => {
  await expect(agent(`${who}@example.com`)).rejects.toMatchObject({
    code: 'agent_unknown',
    message: 'agentEmail names a person who is not an agent of this company',
    details: [{ field: 'agentEmail', rule: 'agent' }],
  })
})

test('a request that names a person that another transaction adds just now finds that person', async () => {
  const { added, found } = await inSystem(db, async (tx) => {
    const added = await findOrCreateAsker(tx, { companyId, email: 'twin@example.com' })
    const found = asker('twin@example.com')
    await vi.waitFor(async () => {
      const { rowCount } = await db.system.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBe(1)
    })
    return { added, found: { promise: found } }
  })

  expect(await found.promise).toEqual(added)
})
