import type { QuestionView } from '@askline/contracts'
import { checkReplica, openDatabase, readReport, statement, types } from '@askline/db'
import { findFreePort, findPostgresTools, ownPostgres, type PrivateServer } from '@askline/testing/servers'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Client, fetchToken, openCaller, raiseStage, startStandby } from '../src/index.ts'

const tools = findPostgresTools()
if (!tools)
  console.log('  Skipped: a standby needs pg_basebackup, which the npm package of Postgres lacks (Debian: postgresql).')

const seen = statement({
  name: 'test-seen-companies',
  row: { isStandby: types.boolean, companies: types.array(types.uuid) },
  text: `select pg_is_in_recovery() as "isStandby", coalesce(array_agg(distinct company_id), '{}') as companies from audit_log`,
})

// The tests follow each other: each finds the standby as the one before left it.
describe.skipIf(!tools)('a read replica', async () => {
  if (!tools) return
  const primary = await ownPostgres({ binaries: tools, durable: false, log: () => undefined })
  const address = new URL(primary.url)
  const port = await findFreePort()
  address.port = String(port)
  address.pathname = '/askline'
  const stage = await raiseStage({ postgres: primary, env: { DATABASE_REPLICA_URL: address.href } })
  let standby: PrivateServer | undefined
  afterAll(async () => {
    await standby?.stop()
    await stage.stop()
  })
  const [house, rival] = [await stage.found({ experts: 1 }), await stage.found({ experts: 1 })]
  const [api = ''] = stage.apiUrls
  const callAs = async (client: Client, email?: string) => openCaller([api], await fetchToken(api, client, email))
  const [edda, rivalsEdda] = [await callAs(house.edda), await callAs(rival.edda)]
  const bruno = await callAs(house.experts[0] ?? house.edda)
  const ada = await callAs(house.integration, 'ada@example.com')
  const place = stage.metrics.find(({ service }) => service === 'api')?.place

  /** The numbers of reports so far by server, and the lag, from the metrics. */
  async function measure() {
    const text = await (await fetch(`http://${place}/metrics`)).text()
    const read = (series: RegExp) =>
      Number(
        text
          .split('\n')
          .find((line) => series.test(line))
          ?.split(' ')
          .at(-1),
      )
    return {
      replica: read(/^askline_reports_total\{.*server="replica"/),
      primary: read(/^askline_reports_total\{.*server="primary"/),
      lag: read(/^askline_replica_lag_seconds/),
    }
  }
  /** The server that answered the reports of `work`, if all were answered by one; `neither` if there was none. */
  async function serverOf(work: () => Promise<unknown>) {
    const before = await measure()
    await work()
    const after = await measure()
    const [byReplica, byPrimary] = [after.replica - before.replica, after.primary - before.primary]
    if (byReplica > 0 && byPrimary > 0) return 'both'
    return byReplica > 0 ? 'replica' : byPrimary > 0 ? 'primary' : 'neither'
  }
  const audit = async (admin = edda) => {
    const { status, data } = await admin.get<{ entries: { action: string }[] }>('/admin/audit')
    expect(status).toBe(200)
    return data.entries
  }
  const isUsed = () => expect.poll(() => serverOf(audit), { timeout: 30_000, interval: 500 }).toBe('replica')
  const health = async (path: string) => {
    const response = await fetch(`http://${place}/health/${path}`)
    return { status: response.status, body: (await response.json()) as { checks?: Record<string, { fault?: string }> } }
  }
  const fault = async () => (await health('status')).body.checks?.['replica']?.fault
  const onStandby = async (text: string) => {
    const client = new pg.Client({ connectionString: address.href })
    await client.connect()
    return client.query(text).finally(() => client.end())
  }
  const openBoth = () => {
    const db = openDatabase(stage.databaseUrl, { replicaUrl: address.href, maxConnections: 2 })
    onTestFinished(() => db.close())
    return db
  }
  const addCategory = async (name: string) => expect((await edda.post('/admin/categories', { name })).status).toBe(201)

  test('that is not there yet keeps no API from starting, and the primary answers reports', async () => {
    expect(await serverOf(audit)).toBe('primary')

    expect((await health('ready')).status).toBe(200)
    expect(await fault()).toContain('ECONNREFUSED')
  })

  test('answers reports, and nothing else', async () => {
    standby = await startStandby(tools, primary, port)
    const { uuid, lastUpdated } = (await ada.post<QuestionView>('/questions', { text: 'Where is my card?' })).data
    const expert = house.experts[0]?.userId
    await isUsed()

    for (const path of [
      '/admin/questions',
      '/admin/questions?text=card',
      '/admin/audit',
      '/admin/promises',
      '/admin/invariants',
      '/admin/answers/precision',
      `/admin/experts/${expert}/record`,
    ])
      expect([path, await serverOf(async () => expect((await edda.get(path)).status).toBe(200))]).toEqual([
        path,
        'replica',
      ])
    expect(await serverOf(() => bruno.get('/experts/me/record'))).toBe('replica')

    const fresh = [
      [ada, '/questions'],
      [ada, `/questions/${uuid}`],
      [ada, `/questions/${uuid}?lastChecked=${lastUpdated}`],
      [ada, `/messages?questionUuid=${uuid}`],
      [bruno, '/experts/me'],
      [bruno, '/experts/me/questions'],
      [edda, '/me'],
      [edda, '/agents/questions'],
      [edda, `/agents/questions/${uuid}/history`],
      ...['live', 'company', 'categories', 'knowledge', 'experts', 'staff', 'users', 'models', 'training', 'clock'].map(
        (name) => [edda, `/admin/${name}`] as const,
      ),
      [edda, `/admin/questions/${uuid}/events`],
      [edda, `/admin/questions/${uuid}/routing`],
      [edda, '/admin/answers/rejected'],
      [edda, '/admin/answers/stale'],
      [edda, '/admin/dead-letters'],
      [edda, '/users/forget'],
    ] as const
    const read = async () => {
      for (const [caller, path] of fresh)
        expect([path, (await caller.get(path)).status]).toEqual([path, expect.toBeOneOf([200, 304])])
    }
    expect(await serverOf(read)).toBe('neither')
    expect(await measure()).toMatchObject({ lag: expect.any(Number) })
  })

  test('shows no row of another company', async () => {
    await addCategory('Cards')
    await rivalsEdda.post('/admin/categories', { name: 'Cards' })
    await isUsed()

    const [found] = await readReport(openBoth(), house.companyId, (tx) => tx.query(seen, []))
    expect(found).toEqual({ isStandby: true, companies: [house.companyId] })
  })

  test('is not used while row-level security is not in force there', async () => {
    await stage.sql('alter table audit_log no force row level security')
    await expect.poll(() => serverOf(audit)).toBe('primary')
    expect(await fault()).toBe(
      "Row-level security is off for audit_log. Run as the owner: select fence_table('audit_log')",
    )

    await stage.sql('alter table audit_log force row level security')
    await isUsed()
  })

  test('shows a state of at most ten seconds ago, while every other read sees the newest', async () => {
    const actions = async () => (await audit()).filter(({ action }) => action === 'category_created').length
    const before = await actions()
    await addCategory('Loans')
    await expect.poll(actions).toBe(before + 1)
    await isUsed()
    await onStandby('select pg_wal_replay_pause()')
    await addCategory('Savings')
    const pausedAt = performance.now()
    const { uuid } = (await ada.post<QuestionView>('/questions', { text: 'Is it open on Sundays?' })).data

    expect(await serverOf(async () => expect(await actions()).toBe(before + 1))).toBe('replica')
    expect((await ada.get(`/questions/${uuid}`)).status).toBe(200)
    await expect.poll(actions, { timeout: 30_000, interval: 250 }).toBe(before + 2)
    expect(performance.now() - pausedAt).toBeLessThan(15_000)
    expect(await serverOf(audit)).toBe('primary')
    expect(await fault()).toMatch(/^The replica is 1\d\.\d s behind\.$/)
    expect((await health('ready')).status).toBe(200)

    await onStandby('select pg_wal_replay_resume()')
    await isUsed()
  })

  test('that lost its primary is not used, although it has replayed all that it received', async () => {
    const [way] = (await onStandby('show primary_conninfo')).rows as { primary_conninfo: string }[]
    await onStandby(`alter system set primary_conninfo = ''`)
    await onStandby('select pg_reload_conf()')
    await addCategory('Mortgages')
    const { rows } = await onStandby('select pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() as "hasAll"')
    expect(rows).toEqual([{ hasAll: true }])

    await expect.poll(() => serverOf(audit), { timeout: 30_000 }).toBe('primary')
    expect(await fault()).toMatch(/behind/)

    await onStandby(`alter system set primary_conninfo = ${pg.escapeLiteral(way?.primary_conninfo ?? '')}`)
    await onStandby('select pg_reload_conf()')
    await isUsed()
  })

  test('that cancels a statement to replay a change costs no report', async () => {
    await onStandby(`alter system set max_standby_streaming_delay = 0`)
    await onStandby('select pg_reload_conf()')
    const servers: boolean[] = []
    const errors: unknown[] = []

    const found = await readReport(openBoth(), house.companyId, async (tx) => {
      const [row] = await tx.query(seen, [])
      servers.push(row?.isStandby === true)
      if (!row?.isStandby) return row
      await stage.sql(
        `insert into audit_log (company_id, action, outcome, actor_kind) select id, 'test', 'success', 'operator' from companies`,
      )
      await stage.sql(`delete from audit_log where action = 'test'`)
      await stage.sql('vacuum audit_log')
      await expect.poll(async () => tx.query(seen, []).catch((error) => errors.push(error)), { timeout: 2_000 }).toBe(1)
      throw errors[0]
    })

    expect(servers).toEqual([true, false])
    // The standby cancels a statement that runs, or ends a connection between two statements.
    expect(errors).toHaveLength(1)
    expect(found).toEqual({ isStandby: false, companies: [house.companyId] })
  })

  test('that is killed or frozen costs no report, and is used again when it is back', async () => {
    await standby?.kill('SIGKILL')
    for (let n = 0; n < 5; n++) expect(await serverOf(audit)).toBe('primary')
    expect((await health('ready')).status).toBe(200)
    await standby?.start()
    await isUsed()

    standby?.freeze()
    expect(await serverOf(audit)).toBe('primary')
    const began = performance.now()
    for (let n = 0; n < 5; n++) expect(await serverOf(audit)).toBe('primary')
    standby?.thaw()

    // If each of them waited for the standby, they would take 15 s.
    expect(performance.now() - began).toBeLessThan(10_000)
    await isUsed()
  })

  test('that was promoted is not used, and neither is a standby of the history before', async () => {
    const otherPort = await findFreePort()
    const left = await startStandby(tools, primary, otherPort)
    onTestFinished(() => left.stop())
    const leftUrl = new URL(address)
    leftUrl.port = String(otherPort)
    await onStandby('select pg_promote()')
    await onStandby('checkpoint')

    const names = 'DATABASE_REPLICA_URL names no standby. A promoted one has a history of its own.'
    await expect.poll(fault, { timeout: 30_000, interval: 500 }).toBe(names)
    expect(await serverOf(audit)).toBe('primary')
    expect(await faultBetween(stage.databaseUrl, leftUrl.href)).toBeUndefined()
    leftUrl.pathname = '/postgres'
    expect(await faultBetween(stage.databaseUrl, leftUrl.href)).toContain('of another database')
    leftUrl.pathname = address.pathname
    expect(await faultBetween(address.href, leftUrl.href)).toContain('of another timeline')
  })
})

/** Returns why the standby at `replicaUrl` may not answer reports of the database at `url`. */
async function faultBetween(url: string, replicaUrl: string): Promise<string | undefined> {
  const db = openDatabase(url, { replicaUrl, maxConnections: 1 })
  return checkReplica(db).finally(() => db.close())
}
