import { inspect } from 'node:util'
import { inCompany, inSystem, newId, type Tx, users } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { recordCompanyEvent } from '../src/feed/company-events.ts'
import { keepRefusal } from '../src/idempotency.ts'
import { forgetPerson } from '../src/privacy/forget.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { editQuestion } from '../src/questions/edit.ts'
import { addNote } from '../src/questions/notes.ts'
import { saveDraft } from '../src/replies/drafts.ts'
import { addReply } from '../src/replies/replies.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const own = await inviteCast(db)
const other = await inviteCast(db)

/** Something in every table that a conversation fills. */
async function fill(cast: typeof own) {
  const s = stageOf(db, cast)
  const { questionId, responseId } = await s.answered()
  await s.run((tx) => editQuestion(tx, s.user(cast.ada), { questionId, text: 'Reworded?' }))
  await s.run((tx) => saveDraft(tx, s.agent(cast.dora), { questionId, text: 'Dear Ada' }))
  await s.run((tx) =>
    addReply(tx, { ...s.agent(cast.dora), isAdmin: true }, { title: 'PIN', text: 'In the app.', owner: 'COMPANY' }),
  )
  await s.run((tx) => addNote(tx, s.agent(cast.dora), { questionId, text: 'Called the bank.' }))
  const named = { externalIds: [{ id: 'F-1', system: cast.systemId }] }
  await s.ask(named)
  await s.run((tx) =>
    makeChange(tx, addMessage(s.user(cast.ada), { questionId, text: 'So?', ...named })).then(addedMessage),
  )
  await s.run((tx) =>
    keepRefusal(
      tx,
      { companyId: cast.companyId, principal: cast.ada, key: 'k', requestHash: 'h' },
      { status: 200, body: { responseId } },
    ),
  )
  await db.system.query(
    `insert into knowledge (id, company_id, question, answer) values (gen_random_uuid(), $1, 'Q', 'A')`,
    [cast.companyId],
  )
  await db.system.query(
    `insert into text_requests (id, company_id, kind, request) values (gen_random_uuid(), $1, 'read', '{}')`,
    [cast.companyId],
  )
  await db.system.query(
    `insert into automatic_answers (id, company_id, question, confidence) values (gen_random_uuid(), $1, 'Q', 0)`,
    [cast.companyId],
  )
  await db.system.query(
    `with file as (
       insert into files (id, company_id, type, name, sha256, size_bytes, uploader_kind, uploader_id)
       values (gen_random_uuid(), $1, 'HISTORY', 'a.csv', 'x', 1, 'admin', $2) returning id, company_id
     ), chunk as (
       insert into file_chunks (file_id, seq, company_id, bytes) select id, 0, company_id, '\\x00' from file
     ), example as (
       insert into training_examples (company_id, file_id, line, text) select company_id, id, 2, 'Q' from file
     ), question as (
       insert into past_questions (id, company_id, file_id, external_id, asked_at, text)
       select gen_random_uuid(), company_id, id, 'e', now(), 'Q' from file returning id, company_id
     ), answer as (
       insert into past_answers (id, company_id, question_id, expert_id, answered_at)
       select gen_random_uuid(), company_id, id, $2, now() from question
     ), model as (
       insert into models (id, company_id, version, examples, classes, held_out, accuracy, calibration_error, report, verdict,
         judged, size_bytes, learned_until)
       values (gen_random_uuid(), $1, 1, 1, 1, 1, 1, 0, '{}', 'FIRST', '', 1, now()) returning id, company_id
     ), bytes as (
       insert into model_chunks (model_id, seq, company_id, bytes) select id, 0, company_id, '\\x00' from model
     ), running as (
       insert into running_models (company_id, model_id) select company_id, id from model
     ), source as (
       insert into knowledge_sources (knowledge_id, response_id, company_id)
       select id, gen_random_uuid(), company_id from knowledge where company_id = $1
     )
     insert into trainings (company_id) values ($1)`,
    [cast.companyId, cast.edda],
  )
  await db.system.query(
    `insert into credentials (client_id, company_id, integration_id, secret_hash, scopes) values ('c-' || ($1::uuid)::text, $1::uuid, $2, 'x', '{}')`,
    [cast.companyId, cast.integrationId],
  )
  await db.system.query(
    `with family as (
       insert into token_families (id, company_id, user_id, client_id, scopes, expires_at)
       values (gen_random_uuid(), $1, $2, 'c', '{}', now()) returning id, company_id
     ), code as (
       insert into authorization_codes (code_hash, company_id, family_id, redirect_uri, code_challenge, expires_at)
       select 'code ' || id, company_id, id, 'https://app.example/', 'x', now() from family
     ), refresh as (
       insert into refresh_tokens (token_hash, company_id, family_id)
       select 'token ' || id, company_id, id from family
     ), device as (
       insert into known_devices (secret_hash, company_id, user_id, expires_at) values ('device', $1, $2, now())
     ), link as (
       insert into password_links (token_hash, company_id, user_id, purpose, expires_at) values ('link', $1, $2, 'RESET', now())
     ), opening as (
       insert into widget_openings (company_id, origin, day) values ($1, 'https://shop.example', current_date)
     )
     insert into audit_log (company_id, action, outcome, actor_kind) values ($1, 'sign_in', 'success', 'admin')`,
    [cast.companyId, cast.edda],
  )
  await db.system.query(
    `insert into offer_days (company_id, expert_id, day, claimed, declined, missed, withdrawn, released, lapsed, escalated, claim_ms)
     values ($1, $2, current_date, 1, 0, 0, 0, 0, 0, 0, '{1000}')`,
    [cast.companyId, cast.bruno],
  )
  await db.system.query(
    `with endpoint as (
       insert into webhook_endpoints (id, company_id, name, url, types, format, cursor_tx, cursor_position)
       values (gen_random_uuid(), $1, 'Warehouse', 'https://example.com/', '{}', 'STANDARD', '0', 0) returning id, company_id
     ), secret as (
       insert into webhook_secrets (id, company_id, endpoint_id, encrypted_secret, encryption_key_id)
       select gen_random_uuid(), company_id, id, 'x', 'x' from endpoint
     ), delivery as (
       insert into webhook_deliveries (id, company_id, endpoint_id, position, type, at)
       select gen_random_uuid(), company_id, id, 1, 'PERSON_FORGOTTEN', now() from endpoint returning id, company_id
     )
     insert into webhook_attempts (id, company_id, delivery_id, status, duration_ms)
     select gen_random_uuid(), company_id, id, 200, 1 from delivery`,
    [cast.companyId],
  )
  await s.run(async (tx) => recordCompanyEvent(tx, 'EXPERT_CHANGED', { expertUuid: cast.bruno }))
  await inSystem(db, (tx) => forgetPerson(tx, { companyId: cast.companyId, email: 'nobody@example.com' }))
  await db.system.query(
    `with advance as (
       insert into clock_advances (id, company_id, advance_ms) values (gen_random_uuid(), $1, 1)
     ), letter as (
       insert into dead_letters (id, company_id, kind, name, reason, attempts)
       values (gen_random_uuid(), $1, 'job', 'drain-backlog', 'failed', 5)
     ), quarantined as (
       insert into quarantined_questions (question_id, company_id) values (gen_random_uuid(), $1)
     ), snapshot as (
       insert into evidence_snapshots (company_id, snapshot_id) values ($1, gen_random_uuid()) returning company_id, snapshot_id
     ), evidence as (
       insert into evidence_chunks (snapshot_id, seq, company_id, bytes) select snapshot_id, 0, company_id, '\\x00' from snapshot
     )
     insert into repairs (company_id, invariant, hour, count, last_at) values ($1, 'holder-has-lease', now(), 1, now())`,
    [cast.companyId],
  )
}
await fill(own)
await fill(other)

const { rows: tables } = await db.system.query<{ name: string; column: string; allowed: string[] | null }>(
  `select c.table_name as name, case c.table_name when 'companies' then 'id' else 'company_id' end as column,
     (select array_agg(verb) from unnest(array['select', 'update', 'delete']) as verb
       where case verb when 'select' then has_column_privilege('askline_app', c.table_name, c.column_name, verb)
         else has_table_privilege('askline_app', c.table_name, verb) end) as allowed
   from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
   where table_schema = 'public' and table_type = 'BASE TABLE'
     and (c.column_name = 'company_id' or (c.table_name = 'companies' and c.column_name = 'id')) order by 1`,
)

const rowsOf = async (table: string, column: string, companyId: string) =>
  (await db.system.query(`select * from ${table} where ${column} = $1 order by 1`, [companyId])).rows

describe.each(tables)('$name', ({ name, column, allowed }) => {
  test('holds rows of both companies', async () => {
    expect((await rowsOf(name, column, own.companyId)).length).toBeGreaterThan(0)
    expect((await rowsOf(name, column, other.companyId)).length).toBeGreaterThan(0)
  })

  test.each(['select', 'update', 'delete'])('a %s without WHERE touches no row of another company', async (verb) => {
    const before = await rowsOf(name, column, other.companyId)
    const statement = {
      select: `select ${column} as company from ${name}`,
      update: `update ${name} set ${column} = ${column} returning ${column} as company`,
      delete: `delete from ${name} returning ${column} as company`,
    }[verb] as string
    const attempt = inCompany(db, own.companyId, async (tx) => {
      // Foreign keys would stop the delete before the fence is tried.
      const touched = await tx.savepoint(() => tx.orm.execute<{ company: string }>(sql.raw(statement)))
      expect(new Set(touched.rows.map((row) => row.company))).toEqual(new Set([own.companyId]))
      throw new Error('undo')
    })
    if (allowed?.includes(verb)) await expect(attempt).rejects.toThrow(/undo|foreign key/)
    else await expect(attempt).rejects.toThrow(/permission denied/)

    expect(await rowsOf(name, column, other.companyId)).toEqual(before)
  })

  test('takes no row in the name of another company', async () => {
    const steal = inCompany(db, own.companyId, (tx) =>
      tx.orm.execute(sql.raw(`update ${name} set ${column} = '${other.companyId}'`)),
    )
    await expect(steal).rejects.toThrow(/row-level security|permission denied|foreign key|duplicate key/)
  })
})

test('row-level security of every table of companies also holds for its owner, and maintenance sees all rows', async () => {
  const { rows } = await db.system.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relname = any($1) and c.relnamespace = 'public'::regnamespace
       and not (c.relrowsecurity and c.relforcerowsecurity
         and exists (select 1 from pg_policy where polrelid = c.oid and polname = 'maintenance'))`,
    [tables.map(({ name }) => name)],
  )
  expect(rows).toEqual([])
})

test('the roles that requests run under own nothing and are no superusers', async () => {
  const { rows } = await db.system.query(
    `select rolname, rolsuper, rolbypassrls, rolcanlogin, exists (select 1 from pg_class where relowner = r.oid) as owns
     from pg_roles r where rolname in ('askline_app', 'askline_system') order by 1`,
  )
  expect(rows).toEqual(
    ['askline_app', 'askline_system'].map((rolname) => ({
      rolname,
      rolsuper: false,
      rolbypassrls: false,
      rolcanlogin: false,
      owns: false,
    })),
  )
})

test('the error of a failed query contains none of its values', async () => {
  const user = { id: newId(), companyId: newId(), name: 'Secret Name' }
  const error = await inSystem(db, (tx) => tx.orm.insert(users).values(user)).catch((thrown: Error) => thrown)
  expect(error).toMatchObject({ code: '23503' })
  expect(inspect(error)).not.toContain('Secret Name')
})

test('the audit log can be extended and read, and never changed or shortened', async () => {
  for (const statement of ["update audit_log set outcome = 'success'", 'delete from audit_log', 'truncate audit_log']) {
    const attempt = (tx: Tx) => tx.orm.execute(sql.raw(statement))
    await expect(inSystem(db, attempt)).rejects.toThrow(/permission denied/)
    await expect(inCompany(db, own.companyId, attempt)).rejects.toThrow(/permission denied/)
  }
})

test('keys, revocations and all that sign-in keeps are out of a company’s reach', async () => {
  for (const table of [
    'signing_keys',
    'revocations',
    'token_families',
    'authorization_codes',
    'refresh_tokens',
    'known_devices',
    'password_links',
  ]) {
    await expect(
      inCompany(db, own.companyId, (tx) => tx.orm.execute(sql.raw(`select * from ${table}`))),
    ).rejects.toThrow(/permission denied/)
  }
})
