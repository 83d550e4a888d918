import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { grantable } from '@askline/contracts'
import { inSystem, openDatabase } from '@askline/db'
import { changeCredential } from '@askline/domain/access/change-credential'
import { createCredential } from '@askline/domain/access/credentials'
import { makePasswordLink } from '@askline/domain/access/password-links'
import { revokeCredential } from '@askline/domain/access/revoke'
import { buildSecretBox } from '@askline/runtime'
import { testRedis } from '@askline/testing'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { emptyQueues } from '../src/command-line/empty-queues.ts'
import { runCommand } from '../src/command-line/run-command.ts'
import { openWorld } from './world.ts'

const w = await openWorld()
const folder = await mkdtemp(join(tmpdir(), 'askline-'))

async function askline(argv: string[], secrets = () => w.context.secrets) {
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const context = { db: w.db, issuer: w.config.issuer, secrets, now: w.clock.second, emptyQueues: async () => 7 }
  const code = await runCommand(argv, { say, complain: say }, async () => ({
    ...context,
    close: async () => undefined,
  }))
  return { code, said: said.join('\n') }
}

const fileOf = async (content: string) => {
  const file = join(folder, Math.random().toString(36).slice(2))
  await writeFile(file, content)
  return file
}
const present = async () => (await w.db.system.query('select clock_timestamp() as now')).rows[0].now as Date

/** Exports a list for the first time. */
const exported = async (...command: string[]) => askline([...command, '--export', '--earlier', await fileOf('')])

async function restored(lostSince: Date | string, lists: { revocations?: string } = {}, secrets = w.context.secrets) {
  const since = typeof lostSince === 'string' ? lostSince : lostSince.toISOString()
  const forgotten = await fileOf((await exported('forget')).said)
  const revocations = await fileOf(lists.revocations ?? (await exported('revocations')).said)
  const files = ['--forgotten', forgotten, '--revocations', revocations]
  return askline(['restored', '--lost-since', since, ...files], () => secrets)
}

/** A token of the bank's integration. */
async function obtainToken(): Promise<string> {
  const { clientId, clientSecret } = w.bank.client
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  return (await w.api('POST', '/v1/oauth/token', { body })).body.access_token
}
const token = await obtainToken()
const asker = 'ada@bank.example'
const poll = (uuid: string, lastChecked: string) =>
  w.api('GET', `/v1/questions/${uuid}`, { token, query: { userEmail: asker, lastChecked } })
const stateOf = async (uuid: string) =>
  (
    await w.db.system.query(
      `select version, (select array_agg(type order by seq) from question_events where question_id = id) as events
       from questions where id = $1`,
      [uuid],
    )
  ).rows[0]

test('a client that holds the stamp of a lost change gets the restored question once', async () => {
  const question = await w.ask({ userEmail: asker }, token)
  const before = await stateOf(question.uuid)
  const lost = new Date(Date.parse(question.lastUpdated) + 20_000).toISOString()
  expect((await poll(question.uuid, lost)).status).toBe(304)
  const lostSince = await present()

  const first = await restored(lostSince)
  const again = await restored(lostSince)

  expect(first).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /^lists {5}forgotten people: \S+Z; revocations: \S+Z\njobs {6}7 keys(.|\n)*^raised {4}[1-9]/m,
    ),
  })
  expect(again).toMatchObject({ code: 0, said: expect.stringMatching(/^raised {4}0 /m) })
  const { version, events } = await stateOf(question.uuid)
  expect(events).toEqual([...before.events, 'QUESTION_RESTORED'])
  // A second restore raises versions above those that clients heard after the first one.
  expect(version).toBeGreaterThanOrEqual(Math.floor((lostSince.getTime() - Date.UTC(2020, 0, 1)) / 1_000))
  const news = await poll(question.uuid, lost)
  expect(news.status).toBe(200)
  expect((await poll(question.uuid, news.body.data.lastUpdated)).status).toBe(304)
  const { rows } = await w.db.system.query(
    `select 1 from audit_log where action = 'backup_restored' and company_id = $1`,
    [w.bank.companyId],
  )
  expect(rows.length).toBe(2)
})

test('links of the backup end, because they may have been used since', async () => {
  const { companyId, dora: userId } = w.bank
  const wanted = { companyId, userId, purpose: 'INVITATION', madeBy: undefined } as const
  const { token: link } = await inSystem(w.db, (tx) => makePasswordLink(tx, wanted))

  expect(await restored(await present())).toMatchObject({ code: 0, said: expect.stringMatching(/^links {5}1 /m) })

  const { body } = await w.api('POST', '/v1/oauth/links/preview', { body: { token: link } })
  expect(body.error.code).toBe('invitation_spent')
})

test('questions that changed after the given time are refused', async () => {
  const lostSince = await present()
  const question = await w.ask({ userEmail: asker }, token)
  const { version } = await stateOf(question.uuid)

  const refused = await restored(lostSince)

  expect(refused).toMatchObject({
    code: 1,
    said: expect.stringMatching(/A question of bank changed at .* Restore to that time/),
  })
  expect((await stateOf(question.uuid)).version).toBe(version)
})

test('a token and a sign-in that ended after the backup end again', async () => {
  const ended = await obtainToken()
  const works = async () => (await w.api('GET', '/v1/questions', { token: ended })).status
  const jti = JSON.parse(Buffer.from(ended.split('.')[1] ?? '', 'base64url').toString()).jti
  const { rows: families } = await w.db.system.query(
    `insert into token_families (id, company_id, user_id, client_id, scopes, expires_at, ended_at)
     select gen_random_uuid(), company_id, id, 'askline-desk', '{}', clock_timestamp() + interval '1 day', clock_timestamp()
     from users where company_id = $1 and role = 'agent' limit 1 returning id`,
    [w.bank.companyId],
  )
  const family = families[0].id
  expect((await askline(['token', 'revoke', ended])).code).toBe(0)
  await expect.poll(works).toBe(401)
  const list = await exported('revocations')
  await w.db.system.query('delete from revocations where subject = $1', [jti])
  await w.db.system.query('update token_families set ended_at = null where id = $1', [family])

  const done = await restored(await present(), { revocations: list.said })

  expect(done).toMatchObject({ code: 0, said: expect.stringMatching(/^revoked {3}2 /m) })
  const { rows } = await w.db.system.query('select ended_at from token_families where id = $1', [family])
  expect(rows[0].ended_at).not.toBeNull()
  const { rows: kept } = await w.db.system.query('select 1 from revocations where subject = $1', [jti])
  expect(kept.length).toBe(1)
  const torn = await restored(await present(), { revocations: `${list.said}\n{"kind":` })
  expect(torn).toMatchObject({ code: 1, said: expect.stringMatching(/^line \d+: not written by revocations --export/) })
})

test('a credential that ended after the backup ends again, also one that would have worked for a while', async () => {
  const { companyId } = w.bank
  const { rows } = await w.db.system.query(`select id from users where company_id = $1 and role = 'agent' limit 1`, [
    companyId,
  ])
  const make = () => inSystem(w.db, (tx) => createCredential(tx, { companyId, userId: rows[0].id, role: 'agent' }))
  const [plain, rotated] = [await make(), await make()]
  const ids = [plain.clientId, rotated.clientId]
  for (const id of ids) await inSystem(w.db, (tx) => revokeCredential(tx, id))
  const list = await exported('revocations')
  await w.db.system.query('delete from revocations where subject = any($1)', [ids])
  await w.db.system.query(
    `update credentials set revoked_at = case when client_id = $2 then clock_timestamp() + interval '1 day' end
      where client_id = any($1)`,
    [ids, rotated.clientId],
  )

  expect((await restored(await present(), { revocations: list.said })).code).toBe(0)

  const { rows: left } = await w.db.system.query(
    'select 1 from credentials where client_id = any($1) and (revoked_at is null or revoked_at > clock_timestamp())',
    [ids],
  )
  expect(left).toEqual([])
  expect(await restored(await present(), { revocations: list.said })).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^revoked {3}0 /m),
  })
})

test('a secret that a list ends twice ends at the earlier time', async () => {
  const { companyId } = w.bank
  const { rows } = await w.db.system.query(`select id from users where company_id = $1 and role = 'agent' limit 1`, [
    companyId,
  ])
  const made = await inSystem(w.db, (tx) => createCredential(tx, { companyId, userId: rows[0].id, role: 'agent' }))
  const [early, late] = [await present(), new Date(Date.now() + 86_400_000)]
  const endsAt = (at: Date) =>
    JSON.stringify({
      kind: 'secret',
      subject: made.clientId,
      revokedAt: at.toISOString(),
      expiresAt: '2999-01-01T00:00:00Z',
    })
  const [head = '', ...entries] = (await exported('revocations')).said.split('\n')
  const lines = [endsAt(late), endsAt(early), endsAt(late)]
  const longer = JSON.stringify({ ...JSON.parse(head), entries: entries.length + lines.length })

  expect((await restored(await present(), { revocations: [longer, ...entries, ...lines].join('\n') })).code).toBe(0)

  const { rows: left } = await w.db.system.query('select revoked_at as at from credentials where client_id = $1', [
    made.clientId,
  ])
  expect(left).toEqual([{ at: early }])
})

test('a credential whose scopes were reduced works after the restore, and its earlier tokens are refused', async () => {
  const { companyId } = w.bank
  const { clientId } = w.bank.client
  const { rows } = await w.db.system.query('select integration_id as id from credentials where client_id = $1', [
    clientId,
  ])
  const scopes = grantable.integration.filter((scope) => scope !== 'privacy')
  await inSystem(w.db, (tx) =>
    changeCredential(
      tx,
      companyId,
      rows[0].id,
      { clientId, scopes },
      { creatorScopes: grantable.admin, most: { readsPerMinute: 1, writesPerMinute: 1 } },
    ),
  )
  const list = await exported('revocations')
  await w.db.system.query('delete from revocations where subject = $1', [clientId])

  expect((await restored(await present(), { revocations: list.said })).code).toBe(0)

  const { rows: kept } = await w.db.system.query(
    `select 1 from revocations where kind = 'credential' and subject = $1`,
    [clientId],
  )
  expect(kept).toHaveLength(1)
  expect((await w.api('GET', '/v1/questions', { token: await obtainToken() })).status).toBe(200)
})

test('a lost list must be named as lost', async () => {
  const since = ['--lost-since', (await present()).toISOString()]
  const list = await fileOf((await exported('forget')).said)
  const withFiles = (forgotten: string, revocations: string) =>
    askline(['restored', ...since, '--forgotten', forgotten, '--revocations', revocations])

  expect(await withFiles(list, await fileOf(''))).toMatchObject({
    code: 1,
    said: expect.stringContaining(' is empty,'),
  })
  expect(await askline(['restored', ...since, '--forgotten', list])).toMatchObject({
    code: 2,
    said: expect.stringContaining('--revocations is missing. If that list is lost, add --list-is-lost.'),
  })
  expect(await askline(['restored', ...since, '--forgotten', list, '--list-is-lost'])).toMatchObject({
    code: 0,
    said: expect.stringMatching(/; revocations: lost$(.|\n)*under "An outside list is lost"/m),
  })
})

test('a list of another installation is refused', async () => {
  const list = (await exported('revocations')).said
  const other = list.replace(/"installation":"[^"]+"/, '"installation":"other"')

  expect(await restored(await present(), { revocations: other })).toMatchObject({
    code: 1,
    said: expect.stringContaining('is the list of the installation other, and this database is of '),
  })
})

test('another SECRETS_KEY than that of the backup is refused', async () => {
  const other = buildSecretBox(Buffer.alloc(32, 1).toString('base64'))
  expect(await restored(await present(), {}, other)).toMatchObject({
    code: 1,
    said: expect.stringContaining('SECRETS_KEY does not open the signing keys of this backup'),
  })
})

// Through a pooler this test and the command would share one connection, with one name.
test.skipIf(w.db.pooler)('running services are refused', async () => {
  const applicationName = 'askline-notifier'
  const service = openDatabase(w.db.url, { maxConnections: 1, applicationName })
  onTestFinished(async () => {
    await service.close()
    // Postgres lists a connection for a moment after its end, and the next command would be refused too.
    await expect
      .poll(() => w.db.system.query('select from pg_stat_activity where application_name = $1', [applicationName]))
      .toMatchObject({ rowCount: 0 })
  })
  await service.app.query('select 1')
  expect(await restored(await present())).toMatchObject({
    code: 1,
    said: 'Stop the services first: askline-notifier.',
  })
})

test('the time may be written as the log of Postgres writes it', async () => {
  const { rows } = await w.db.system.query(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as logged`,
  )

  expect(await restored(rows[0].logged)).toMatchObject({ code: 0 })
})

test.each([
  ['2026-05-04T09:30', /must be a time with its offset/],
  ['yesterday', /must be a time with its offset/],
  ['2999-01-01T00:00:00Z', /is in the future/],
])('the time %s is refused', async (given, sentence) => {
  expect(await restored(given)).toMatchObject({ code: 2, said: expect.stringMatching(sentence) })
})

test('emptying the queues removes their keys and no other key', async () => {
  const { url, prefix } = testRedis()
  const redis = new Redis(url)
  onTestFinished(() => redis.disconnect())
  await redis.mset({ [`{${prefix}}:routing:1`]: 'a', [`{${prefix}}:sockets`]: 'b', [`${prefix}-other`]: 'c' })

  expect(await emptyQueues({ redisUrl: url, prefix: `{${prefix}}` })).toBe(2)

  expect(await redis.get(`${prefix}-other`)).toBe('c')
  await expect(emptyQueues({ redisUrl: 'redis://127.0.0.1:1', prefix })).rejects.toThrow(
    /ECONNREFUSED.* Check REDIS_URL/,
  )
})
