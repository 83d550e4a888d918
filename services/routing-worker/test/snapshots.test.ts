import { inSystem, newId } from '@askline/db'
import {
  createPerson,
  endSnapshotWork,
  erasePerson,
  findSnapshots,
  forgetPerson,
  keepSnapshot,
  removeFile,
  takeSnapshotWork,
  tellSnapshot,
  wantSnapshot,
  writeSnapshotBytes,
} from '@askline/domain'
import { openTestDatabase } from '@askline/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildEvidenceBook, type EvidenceBook } from '../src/evidence/evidence-book.ts'
import { openSnapshotKeeper } from '../src/evidence/snapshot-keeper.ts'
import { deleteExpired } from '../src/loops/housekeeping.ts'
import { buildRouter } from '../src/routing/router.ts'
import { anybody, foundCompany, type TestCompany } from './company.ts'

// Snapshots yield to everything else of the machine.
vi.setConfig({ testTimeout: 60_000 })

const db = await openTestDatabase()
const few = 5
const mortgages = ['pay off early', 'repay before its term', 'pay the rate', 'end', 'change'].map(
  (verb) => `How do I ${verb} my mortgage?`,
)

function opened() {
  const keeper = openSnapshotKeeper(db, db.url, { most: 1_000, least: few, chunk: 2 })
  onTestFinished(() => keeper.close())
  return keeper
}
const openedBook = () => buildEvidenceBook(db, { leastOfSnapshot: few })
async function loaded({ companyId }: TestCompany): Promise<EvidenceBook> {
  const book = openedBook()
  await book.load(companyId)
  return book
}
function bestFor(book: EvidenceBook, company: TestCompany, text: string): string | undefined {
  const evidence = book.find(company.companyId)
  return evidence?.rank({ text }, evidence.roster.free(anybody), 1)[0]?.expertId
}
async function resolve(company: TestCompany, expertId: string, texts: string[]) {
  for (const text of texts) {
    const questionId = await company.ask({ text })
    await buildRouter(db, buildEvidenceBook(db)).route(questionId)
    await company.settle(questionId, expertId)
  }
}

/** Carla resolved five questions of mortgages, which are kept. Whoever reads the rows now finds Bruno in her place. */
async function kept() {
  const company = await foundCompany(db)
  const [bruno, carla] = [await company.hire(), await company.hire()]
  await resolve(company, carla, mortgages)
  // Long ago: nobody reads them again because they are young.
  await db.system.query(`update questions set changed_at = changed_at - interval '1 minute' where company_id = $1`, [
    company.companyId,
  ])
  await (await loaded(company)).refresh()
  expect(await opened().keep(company.companyId)).toBe('kept')
  await db.system.query('update responses set author_id = $2 where company_id = $1', [company.companyId, bruno])
  return { company, bruno, carla }
}
const chunksOf = async ({ companyId }: TestCompany) =>
  (await db.system.query('select 1 from evidence_chunks where company_id = $1', [companyId])).rowCount
const snapshotOf = async ({ companyId }: TestCompany) => (await inSystem(db, (tx) => findSnapshots(tx, [companyId])))[0]
/** A file that is read; yields its id. */
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

test('what was learned is kept, and a worker that starts knows it, and what came after', async () => {
  const { company, bruno, carla } = await kept()
  await resolve(company, bruno, ['Where is my luggage?', 'My luggage is lost.'])

  const book = await loaded(company)

  expect(book.questions).toBe(7)
  expect(bestFor(book, company, 'May I repay the mortgage early?')).toBe(carla)
  expect(bestFor(book, company, 'Lost luggage!')).toBe(bruno)
})

test('of a company that has resolved little nothing is kept', async () => {
  const company = await foundCompany(db)
  await resolve(company, await company.hire(), mortgages.slice(1))
  await (await loaded(company)).refresh()
  expect(await opened().keep(company.companyId)).toBe('busy')

  await inSystem(db, (tx) => wantSnapshot(tx, company.companyId))

  expect(await opened().keep(company.companyId)).toBe('too-little')
  expect(await snapshotOf(company)).toBeUndefined()
})

test('of several keepers one makes it; one that fell silent is followed, and keeps nothing', async () => {
  const { company } = await kept()
  const { companyId } = company
  await makeDue(company)
  const outcomes = await Promise.all([opened().keep(companyId), opened().keep(companyId)])
  expect(outcomes.sort()).toEqual(['busy', 'kept'])

  await makeDue(company)
  const gone = await inSystem(db, (tx) => takeSnapshotWork(tx, companyId))
  await makeDue(company)
  const before = await snapshotOf(company)
  expect(await opened().keep(companyId)).toBe('kept')
  const after = await snapshotOf(company)
  expect(after?.snapshotId).not.toBe(before?.snapshotId)
  expect(await inSystem(db, (tx) => tellSnapshot(tx, gone!))).toBe(false)
  expect(await inSystem(db, (tx) => keepSnapshot(tx, gone!, before!))).toBe(false)
  expect(await snapshotOf(company)).toEqual(after)
  expect(await chunksOf(company)).toBe(1)
})

test('who is forgotten is in no snapshot, also not in one that is being made', async () => {
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

test('with a file of history goes the snapshot that holds it, also one that is being made', async () => {
  const { company } = await kept()
  const { companyId } = company
  const fileId = await uploadHistory(company)
  await makeDue(company)
  expect(await opened().keep(companyId)).toBe('kept')
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
])('however often one is dropped, the next is due ten minutes after the last: $last', async ({ last, ...due }) => {
  const { company } = await kept()
  const { companyId } = company
  if (last !== 'kept just now')
    await db.system.query(`update evidence_snapshots set made_at = made_at - interval '1 hour' where company_id = $1`, [
      companyId,
    ])
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
})

test('with whoever is forgotten goes a snapshot of history that is not there any more', async () => {
  const { company } = await kept()
  const { companyId } = company
  await uploadHistory(company)

  const { receipt } = await inSystem(db, (tx) => forgetPerson(tx, { companyId, email: 'nobody@example.com' }))

  expect(await erasePerson(db, receipt.uuid, { settleMs: 0 })).toBe('finished')
  expect([await snapshotOf(company), await chunksOf(company)]).toEqual([undefined, 0])
})

test('a snapshot too large to be deleted by one statement goes piece by piece, and only then is an erasure finished', async () => {
  const { company } = await kept()
  const { companyId } = company
  await db.system.query(
    `insert into evidence_chunks (snapshot_id, seq, company_id, bytes)
     select snapshot_id, seq, company_id, '\\x00' from evidence_snapshots, generate_series(1, 150) seq where company_id = $1`,
    [companyId],
  )
  const asOwner = (sql: string) => db.system.query(`begin; set local role none; ${sql}; commit`)
  await asOwner(`
    create function slow_delete() returns trigger language plpgsql as 'begin perform pg_sleep(0.03); return old; end';
    create trigger slow_delete before delete on evidence_chunks for each row execute function slow_delete()`)
  onTestFinished(async () => void (await asOwner('drop function slow_delete cascade')))

  const { receipt } = await inSystem(db, (tx) => forgetPerson(tx, { companyId, email: 'ada@example.com' }))

  expect(await erasePerson(db, receipt.uuid, { settleMs: 0 })).toBe('finished')
  expect(await chunksOf(company)).toBe(0)
})

test('an erasure waits for bytes that somebody else is about to delete', async () => {
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

test('who lost the work leaves the bytes of whoever took it over, and writes none', async () => {
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

test('a snapshot with a hole is not kept', async () => {
  const { company } = await kept()
  await makeDue(company)
  const work = await inSystem(db, (tx) => takeSnapshotWork(tx, company.companyId))
  const made = await snapshotOf(company)
  await db.system.query('delete from evidence_chunks where company_id = $1', [company.companyId])

  expect(await inSystem(db, (tx) => keepSnapshot(tx, work!, made!))).toBe(false)
})

test('with another uploaded history, with damaged bytes or without them, rows are read', async () => {
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

test('what was made of the history of before, while more was uploaded, is not kept, and is made again in ten minutes', async () => {
  const { company } = await kept()
  expect(await dueInOf(company)).toBeNull()
  await makeDue(company)
  const work = await inSystem(db, (tx) => takeSnapshotWork(tx, company.companyId))
  const made = await snapshotOf(company)
  await uploadHistory(company)

  expect(await inSystem(db, (tx) => keepSnapshot(tx, work!, made!))).toBe(false)

  expect(await dueInOf(company)).toBeGreaterThan(500)
})

test('a wish that came while one was being made is told again', async () => {
  const { company } = await kept()
  await makeDue(company)
  await uploadHistory(company)
  const book = await loaded(company)
  for (let i = 0; i < 3; i++) await book.refresh()

  await db.system.query('update evidence_snapshots set due_at = null where company_id = $1', [company.companyId])
  await book.refresh()

  expect(await dueInOf(company)).toBeGreaterThan(500)
})

test.each(['at once', 'while a thread is at it'])(
  'a keeper that is closed puts the work back, and takes no other: %s',
  async (when) => {
    const { company } = await kept()
    const { companyId } = company
    const attempts = async () =>
      (await db.system.query('select attempts, began_at from evidence_snapshots where company_id = $1', [companyId]))
        .rows
    await db.system.query('update evidence_snapshots set attempts = 2 where company_id = $1', [companyId])
    await makeDue(company)
    const keeper = opened()
    // The thread has to wait for what it reads first.
    const holder = await db.system.connect()
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0; lock table past_questions')

    const outcome = keeper.keep(companyId)
    if (when !== 'at once') await vi.waitUntil(isThreadAtWork, { timeout: 20_000, interval: 5 })
    await keeper.close()
    await holder.query('rollback')
    holder.release()

    expect(await outcome).toBe('stopped')
    expect(await attempts()).toEqual([{ attempts: 2, began_at: null }])
    expect(await keeper.keep(companyId)).toBe('busy')
    expect(await dueInOf(company)).toBeLessThanOrEqual(0)
  },
)

test('a worker takes up a younger snapshot, and asks for the next when a tenth more is known', async () => {
  const { company, bruno, carla } = await kept()
  const { companyId } = company
  const book = await loaded(company)
  await resolve(company, bruno, ['Where is my luggage?', 'Luggage?', 'My luggage is lost.', 'Luggage is gone.'])
  await book.refresh()
  expect(await opened().keep(companyId)).toBe('busy')
  await resolve(company, bruno, ['Who has my luggage?'])
  await book.refresh()
  // Asked for, and not before ten minutes have gone by since the last.
  expect(await opened().keep(companyId)).toBe('busy')
  expect(bestFor(book, company, mortgages[0]!)).toBe(carla)

  await makeDue(company)
  expect(await opened().keep(companyId)).toBe('kept')
  await book.refresh()

  await vi.waitFor(() => expect(bestFor(book, company, mortgages[0]!)).toBe(bruno), { timeout: 5_000, interval: 20 })
  expect(book.questions).toBe(10)
})

test('a snapshot beyond what a worker may hold is not used, and what comes after one is no reason to read it again', async () => {
  const { company, bruno } = await kept()
  const { companyId } = company
  const small = buildEvidenceBook(db, { questionsPerCompany: 2, leastOfSnapshot: few })
  await small.load(companyId)
  expect(small.questions).toBe(2)

  await resolve(company, bruno, ['Where is my luggage?', 'Luggage?'])
  const book = buildEvidenceBook(db, { questionsPerCompany: 4, leastOfSnapshot: few })
  await book.load(companyId)
  const evidence = book.find(companyId)
  expect(evidence?.size).toBe(7)
  for (let turn = 0; turn < 10; turn++) await book.refresh()
  expect(book.find(companyId)).toBe(evidence)
})
