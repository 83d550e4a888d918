import { inSystem, newId } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { wantTraining } from '../src/learning/want-training.ts'
import { declareWorkLeases, type Lease } from '../src/work-lease.ts'

const db = await openTestDatabase()
const leases = declareWorkLeases({
  table: 'trainings',
  key: 'company_id',
  leaseMs: 60_000,
  maxAttempts: 3,
  onGiveUp: 'due_at = null',
})

async function dueWork(): Promise<string> {
  const { companyId } = await inviteCast(db)
  await inSystem(db, (tx) => wantTraining(tx, companyId, { now: true }))
  return companyId
}
const take = (id: string) => inSystem(db, (tx) => leases.take(tx, id))
const expire = (id: string) =>
  db.system.query(`update trainings set due_at = clock_timestamp() - interval '1 s' where company_id = $1`, [id])
async function taken(id: string): Promise<Lease> {
  const lease = await take(id)
  if (!lease || lease === 'given-up') throw new Error('The lease was not taken')
  return lease
}

test('only one of two concurrent takes gets the lease', async () => {
  const id = await dueWork()

  const takes = await Promise.all([take(id), take(id)])

  expect(takes.filter((lease) => lease !== undefined)).toHaveLength(1)
})

test('a process that lost its lease can neither extend nor return nor fail the work', async () => {
  const id = await dueWork()
  const lost = await taken(id)
  await expire(id)
  const current = await taken(id)

  await inSystem(db, (tx) => leases.giveBack(tx, lost))
  expect(await inSystem(db, (tx) => leases.heartbeat(tx, lost))).toBe(false)
  expect(await inSystem(db, (tx) => leases.fail(tx, lost))).toBe('lost')

  expect(await inSystem(db, (tx) => leases.heartbeat(tx, current))).toBe(true)
})

test('returned work is due at once, and its attempt does not count', async () => {
  const id = await dueWork()
  const first = await taken(id)

  await inSystem(db, (tx) => leases.giveBack(tx, first))

  expect(await leases.findDue(db, 1_000)).toContain(id)
  expect((await taken(id)).attempts).toBe(1)
})

test('work is given up after the third failed attempt', async () => {
  const id = await dueWork()
  const outcomes: string[] = []
  for (let attempt = 1; attempt <= 3; attempt++) {
    const lease = await taken(id)
    outcomes.push(await inSystem(db, (tx) => leases.fail(tx, lease)))
    if (attempt < 3) await expire(id)
  }

  expect(outcomes).toEqual(['retry', 'retry', 'given-up'])
  expect(await take(id)).toBeUndefined()
})

test('work is given up after three processes stopped without a word', async () => {
  const id = await dueWork()
  for (let attempt = 1; attempt <= 3; attempt++) {
    await taken(id)
    await expire(id)
  }

  expect(await take(id)).toBe('given-up')
})

test('unknown work is not taken', async () => {
  expect(await take(newId())).toBeUndefined()
})
