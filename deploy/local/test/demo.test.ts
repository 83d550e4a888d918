import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { grantable } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { findCredential } from '@askline/domain/access/credentials'
import { revokeCredential } from '@askline/domain/access/revoke'
import { buildLogger, buildSecretBox, openTokenVerifier } from '@askline/runtime'
import { openTestDatabase, testSecretsKey } from '@askline/testing'
import { verify } from '@node-rs/argon2'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DemoFile } from '../src/demo/demo-file.ts'
import { seedDemo } from '../src/demo/seed.ts'
import { demoFile, keepDemo, showDemo } from '../src/demo-json.ts'

const apiUrl = 'http://localhost:3000'
const options = {
  home: '',
  apiUrl,
  notifierUrl: 'http://localhost:3001',
  fresh: false,
  secrets: buildSecretBox(testSecretsKey),
}

const db = await openTestDatabase()
const demo = await seedDemo(db, options)
const statements = db.statements.count

const everybody = ({ experts, agents, admin, sandbox }: DemoFile) => [
  ...experts,
  ...agents,
  admin,
  ...sandbox.experts,
  sandbox.admin,
]
const ofBank = `company_id = (select id from companies where tag = 'demo-bank')`
const ofSandbox = `company_id = (select id from companies where tag = 'demo-sandbox')`
const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await db.system.query<Row & Record<string, unknown>>(text, values)).rows
const opens = (client: { clientId: string; clientSecret: string }, where = db) =>
  inSystem(where, (tx) => findCredential(tx, client.clientId, client.clientSecret))

async function verifiedClaims(token: string, issuer = apiUrl) {
  const verifier = await openTokenVerifier({ db, issuer, logger: buildLogger('demo-test', 'silent') })
  onTestFinished(() => verifier.close())
  return verifier.verify(token)
}

describe('the demo company', () => {
  it('has an integration, twelve askers, 24 experts, two agents and an admin', async () => {
    const roles = await rows(`select role, count(*)::int from users where ${ofBank} group by role order by role`)
    const companies = await rows('select tag, name, is_sandbox from companies order by tag')
    const integrations = await rows(`select system_id from integrations where ${ofBank}`)

    expect(roles).toEqual([
      { role: 'admin', count: 1 },
      { role: 'agent', count: 2 },
      { role: 'expert', count: 24 },
      { role: 'user', count: 12 },
    ])
    expect(companies).toEqual([
      { tag: 'demo-bank', name: 'Demo Bank', is_sandbox: false },
      { tag: 'demo-sandbox', name: 'Demo Sandbox', is_sandbox: true },
    ])
    expect(integrations).toEqual([{ system_id: 'demo-app' }])
  })

  it('has uploaded the examples of its classes and the wordings of its known answers, which a worker learns', async () => {
    const files = await rows(`select type, status from files where ${ofBank} order by type`)
    const jobs = await rows(`select count(*)::int from outbox where jobs::text like '%read-file%'`)

    expect(files).toEqual([
      { type: 'QA', status: 'QUEUED' },
      { type: 'UTTERANCES', status: 'QUEUED' },
    ])
    expect(jobs).toEqual([{ count: 2 }])
  })

  it('has a sandbox with its own integration, two experts and an admin', async () => {
    const roles = await rows(`select role, count(*)::int from users where ${ofSandbox} group by role order by role`)

    expect(roles).toEqual([
      { role: 'admin', count: 1 },
      { role: 'expert', count: 2 },
    ])
    expect(await opens(demo.sandbox.integration)).toMatchObject({ kind: 'integration' })
    expect(await opens(demo.sandbox.admin)).toMatchObject({ kind: 'admin' })
    expect(demo.sandbox.integration.clientId).not.toBe(demo.integration.clientId)
  })

  it('has a default category for one expert and one for many, and known answers', async () => {
    expect(await rows(`select name, type, is_default from categories where ${ofBank} order by name`)).toEqual([
      { name: 'Banking', type: 'ONE_TO_ONE', is_default: true },
      { name: 'Community', type: 'ONE_TO_MANY', is_default: false },
    ])
    expect(await rows('select count(*)::int from knowledge where class is not null')).toEqual([{ count: 25 }])
  })

  it('has saved replies, which every expert and agent may insert', async () => {
    const replies = await rows<{ shortcut: string }>(
      `select shortcut from saved_replies where ${ofBank} and owner_id is null order by shortcut`,
    )

    expect(replies.map(({ shortcut }) => shortcut)).toEqual(['bye', 'dauer', 'hallo', 'hello', 'identity', 'transfer'])
  })

  it('has experts who differ in languages, flags, availability and record', async () => {
    const [experts] =
      await rows(`select count(distinct languages)::int as languages, count(distinct topics)::int as topics,
      bool_or(is_elite) and bool_or(not is_elite) as elite, bool_or(is_certified) and bool_or(not is_certified) as certified,
      bool_or(is_official) and bool_or(not is_official) as official, count(distinct availability)::int as availabilities,
      count(*) filter (where number_of_answers > 5)::int as experienced, count(*) filter (where number_of_answers = 0)::int as newcomers
      from experts where ${ofBank}`)

    expect(experts).toEqual({
      languages: 6,
      topics: 24,
      elite: true,
      certified: true,
      official: true,
      availabilities: 3,
      experienced: 21,
      newcomers: 3,
    })
  })

  it('is written in bulk: a past of hundreds of questions in five statements', () => {
    expect(statements).toBeLessThan(280)
  })
})

describe('the credentials', () => {
  it('sign in each person and the integration', async () => {
    expect(await opens(demo.integration)).toMatchObject({ kind: 'integration', scopes: grantable.integration })
    for (const person of everybody(demo)) expect(await opens(person)).toMatchObject({ subjectId: person.uuid })
    expect(await opens(demo.experts[0]!)).toMatchObject({ kind: 'expert' })
    expect(await opens(demo.agents[0]!)).toMatchObject({ kind: 'agent' })
    expect(await opens(demo.admin)).toMatchObject({ kind: 'admin' })
  })

  it('contain a token of the integration that services accept for years', async () => {
    const claims = await verifiedClaims(demo.integration.accessToken)

    expect(claims).toMatchObject({ kind: 'integration', client_id: demo.integration.clientId })
    expect(claims.exp - claims.iat).toBeGreaterThan(9 * 365 * 24 * 3_600)
  })

  it('contain the password of everybody who signs in, stored as argon2id', async () => {
    const hashes = await rows<{ id: string; password_hash: string }>(
      `select id, password_hash from users where role <> 'user' and password_hash like '$argon2id$%'`,
    )
    const hashOf = new Map(hashes.map((row) => [row.id, row.password_hash]))

    const right = await Promise.all(everybody(demo).map(({ uuid, password }) => verify(hashOf.get(uuid)!, password)))
    expect(right).toEqual(everybody(demo).map(() => true))
  })

  it('are not stored in the database as plain text', async () => {
    const tables = await rows<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)
    const texts = await Promise.all(
      tables.map(({ name }) => rows<{ text: string }>(`select t::text as text from "${name}" t`)),
    )
    const everything = texts
      .flat()
      .map(({ text }) => text)
      .join('\n')

    expect(everything).toContain(demo.integration.clientId)
    const secrets = everybody(demo).flatMap(({ password, clientSecret }) => [password, clientSecret])
    for (const secret of [...secrets, demo.integration.clientSecret, demo.integration.accessToken])
      expect(everything).not.toContain(secret)
  })

  it('are readable only by this user', () => {
    const home = mkdtempSync(join(tmpdir(), 'askline-demo-'))
    onTestFinished(() => rmSync(home, { recursive: true }))

    keepDemo(home, demo)
    showDemo(home)

    expect(statSync(demoFile(home)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(demoFile(home), 'utf8'))).toEqual(demo)
  })
})

describe('another start', () => {
  it('keeps data and credentials', async () => {
    const before = await rows('select count(*)::int, max(changed_at) from questions')

    expect(await seedDemo(db, { ...options, previous: demo })).toEqual(demo)
    expect(await rows('select count(*)::int, max(changed_at) from questions')).toEqual(before)
  })

  it('under another address replaces the tokens only, because a token names its issuer', async () => {
    const moved = 'http://localhost:4000/v1'

    const again = await seedDemo(db, { ...options, apiUrl: moved, previous: demo })
    const token = again.integration.accessToken
    const inSandbox = { ...demo.sandbox.integration, accessToken: again.sandbox.integration.accessToken }
    const sandbox = { ...demo.sandbox, integration: inSandbox }
    const integration = { ...demo.integration, accessToken: token }
    expect(again).toEqual({ ...demo, apiUrl: moved, integration, sandbox })
    expect(await verifiedClaims(token, 'http://localhost:4000')).toMatchObject({ kind: 'integration' })
  })

  it('gives a new credential only to the person who lost theirs', async () => {
    const [unlucky, ...others] = demo.experts
    await inSystem(db, (tx) => revokeCredential(tx, unlucky!.clientId))

    const again = await seedDemo(db, { ...options, previous: demo })
    expect(again.experts.slice(1)).toEqual(others)
    expect(again.integration).toEqual(demo.integration)
    expect(await opens(again.experts[0]!)).toMatchObject({ subjectId: unlucky!.uuid })
  })

  it('gives a new password to a person who changed theirs', async () => {
    const [, changed] = demo.experts
    await rows('update users set password_hash = null where id = $1', [changed!.uuid])

    const again = await seedDemo(db, { ...options, previous: demo })
    expect(again.experts[1]!.password).not.toBe(changed!.password)
    expect(await opens(again.experts[1]!)).toMatchObject({ subjectId: changed!.uuid })
  })

  it('without the file gives everybody new credentials and revokes the old ones', async () => {
    const lost = await openTestDatabase()
    const first = await seedDemo(lost, options)

    const second = await seedDemo(lost, options)
    expect(everybody(second).map(({ uuid }) => uuid)).toEqual(everybody(first).map(({ uuid }) => uuid))
    for (const client of [first.integration, ...everybody(first)]) expect(await opens(client, lost)).toBeUndefined()
    for (const client of [second.integration, ...everybody(second)]) expect(await opens(client, lost)).toBeDefined()
    const verifier = await openTokenVerifier({ db: lost, issuer: apiUrl, logger: buildLogger('demo-test', 'silent') })
    onTestFinished(() => verifier.close())
    await expect(verifier.verify(first.integration.accessToken)).rejects.toMatchObject({ reason: 'revoked' })
  })
})
