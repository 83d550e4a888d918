import { randomBytes } from 'node:crypto'
import { type Database, inSystem } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import { recordAct } from '../src/access/audit.ts'
import { makeChange } from '../src/changes/make-changes.ts'
import { createPerson } from '../src/companies/create-person.ts'
import { keepRefusal } from '../src/idempotency.ts'
import { findOrCreateAsker } from '../src/people/find-person.ts'
import { findForgetReceipt, forgetPerson } from '../src/privacy/forget.ts'
import { findDueErasures, listTombstones, replayTombstones } from '../src/privacy/forget-again.ts'
import { erasePerson } from '../src/privacy/forget-erase.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { askQuestion } from '../src/questions/ask.ts'
import { claimQuestion } from '../src/questions/claim.ts'
import { editMessage, editQuestion } from '../src/questions/edit.ts'
import { addNote } from '../src/questions/notes.ts'
import { lockQuestion } from '../src/questions/question.ts'
import { addTestimonial, rateResponse } from '../src/questions/rate.ts'
import { rerouteQuestion } from '../src/questions/reroute.ts'
import { addedResponse, markAsResolved, respond } from '../src/questions/respond.ts'
import { acceptResponse } from '../src/questions/settle.ts'
import { saveDraft } from '../src/replies/drafts.ts'
import { columnsWithoutWords } from './columns-without-words.ts'
import { copyQuestion } from './copy-question.ts'
import { publicUrl, stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const now = { settleMs: 0 }

const forget = (companyId: string, email: string) => inSystem(db, (tx) => forgetPerson(tx, { companyId, email }))
const receiptOf = (companyId: string, requestId: string) =>
  inSystem(db, (tx) => findForgetReceipt(tx, companyId, requestId))

/** Every row of every table as text, by table. */
async function dump(from: Database = db): Promise<Map<string, string[]>> {
  const { rows } = await from.system.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and has_table_privilege(oid, 'select')`,
  )
  const tables = new Map<string, string[]>()
  for (const { name } of rows) {
    const { rows: found } = await from.system.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    tables.set(
      name,
      found.map(({ row }) => row),
    )
  }
  return tables
}
const rowsWith = (tables: Map<string, string[]>, marker: string) =>
  [...tables].flatMap(([name, rows]) => rows.filter((row) => row.includes(marker)).map((row) => `${name}: ${row}`))

/** A person with a mark in every field they can fill, of questions open, answered, resolved and rerouted. */
async function marked(marker: string) {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const email = `${marker}@example.com`
  const { userId } = await s.run((tx) =>
    createPerson(tx, { companyId: cast.companyId, email, name: `${marker} Ada`, role: 'user' }),
  )
  await db.system.query('update users set avatar_url = $2, password_hash = $3 where id = $1', [
    userId,
    `https://pictures.example/${marker}`,
    marker,
  ])
  const me = { ...s.user(userId), correlationId: marker }
  const words = { text: `${marker} where is my card?`, metadata: { note: marker } }
  const ask = (n: string) =>
    s.ask({
      by: userId,
      ...words,
      subject: marker,
      predictedClass: marker,
      externalIds: [{ id: `${marker}-${n}`, system: cast.systemId }],
    })
  const open = await ask('open')
  await s.run((tx) => editQuestion(tx, me, { questionId: open, text: `${marker} reworded` }))
  const { messageId } = await s.run((tx) =>
    makeChange(
      tx,
      addMessage(me, { questionId: open, ...words, externalIds: [{ id: marker, system: cast.systemId }] }),
    ).then(addedMessage),
  )
  await s.run((tx) => editMessage(tx, me, { messageId, text: `${marker} again` }))
  const rerouted = await ask('rerouted')
  await s.run((tx) => makeChange(tx, rerouteQuestion(me, { questionId: rerouted, reason: marker })))
  const resolved = await ask('resolved')
  await s.offer(resolved, [cast.bruno])
  const { responseId } = await s.run((tx) =>
    makeChange(tx, respond(s.expert(cast.bruno), { questionId: resolved, text: 'It is on its way.' })).then(
      addedResponse,
    ),
  )
  await s.run((tx) => saveDraft(tx, s.expert(cast.bruno), { questionId: resolved, text: `${marker} wrote` }))
  await s.run((tx) => addNote(tx, s.expert(cast.bruno), { questionId: resolved, text: `${marker} asked before` }))
  await s.run((tx) => makeChange(tx, acceptResponse(me, { responseId })))
  await s.run((tx) => rateResponse(tx, me, { responseId, rating: 'POSITIVE_5' }))
  await s.run((tx) => makeChange(tx, addTestimonial(me, { responseId, text: `${marker} thank you` })))
  await s.run((tx) =>
    keepRefusal(
      tx,
      { companyId: cast.companyId, principal: cast.integrationId, key: `k-${open}`, requestHash: 'h' },
      { status: 201, body: { uuid: open, text: marker }, questionId: open },
    ),
  )
  await db.system.query(
    `insert into automatic_answers (id, company_id, question, confidence, user_id) values (gen_random_uuid(), $1, $2, 0, $3)`,
    [cast.companyId, marker, userId],
  )
  // Asked a minute ago of a worker that never answered, and that was not dropped.
  await db.system.query(
    `insert into text_requests (id, company_id, kind, request, created_at)
     values (gen_random_uuid(), $1, 'classify', jsonb_build_object('text', $2::text), clock_timestamp() - interval '1 minute')`,
    [cast.companyId, marker],
  )
  await s.run((tx) =>
    recordAct(tx, {
      companyId: cast.companyId,
      actor: { kind: 'user', id: userId },
      action: 'sign_in',
      correlationId: marker,
      address: marker,
      userAgent: marker,
    }),
  )
  await db.system.query(
    `insert into token_families (id, company_id, user_id, client_id, scopes, expires_at, user_agent, network)
     values (gen_random_uuid(), $1, $2, 'askline-desk', '{}', clock_timestamp() + interval '1 day', $3, $3)`,
    [cast.companyId, userId, marker],
  )
  // Handed to Redis.
  await db.system.query('delete from outbox where company_id = $1', [cast.companyId])
  // Of a job that the system did for a request of theirs.
  await db.system.query(
    `update question_events set correlation_id = $2 where question_id = $1 and actor_kind = 'system'`,
    [resolved, marker],
  )
  await db.system.query(
    `insert into dead_letters (id, company_id, kind, name, question_id, payload, reason, attempts)
      values (gen_random_uuid(), $1, 'job', 'route-question', $2::uuid, jsonb_build_object('questionId', $2::text, 'correlationId', $3::text), 'failed', 5)`,
    [cast.companyId, open, marker],
  )
  // The first bytes of what a receiver answered.
  await db.system.query(
    `with endpoint as (
        insert into webhook_endpoints (id, company_id, name, url, types, format, cursor_tx, cursor_position)
        values (gen_random_uuid(), $1, 'Warehouse', 'https://example.com', '{}', 'STANDARD', '2', 0) returning id
      ), delivery as (
        insert into webhook_deliveries (id, company_id, endpoint_id, type, question_id, seq, at)
        select gen_random_uuid(), $1, id, 'QUESTION_RESOLVED', $2, 1, clock_timestamp() from endpoint returning id
      )
      insert into webhook_attempts (id, company_id, delivery_id, status, duration_ms, answer)
      select gen_random_uuid(), $1, id, 200, 1, $3 from delivery`,
    [cast.companyId, resolved, marker],
  )
  return { ...s, cast, email, userId, open, rerouted, resolved, responseId }
}

test('F34: of a forgotten person no mark is left in any table, and nothing of anybody else changes', async () => {
  const marker = randomBytes(16).toString('hex')
  const s = await marked(marker)
  const other = await marked(randomBytes(16).toString('hex'))
  const before = await dump()
  expect(new Set(rowsWith(before, marker).map((row) => row.split(':')[0]))).toEqual(
    new Set([
      ...['users', 'questions', 'messages', 'revisions', 'question_external_ids', 'message_external_ids'],
      ...['automatic_answers', 'drafts', 'idempotency_keys', 'notes', 'text_requests'],
      ...['audit_log', 'question_events', 'dead_letters', 'token_families', 'webhook_attempts'],
    ]),
  )

  const { receipt } = await forget(s.cast.companyId, s.email.toUpperCase())
  expect(await erasePerson(db, receipt.uuid, now)).toBe('finished')

  const after = await dump()
  expect(rowsWith(after, marker)).toEqual([])
  expect(rowsWith(after, other.cast.companyId)).toEqual(rowsWith(before, other.cast.companyId))
  const answers = (tables: Map<string, string[]>) =>
    rowsWith(tables, s.cast.bruno).filter((row) => row.startsWith('messages'))
  expect(answers(after)).toEqual(answers(before))
  const { rows } = await db.system.query('select rating from responses where id = $1', [s.responseId])
  expect(rows).toEqual([{ rating: null }])
  expect(await receiptOf(s.cast.companyId, receipt.uuid)).toMatchObject({
    status: 'ERASED',
    erased: {
      questions: 3,
      withdrawn: 2,
      messages: 2,
      notes: 1,
      drafts: 1,
      revisions: 2,
      ratings: 1,
      externalIds: 3,
      idempotencyKeys: 1,
    },
  })
})

test('F34: no column that can hold words is unheard of: each holds the mark, or no words of a person who asks', async () => {
  const marker = randomBytes(16).toString('hex')
  await marked(marker)
  const { rows } = await db.system.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype, 'varchar'::regtype, 'bytea'::regtype)
        and has_table_privilege(c.oid, 'select') order by 1, 2`,
  )
  const unmarked: string[] = []
  for (const { table, column } of rows) {
    const found = await db.system.query(`select 1 from ${table} t where t.${column}::text like $1 limit 1`, [
      `%${marker}%`,
    ])
    if (found.rowCount === 0) unmarked.push(`${table}.${column}`)
  }

  expect(unmarked.sort()).toEqual(columnsWithoutWords)
})

test('open questions are withdrawn and tell of it, and the author is a deleted user', async () => {
  const s = await marked(randomBytes(16).toString('hex'))
  const { receipt } = await forget(s.cast.companyId, s.email)
  await erasePerson(db, receipt.uuid, now)

  const view = await s.see(s.open)
  expect(view.state).toMatchObject({ status: 'WITHDRAW', isClosed: true })
  expect(JSON.stringify(view)).toContain('Deleted user')
  expect((await s.events(s.open)).map((event) => event.type).slice(-2)).toEqual(['QUESTION_CLOSED', 'QUESTION_EDITED'])
  expect((await s.see(s.resolved)).state.status).toBe('RESOLVED')
  expect(JSON.stringify(await s.see(s.resolved))).toContain('It is on its way.')
})

test('an erasure that is cut short after any chunk goes on and finishes, and a second one finds nothing', async () => {
  const marker = randomBytes(16).toString('hex')
  const s = await marked(marker)
  const { receipt } = await forget(s.cast.companyId, s.email)
  // A chunk commits or it does not: the connection dies in the one that comes after each. The first one finds the company.
  for (let connections = 0; connections < 4; connections++) {
    let left = connections
    const dying = {
      ...db,
      system: Object.assign(Object.create(db.system), {
        connect: async () => {
          if (left-- > 0) return db.system.connect()
          throw new Error('killed')
        },
      }),
    }
    await expect(erasePerson(dying, receipt.uuid, { ...now, chunk: 1 })).rejects.toThrow('killed')
    expect((await receiptOf(s.cast.companyId, receipt.uuid)).status).toBe('ERASING')
  }
  expect(await findDueErasures(db, 100)).toContain(receipt.uuid)
  expect(await erasePerson(db, receipt.uuid, { ...now, chunk: 1 })).toBe('finished')
  expect(rowsWith(await dump(), marker)).toEqual([])
  expect((await receiptOf(s.cast.companyId, receipt.uuid)).erased).toMatchObject({ questions: 3, withdrawn: 2 })

  const once = await dump()
  expect((await forget(s.cast.companyId, s.email)).receipt.uuid).toBe(receipt.uuid)
  await erasePerson(db, receipt.uuid, now)
  expect(await dump()).toEqual(once)
})

test('two erasures at once are one', async () => {
  const s = await marked(randomBytes(16).toString('hex'))
  const { receipt } = await forget(s.cast.companyId, s.email)
  await Promise.all([1, 2, 3].map(() => erasePerson(db, receipt.uuid, { ...now, chunk: 1 })))
  expect((await receiptOf(s.cast.companyId, receipt.uuid)).erased).toMatchObject({
    questions: 3,
    withdrawn: 2,
    ratings: 1,
  })
})

test('it is finished only when a look was taken after the last late write could come', async () => {
  const s = await marked(randomBytes(16).toString('hex'))
  const { receipt } = await forget(s.cast.companyId, s.email)
  expect(await erasePerson(db, receipt.uuid)).toBe('later')
  await s.run((tx) => rateResponse(tx, s.user(s.userId), { responseId: s.responseId, rating: 'NEGATIVE_5' }))
  expect(await findDueErasures(db, 100)).not.toContain(receipt.uuid)

  await db.system.query(
    `update forget_requests set created_at = created_at - interval '1 minute', due_at = clock_timestamp() where id = $1`,
    [receipt.uuid],
  )
  expect(await erasePerson(db, receipt.uuid)).toBe('finished')
  expect((await receiptOf(s.cast.companyId, receipt.uuid)).erased).toMatchObject({ ratings: 2 })
})

test('a person who asks under a forgotten address is a new person, and the old id can ask nothing', async () => {
  const s = await marked(randomBytes(16).toString('hex'))
  await forget(s.cast.companyId, s.email)
  const again = await s.run((tx) => findOrCreateAsker(tx, { companyId: s.cast.companyId, email: s.email }))
  expect(again.userId).not.toBe(s.userId)
  await expect(
    s.run((tx) => askQuestion(tx, s.user(s.userId), { text: 'Me again', externalIds: [] }, publicUrl)),
  ).rejects.toMatchObject({ code: 'person_not_found' })
  expect((await replayTombstones(db)).returned).toBe(0)
})

test('a forgotten expert holds, is offered and is called nothing any more, and their answers stay', async () => {
  const cast = await inviteCast(db)
  const s = stageOf(db, cast)
  const { questionId: answeredId } = await s.answered(cast.carla)
  const heldId = await s.ask()
  await s.offer(heldId, [cast.carla])
  await s.run((tx) => makeChange(tx, claimQuestion(s.expert(cast.carla), { questionId: heldId })))
  const offeredId = await s.ask()
  await s.offer(offeredId, [cast.carla, cast.bruno])
  const {
    rows: [carla],
  } = await db.system.query<{ email: string; name: string }>('select email, name from users where id = $1', [
    cast.carla,
  ])
  const { receipt } = await forget(cast.companyId, carla?.email ?? '')
  await erasePerson(db, receipt.uuid, now)

  const { rows } = await db.system.query('select holder_id, turn from questions where id = $1', [heldId])
  expect(rows).toEqual([{ holder_id: null, turn: 'experts' }])
  const { rows: pending } = await db.system.query(
    `select expert_id from offers where question_id = $1 and status = 'pending'`,
    [offeredId],
  )
  expect(pending).toEqual([{ expert_id: cast.bruno }])
  expect(JSON.stringify(await s.see(offeredId))).not.toContain(cast.carla)
  const answer = JSON.stringify(await s.see(answeredId))
  expect(answer).toContain('It is on its way.')
  expect(answer).toContain('Deleted user')
})

describe('a forgotten expert whose work the request could not return', () => {
  const emailOf = async (userId: string): Promise<string> =>
    (await db.system.query('select email from users where id = $1', [userId])).rows[0].email
  const statesOf = async (ids: string[]) =>
    (
      await db.system.query(
        `select turn, holder_id as holder, approval_due_at is not null as "isApproved", wave_due_at is not null as wave, count(*)::int as n
          from questions where id = any($1) group by 1, 2, 3, 4`,
        [ids],
      )
    ).rows
  const routed = async (ids: string[]) =>
    (
      await db.system.query(
        `select distinct j #>> '{payload,questionId}' from outbox, jsonb_array_elements(jobs) j
          where j ->> 'job' = 'route-question' and j #>> '{payload,questionId}' = any($1)`,
        [ids],
      )
    ).rows.length
  async function answeredAndMarked() {
    const cast = await inviteCast(db)
    const s = stageOf(db, cast)
    const { questionId, responseId } = await s.answered(cast.carla)
    await s.run((tx) => makeChange(tx, markAsResolved(s.expert(cast.carla), { responseId })))
    return { ...s, cast, questionId, email: await emailOf(cast.carla) }
  }

  test('loses more than 100 answered questions, whose approval still runs, and more than 100 offers, which are routed on', async () => {
    const { cast, questionId, email, ask } = await answeredAndMarked()
    const answered = await copyQuestion(db, questionId, 120)
    const offered = await copyQuestion(db, await ask(), 120)
    await db.system.query('update experts set load = 121 where user_id = $1', [cast.carla])
    await db.system.query(
      `insert into offers (id, company_id, question_id, expert_id, round, wave)
        select gen_random_uuid(), $1, id, $3, 0, 1 from unnest($2::uuid[]) as id`,
      [cast.companyId, offered, cast.carla],
    )

    const { receipt } = await forget(cast.companyId, email)
    expect(await erasePerson(db, receipt.uuid, now)).toBe('finished')

    const vacated = { turn: 'asker', holder: null, isApproved: true, wave: false }
    expect(await statesOf(answered)).toEqual([{ ...vacated, n: 120 }])
    const { rows } = await db.system.query(`select 1 from offers where expert_id = $1 and status = 'pending'`, [
      cast.carla,
    ])
    expect(rows).toEqual([])
    expect(await routed(offered)).toBe(120)
  })

  test('loses an answered question that another transaction has locked, and its approval still runs', async () => {
    const { cast, questionId, email, run } = await answeredAndMarked()

    const receipt = await run(async (tx) => {
      await lockQuestion(tx, questionId)
      return (await forget(cast.companyId, email)).receipt
    })
    expect(await statesOf([questionId])).toMatchObject([{ holder: cast.carla }])
    expect(await erasePerson(db, receipt.uuid, now)).toBe('finished')

    expect(await statesOf([questionId])).toEqual([{ turn: 'asker', holder: null, isApproved: true, wave: false, n: 1 }])
  })
})

test('a person who comes back with a restored backup is forgotten again by the tombstone', async () => {
  const marker = randomBytes(16).toString('hex')
  const s = await marked(marker)
  const {
    rows: [old],
  } = await db.system.query('select name, email, avatar_url, created_at from users where id = $1', [s.userId])
  const { receipt } = await forget(s.cast.companyId, s.email)
  await erasePerson(db, receipt.uuid, now)
  const tombstones = (await inSystem(db, (tx) => listTombstones(tx, null, 1_000))).filter(
    (t) => t.companyId === s.cast.companyId,
  )
  expect(JSON.stringify(tombstones)).not.toContain(marker)
  // The backup is older than the request: it knows the person, and no receipt.
  await db.system.query('update forget_requests set company_id = gen_random_uuid(), user_id = null where id = $1', [
    receipt.uuid,
  ])
  await db.system.query(
    'update users set name = $2, email = $3, address = $3, avatar_url = $4, forgotten_at = null where id = $1',
    [s.userId, old.name, old.email, old.avatar_url],
  )
  await db.system.query('update questions set text = $2 where id = $1', [s.resolved, marker])

  const requestId = crypto.randomUUID()
  expect(
    await replayTombstones(
      db,
      tombstones.map((t) => ({ ...t, requestId })),
    ),
  ).toEqual({ returned: 1 })
  expect(await erasePerson(db, requestId, now)).toBe('finished')
  expect(rowsWith(await dump(), marker)).toEqual([])
  expect((await replayTombstones(db, tombstones)).returned).toBe(0)
})
