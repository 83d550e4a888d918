import type { FeedEventType } from '@askline/contracts'
import { statement, type Tx, types } from '@askline/db'
import { inviteCast, openTestDatabase, rowsRead } from '@askline/testing'
import { expect, onTestFinished, test } from 'vitest'
import { recordCompanyEvent } from '../src/feed/company-events.ts'
import { comparePlaces, type FeedEvent, type FeedPlace, readFeed } from '../src/feed/read-feed.ts'
import { askQuestion } from '../src/questions/ask.ts'
import { publicUrl, stageOf } from './domain-stage.ts'

const db = await openTestDatabase({ maxConnections: 24 })
const start: FeedPlace = { tx: '0', position: 0 }

async function companyWithFeed() {
  const cast = await inviteCast(db)
  // The events of its own experts and categories.
  await db.system.query('delete from company_events where company_id = $1', [cast.companyId])
  const stage = stageOf(db, cast)
  const read = (after: FeedPlace, options: { types?: FeedEventType[]; limit?: number } = {}) =>
    stage.run((tx) => readFeed(tx, { companyId: cast.companyId, after, limit: 100, ...options }))
  /** Reads the whole feed, in pages. */
  async function readAll(options: { types?: FeedEventType[] } = {}) {
    const all: FeedEvent[] = []
    for (let after = start; ; ) {
      const page = await read(after, { limit: 7, ...options })
      all.push(...page.events)
      after = page.next
      if (!page.more) return { all, after }
    }
  }
  async function changeKnowledge(knowledgeUuid: string) {
    await stage.run(async (tx) => recordCompanyEvent(tx, 'KNOWLEDGE_CHANGED', { knowledgeUuid }))
    return knowledgeUuid
  }
  return { ...stage, read, readAll, changeKnowledge }
}

/** Returns the question, or the known answer, of an event. */
const subjectOf = (event: FeedEvent) => ('questionId' in event ? event.questionId : event.detail['knowledgeUuid'])

const mayBeIdle = statement({
  name: 'test-may-be-idle',
  row: { limit: types.text },
  text: `select set_config('idle_in_transaction_session_timeout', '0', true) as "limit"`,
})

/** Starts a transaction, and returns after its write. `commit` and `rollBack` end it, and so does the end of the test. */
async function beginLate<T>(run: (work: (tx: Tx) => Promise<void>) => Promise<void>, write: (tx: Tx) => Promise<T>) {
  let end = (_fault?: Error) => {}
  const held = new Promise<void>((resolve, reject) => {
    end = (fault) => (fault ? reject(fault) : resolve())
  })
  let done: Promise<void> = Promise.resolve()
  const written = await new Promise<T>((resolve, reject) => {
    done = run(async (tx) => {
      await tx.query(mayBeIdle, [])
      resolve(await write(tx))
      await held
    })
    done.catch(reject)
  })
  const rollBack = () => {
    end(new Error('undo'))
    return done.catch(() => undefined)
  }
  onTestFinished(rollBack)
  return {
    written,
    commit: () => {
      end()
      return done
    },
    rollBack,
  }
}

test('a reader misses no event of a transaction that commits late', async () => {
  const { run, ask, user, cast, read, changeKnowledge } = await companyWithFeed()
  const late = await Promise.all(
    [1, 2, 3].map(() =>
      beginLate(run, async (tx) => {
        const asked = { text: 'Where is my card?', externalIds: [] }
        return (await askQuestion(tx, user(cast.ada), asked, publicUrl)).view.uuid
      }),
    ),
  )
  const others = await Promise.all([
    ...Array.from({ length: 12 }, () => ask()),
    ...['K-1', 'K-2', 'K-3'].map(changeKnowledge),
  ])

  const seen: (string | undefined)[] = []
  let place = start
  async function readOn() {
    for (;;) {
      const { events, next, more } = await read(place, { limit: 4 })
      seen.push(...events.map(subjectOf))
      expect(comparePlaces(next, place)).toBeGreaterThanOrEqual(0)
      place = next
      if (!more) return seen.toSorted()
    }
  }
  await readOn()
  for (const { commit } of late) {
    await readOn()
    await commit()
  }

  await expect.poll(readOn).toEqual([...late.map(({ written }) => written), ...others].toSorted())
})

test('a transaction that is rolled back delays the feed and leaves no event in it', async () => {
  const { run, ask, readAll } = await companyWithFeed()
  const late = await beginLate(run, async (tx) => recordCompanyEvent(tx, 'CATEGORY_CHANGED', { categoryUuid: 'C-1' }))
  const questionId = await ask()
  expect((await readAll()).all).toEqual([])

  await late.rollBack()

  await expect.poll(async () => (await readAll()).all.map(subjectOf)).toEqual([questionId])
})

test('events of a question carry its version, and those of a company what changed', async () => {
  const { answered, changeKnowledge, events, readAll, cast } = await companyWithFeed()
  const { questionId } = await answered()
  await changeKnowledge('K-1')

  await expect.poll(async () => (await readAll()).all.length).toBe(4)
  const { all } = await readAll()
  expect(all.slice(0, -1)).toMatchObject(
    (await events(questionId)).map(({ seq, type }) => ({ questionId, seq, type, at: expect.any(Date) })),
  )
  expect(all.at(-1)).toMatchObject({ type: 'KNOWLEDGE_CHANGED', detail: { knowledgeUuid: 'K-1' } })
  expect(all.at(-2)).toMatchObject({ actorKind: 'expert', actorId: cast.bruno })
})

test('a filter leaves out other types and advances over them, and never leaves out who was forgotten', async () => {
  const { run, ask, read, readAll, changeKnowledge } = await companyWithFeed()
  await changeKnowledge('K-1')
  await run(async (tx) => recordCompanyEvent(tx, 'PERSON_FORGOTTEN', { userUuid: 'U-1' }))
  await ask()
  await expect.poll(async () => (await readAll()).all.length).toBe(3)

  const types: FeedEventType[] = ['KNOWLEDGE_CHANGED']
  expect((await readAll({ types })).all.map(({ type }) => type)).toEqual(['KNOWLEDGE_CHANGED', 'PERSON_FORGOTTEN'])
  const first = await read(start, { types: ['QUESTION_CLAIMED'], limit: 1 })
  expect(first.events).toEqual([])
  expect(first.more).toBe(true)
  expect(comparePlaces(first.next, start)).toBeGreaterThan(0)
})

test('the place after the last event moves on with other transactions', async () => {
  const { ask, read, readAll } = await companyWithFeed()
  const other = await companyWithFeed()
  await ask()
  await expect.poll(async () => (await readAll()).all.length).toBe(1)
  const { after } = await readAll()

  await other.ask()

  await expect.poll(async () => comparePlaces((await read(after)).next, after)).toBeGreaterThan(0)
  expect((await read(after)).events).toEqual([])
})

test('a company reads only its own events', async () => {
  const own = await companyWithFeed()
  const other = await companyWithFeed()
  await other.ask()
  await other.changeKnowledge('K-1')
  const questionId = await own.ask()

  await expect.poll(async () => (await own.readAll()).all.map(subjectOf)).toEqual([questionId])
})

test('events of transactions older than 30 days cannot be read', async () => {
  const { ask, read, readAll } = await companyWithFeed()
  await ask()
  await expect.poll(async () => (await readAll()).all.length).toBe(1)
  const { after } = await readAll()
  await db.system.query(
    `insert into feed_marks (at, tx) values (now() - interval '31 days', $1::xid8), (now() - interval '29 days', '9000000'::xid8)`,
    [after.tx],
  )
  try {
    const { events, feed } = await read(start)
    expect(events).toEqual([])
    expect(feed.oldest).toEqual({ tx: after.tx, position: 0 })
    const younger = await ask()
    await expect.poll(async () => (await read(start)).events.map(subjectOf)).toEqual([younger])
  } finally {
    await db.system.query('delete from feed_marks')
  }
})

test('a page reads no more events than it returns, however many come before and after it', async () => {
  const { cast, ask } = await companyWithFeed()
  const questionId = await ask()
  await db.system.query(
    `insert into question_events (question_id, seq, company_id, type, actor_kind, audience, tx)
     select $1, n, $2, 'MESSAGE_ADDED', 'user', array['company:' || $3::text], (2 + n / 10)::text::xid8 from generate_series(100, 3100) n`,
    [questionId, cast.companyId, cast.companyId],
  )
  await db.system.query(
    `insert into company_events (company_id, type, detail, at, tx)
     select $1, 'KNOWLEDGE_CHANGED', '{}', now(), (2 + n / 10)::text::xid8 from generate_series(100, 3100) n`,
    [cast.companyId],
  )
  await db.system.query('vacuum analyze question_events, company_events')

  const read = await rowsRead(db, cast.companyId, 'read-feed', [`'150'`, '0', '20'])

  const { question_events: ofQuestions = 0, company_events: ofCompany = 0 } = read
  expect(ofQuestions).toBeGreaterThan(0)
  expect(ofCompany).toBeGreaterThan(0)
  expect(ofQuestions + ofCompany).toBeLessThanOrEqual(21)
  const blocks = await rowsRead(db, cast.companyId, 'read-feed', [`'150'`, '0', '20'], 'blocks')
  expect(Math.max(...Object.values(blocks))).toBeLessThan(12)
})

test('a place is compared by its number, not by its digits', () => {
  expect(comparePlaces({ tx: '9', position: 5 }, { tx: '10', position: 1 })).toBeLessThan(0)
  expect(comparePlaces({ tx: '10', position: 5 }, { tx: '10', position: 6 })).toBeLessThan(0)
  expect(comparePlaces({ tx: '10', position: 5 }, { tx: '10', position: 5 })).toBe(0)
})
