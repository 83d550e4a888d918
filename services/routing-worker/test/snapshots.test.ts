import { inSystem, newId } from '@askline/db'
import { createPerson } from '@askline/domain/companies/create-person'
import { removeFile } from '@askline/domain/files/store'
import { forgetPerson } from '@askline/domain/privacy/forget'
import { erasePerson } from '@askline/domain/privacy/forget-erase'
import { buildEvidenceCache, type EvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { makeSnapshot } from '@askline/learning/snapshots/make-snapshot'
import { writeSnapshotBytes } from '@askline/learning/snapshots/snapshot-bytes'
import { openSnapshotMaker } from '@askline/learning/snapshots/snapshot-maker'
import {
  endSnapshotWork,
  findSnapshots,
  keepSnapshot,
  snapshotLeases,
  takeSnapshotWork,
  wantSnapshot,
} from '@askline/learning/snapshots/snapshots'
import { openTestDatabase } from '@askline/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deleteExpired } from '../src/loops/housekeeping.ts'
import { bestFor, foundCompany, type TestCompany } from './company.ts'

// Snapshots run at a low priority.
vi.setConfig({ testTimeout: 60_000 })

const db = await openTestDatabase()
const few = 5
const bounds = { most: 1_000, least: few, chunk: 2 }
const mortgages = ['pay off early', 'repay before its term', 'pay the rate', 'end', 'change'].map(
  (verb) => `How do I ${verb} my mortgage?`,
)

function opened() {
  const maker = openSnapshotMaker(db, db.url, bounds)
  onTestFinished(() => maker.close())
  return maker
}
const openedBook = () => buildEvidenceCache(db, { leastOfSnapshot: few })
async function loaded({ companyId }: TestCompany): Promise<EvidenceCache> {
  const cache = openedBook()
  await cache.load(companyId)
  return cache
}
async function resolve(company: TestCompany, expertId: string, texts: string[]) {
  for (const text of texts) await company.resolve(expertId, text)
}

/** Makes and stores a snapshot in this thread. A maker would start another one, which takes most of the time. */
async function makeHere({ companyId }: TestCompany) {
  const work = await inSystem(db, (tx) => takeSnapshotWork(tx, companyId))
  const made = await makeSnapshot(db, work!, bounds)
  if (typeof made === 'string') throw new Error(`There is no snapshot: ${made}`)
  expect(await inSystem(db, (tx) => keepSnapshot(tx, work!, made))).toBe(true)
}

/** Stores a snapshot in which carla resolved five questions about mortgages. Then changes the rows to name bruno instead. */
async function kept() {
  const company = await foundCompany(db)
  const [bruno, carla] = [await company.hire(), await company.hire()]
  await resolve(company, carla, mortgages)
  // Old enough that a refresh does not read them again.
  await db.system.query(`update questions set changed_at = changed_at - interval '1 minute' where company_id = $1`, [
    company.companyId,
  ])
  await (await loaded(company)).refresh()
  await makeHere(company)
  await db.system.query('update responses set author_id = $2 where company_id = $1', [company.companyId, bruno])
  return { company, bruno, carla }
}
const chunksOf = async ({ companyId }: TestCompany) =>
  (await db.system.query('select 1 from evidence_chunks where company_id = $1', [companyId])).rowCount
const snapshotOf = async ({ companyId }: TestCompany) => (await inSystem(db, (tx) => findSnapshots(tx, [companyId])))[0]
/** Creates a file of history in state READY and returns its id. */
const uploadHistory = async ({ companyId }: TestCompany): Promise<string> => {
  const { rows } = await db.system.query(
    `insert into files (id, company_id, type, name, sha256, size_bytes, status, uploader_kind, uploader_id, imported_at)
     values (gen_random_uuid(), $1, 'HISTORY', 'a.csv', 'x', 1, 'READY', 'admin', $1, now()) returning id`,
    [companyId],
  )
  return rows[0].id
}
const makeDue = ({ companyId }: TestCompany) =>
  db.system.query(`update evidence_snapshots set due_at = clock_timestamp() - interval '1 s' where company_id = $1`, [
    companyId,
  ])

const isThreadAtWork = async () => {
  const { rowCount } = await db.system.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'askline-evidence'`,
  )
  return rowCount === 1
}

test('a worker that starts loads the snapshot and later changes', async () => {
  const { company, bruno, carla } = await kept()
  await resolve(company, bruno, ['Where is my luggage?', 'My luggage is lost.'])

  const cache = await loaded(company)

  expect(cache.questions).toBe(7)
  expect(bestFor(cache, company, 'May I repay the mortgage early?')).toBe(carla)
  expect(bestFor(cache, company, 'Lost luggage!')).toBe(bruno)
})

test('a company with few resolved questions has no snapshot', async () => {
  const company = await foundCompany(db)
  await resolve(company, await company.hire(), mortgages.slice(1))
  await (await loaded(company)).refresh()
  expect(await opened().make(company.companyId)).toBe('busy')

  await inSystem(db, (tx) => wantSnapshot(tx, company.companyId))

  expect(await opened().make(company.companyId)).toBe('too-little')
  expect(await snapshotOf(company)).toBeUndefined()
})

test('only one of several makers makes a snapshot, and one that lost its lease stores nothing', async () => {
  const { company } = await kept()
  const { companyId } = company
  await makeDue(company)
  const outcomes = await Promise.all([opened().make(companyId), opened().make(companyId)])
  expect(outcomes.sort()).toEqual(['busy', 'kept'])

  await makeDue(company)
  const gone = await inSystem(db, (tx) => takeSnapshotWork(tx, companyId))
  await makeDue(company)
  const before = await snapshotOf(company)
  expect(await opened().make(companyId)).toBe('kept')
  const after = await snapshotOf(company)
  expect(after?.snapshotId).not.toBe(before?.snapshotId)
  expect(await inSystem(db, (tx) => snapshotLeases.heartbeat(tx, gone!))).toBe(false)
  expect(await inSystem(db, (tx) => keepSnapshot(tx, gone!, before!))).toBe(false)
  expect(await snapshotOf(company)).toEqual(after)
  expect(await chunksOf(company)).toBe(1)
})

test('a forgotten person is in no snapshot, not even in one in progress', async () => {
  const { company } = await kept()
  const { companyId } = company
  await makeDue(company)
  const work = await inSystem(db, (tx) => takeSnapshotWork(tx, companyId))
  const made = await snapshotOf(company)

  const { receipt } = await inSystem(db, (tx) => forgetPerson(tx, { companyId, email: 'ada@example.com' }))
  await erasePerson(db, receipt.uuid, { settleMs: 0 })

  expect([await snapshotOf(company), await chunksOf(company)]).toEqual([undefined, 0])
  expect(await inSystem(db, (tx) => keepSnapshot(tx, work!, made!))).toBe(false)
  expect((await loaded(company)).questions).toBe(0)
})

test('removing a file of history drops the snapshot that contains it, even one in progress', async () => {
  const { company } = await kept()
  const { companyId } = company
  const fileId = await uploadHistory(company)
  await makeDue(company)
  expect(await opened().make(companyId)).toBe('kept')
  const made = await snapshotOf(company)
  await makeDue(company)
  const work = await inSystem(db, (tx) => takeSnapshotWork(tx, companyId))

  await company.run((tx) => removeFile(tx, companyId, fileId))

  expect(await snapshotOf(company)).toBeUndefined()
  expect(await inSystem(db, (tx) => keepSnapshot(tx, work!, made!))).toBe(false)
  await deleteExpired(db)
  expect(await chunksOf(company)).toBe(0)
})

test.each([
  { last: 'kept long ago', atLeast: 50, atMost: 60 },
  { last: 'kept just now', atLeast: 500, atMost: 600 },
  { last: 'begun just now', atLeast: 500, atMost: 600 },
])(
  'the next snapshot is due ten minutes after the last, even if snapshots are dropped repeatedly: $last',
  async ({ last, ...due }) => {
    const { company } = await kept()
    const { companyId } = company
    if (last !== 'kept just now')
      await db.system.query(
        `update evidence_snapshots set made_at = made_at - interval '1 hour' where company_id = $1`,
        [companyId],
      )
    if (last === 'begun just now') {
      await makeDue(company)
      await inSystem(db, (tx) => takeSnapshotWork(tx, companyId))
    }

    for (let times = 0; times < 2; times++) {
      const fileId = await uploadHistory(company)
      await company.run((tx) => removeFile(tx, companyId, fileId))

      expect(await dueInOf(company)).toBeGreaterThan(due.atLeast)
      expect(await dueInOf(company)).toBeLessThan(due.atMost)
    }
  },
)

test('forgetting a person drops a snapshot of outdated history', async () => {
  const { company } = await kept()
  const { companyId } = company
  await uploadHistory(company)

  const { receipt } = await inSystem(db, (tx) => forgetPerson(tx, { companyId, email: 'nobody@example.com' }))

  expect(await erasePerson(db, receipt.uuid, { settleMs: 0 })).toBe('finished')
  expect([await snapshotOf(company), await chunksOf(company)]).toEqual([undefined, 0])
})

test('a large snapshot is deleted in pieces, and an erasure finishes only after the last one', async () => {
  const { company } = await kept()
  const { companyId } = company
  await db.system.query(
    `insert into evidence_chunks (snapshot_id, seq, company_id, bytes)
     select snapshot_id, seq, company_id, '\\x00' from evidence_snapshots, generate_series(1, 150) seq where company_id = $1`,
    [companyId],
  )
  const asOwner = (sql: string) => db.system.query(`begin; set local role none; ${sql}; commit`)
  await asOwner(`
    create function refuse_large_deletes() returns trigger language plpgsql as $$
      begin if (select count(*) from deleted) > 64 then raise 'too many rows'; end if; return null; end $$;
    create trigger refuse_large_deletes after delete on evidence_chunks referencing old table as deleted
      for each statement execute function refuse_large_deletes()`)
  onTestFinished(async () => void (await asOwner('drop function refuse_large_deletes cascade')))

  const { receipt } = await inSystem(db, (tx) => forgetPerson(tx, { companyId, email: 'ada@example.com' }))

  expect(await erasePerson(db, receipt.uuid, { settleMs: 0 })).toBe('finished')
  expect(await chunksOf(company)).toBe(0)
})

test('an erasure waits for bytes that another process is about to delete', async () => {
  const { company } = await kept()
  const { companyId } = company
  await company.run((tx) => createPerson(tx, { companyId, role: 'user', email: 'ben@example.com', name: 'Ben' }))
  await makeDue(company)
  await inSystem(db, (tx) => takeSnapshotWork(tx, companyId))
  await db.system.query('update evidence_chunks set snapshot_id = gen_random_uuid() where company_id = $1', [companyId])

  const { receipt } = await inSystem(db, (tx) => forgetPerson(tx, { companyId, email: 'ben@example.com' }))

  expect(await erasePerson(db, receipt.uuid, { settleMs: 0 })).toBe('later')
  await db.system.query('update evidence_snapshots set began_at = null where company_id = $1', [companyId])
  expect(await erasePerson(db, receipt.uuid, { settleMs: 0 })).toBe('finished')
  expect(await chunksOf(company)).toBe(0)
})

test('a maker that lost its lease writes no bytes and deletes none of its successor', async () => {
  const { company } = await kept()
  const { companyId } = company
  const made = await snapshotOf(company)
  await makeDue(company)
  const lost = await inSystem(db, (tx) => takeSnapshotWork(tx, companyId))
  await makeDue(company)
  await inSystem(db, (tx) => takeSnapshotWork(tx, companyId))
  await db.system.query(
    `insert into evidence_chunks (snapshot_id, seq, company_id, bytes) values (gen_random_uuid(), 0, $1, '\\x00')`,
    [companyId],
  )

  expect(await inSystem(db, (tx) => keepSnapshot(tx, lost!, made!))).toBe(false)
  await inSystem(db, (tx) => endSnapshotWork(tx, lost!))
  expect(await writeSnapshotBytes((work) => inSystem(db, work), newId(), lost!, Buffer.of(0))).toBe(false)

  expect(await chunksOf(company)).toBe(2)
})

test('a snapshot with a missing chunk is not stored', async () => {
  const { company } = await kept()
  await makeDue(company)
  const work = await inSystem(db, (tx) => takeSnapshotWork(tx, company.companyId))
  const made = await snapshotOf(company)
  await db.system.query('delete from evidence_chunks where company_id = $1', [company.companyId])

  expect(await inSystem(db, (tx) => keepSnapshot(tx, work!, made!))).toBe(false)
})

test('a worker reads rows if the uploaded history changed or bytes of the snapshot are damaged or missing', async () => {
  const { company, bruno, carla } = await kept()
  const mortgage = mortgages[0]!
  expect(bestFor(await loaded(company), company, mortgage)).toBe(carla)

  await uploadHistory(company)
  expect(bestFor(await loaded(company), company, mortgage)).toBe(bruno)

  await db.system.query('delete from files where company_id = $1', [company.companyId])
  expect(bestFor(await loaded(company), company, mortgage)).toBe(carla)
  const flip = 'update evidence_chunks set bytes = set_byte(bytes, 99, get_byte(bytes, 99) # 1) where company_id = $1'
  await db.system.query(flip, [company.companyId])
  expect(bestFor(await loaded(company), company, mortgage)).toBe(bruno)
  await db.system.query(flip, [company.companyId])
  expect(bestFor(await loaded(company), company, mortgage)).toBe(carla)
  await db.system.query('delete from evidence_chunks where company_id = $1', [company.companyId])
  expect(bestFor(await loaded(company), company, mortgage)).toBe(bruno)
})

const dueInOf = async ({ companyId }: TestCompany): Promise<number | null> => {
  const { rows } = await db.system.query(
    `select extract(epoch from due_at - clock_timestamp())::float8 as "dueIn" from evidence_snapshots where company_id = $1`,
    [companyId],
  )
  return rows[0].dueIn
}

test('a snapshot made while history was uploaded is not stored, and is made again after ten minutes', async () => {
  const { company } = await kept()
  expect(await dueInOf(company)).toBeNull()
  await makeDue(company)
  const work = await inSystem(db, (tx) => takeSnapshotWork(tx, company.companyId))
  const made = await snapshotOf(company)
  await uploadHistory(company)

  expect(await inSystem(db, (tx) => keepSnapshot(tx, work!, made!))).toBe(false)

  expect(await dueInOf(company)).toBeGreaterThan(500)
})

test('a request for a snapshot that is lost is repeated', async () => {
  const { company } = await kept()
  await makeDue(company)
  await uploadHistory(company)
  const cache = await loaded(company)
  for (let i = 0; i < 3; i++) await cache.refresh()

  await db.system.query('update evidence_snapshots set due_at = null where company_id = $1', [company.companyId])
  await cache.refresh()

  expect(await dueInOf(company)).toBeGreaterThan(500)
})

test.each(['at once', 'while a thread is at it'])(
  'a closed maker returns its work and takes no more: %s',
  async (when) => {
    const { company } = await kept()
    const { companyId } = company
    const attempts = async () =>
      (await db.system.query('select attempts, began_at from evidence_snapshots where company_id = $1', [companyId]))
        .rows
    await db.system.query('update evidence_snapshots set attempts = 2 where company_id = $1', [companyId])
    await makeDue(company)
    const maker = opened()
    // The lock makes the thread wait at its first read.
    const holder = await db.system.connect()
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0; lock table past_questions')

    const outcome = maker.make(companyId)
    if (when !== 'at once') await vi.waitUntil(isThreadAtWork, { timeout: 20_000, interval: 5 })
    await maker.close()
    await holder.query('rollback')
    holder.release()

    expect(await outcome).toBe('stopped')
    expect(await attempts()).toEqual([{ attempts: 2, began_at: null }])
    expect(await maker.make(companyId)).toBe('busy')
    expect(await dueInOf(company)).toBeLessThanOrEqual(0)
  },
)

test('a worker loads a newer snapshot, and requests the next one when it knows a tenth more questions', async () => {
  const { company, bruno, carla } = await kept()
  const { companyId } = company
  const cache = await loaded(company)
  await resolve(company, bruno, ['Where is my luggage?', 'Luggage?', 'My luggage is lost.', 'Luggage is gone.'])
  await cache.refresh()
  expect(await opened().make(companyId)).toBe('busy')
  await resolve(company, bruno, ['Who has my luggage?'])
  await cache.refresh()
  // Requested, but due only ten minutes after the last one.
  expect(await opened().make(companyId)).toBe('busy')
  expect(bestFor(cache, company, mortgages[0]!)).toBe(carla)

  await makeDue(company)
  expect(await opened().make(companyId)).toBe('kept')
  await cache.refresh()

  await vi.waitFor(() => expect(bestFor(cache, company, mortgages[0]!)).toBe(bruno), { interval: 20 })
  expect(cache.questions).toBe(10)
})

test('a snapshot above the limit of a worker is not used, and later questions do not cause a reload', async () => {
  const { company, bruno } = await kept()
  const { companyId } = company
  const small = buildEvidenceCache(db, { questionsPerCompany: 2, leastOfSnapshot: few })
  await small.load(companyId)
  expect(small.questions).toBe(2)

  await resolve(company, bruno, ['Where is my luggage?', 'Luggage?'])
  const cache = buildEvidenceCache(db, { questionsPerCompany: 4, leastOfSnapshot: few })
  await cache.load(companyId)
  const evidence = cache.find(companyId)
  expect(evidence?.size).toBe(7)
  for (let turn = 0; turn < 10; turn++) await cache.refresh()
  expect(cache.find(companyId)).toBe(evidence)
})
