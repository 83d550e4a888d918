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

const slow = statement({
  name: 'test-slow',
  row: { isOver: types.boolean },
  text: `select pg_sleep(2) is not null as "isOver"`,
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
  const [company, rival] = [await stage.found({ experts: 1 }), await stage.found({ experts: 1 })]
  const [api = ''] = stage.apiUrls
  const callAs = async (client: Client, email?: string) => openCaller([api], await fetchToken(api, client, email))
  const [edda, rivalsEdda] = [await callAs(company.edda), await callAs(rival.edda)]
  const bruno = await callAs(company.experts[0] ?? company.edda)
  const ada = await callAs(company.integration, 'ada@example.com')
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
  const openBoth = (url = stage.databaseUrl, maxConnections = 2) => {
    const db = openDatabase(url, { replicaUrl: address.href, maxConnections })
    onTestFinished(() => db.close())
    return db
  }
  const addCategory = async (name: string) => expect((await edda.post('/admin/categories', { name })).status).toBe(201)

  test('a standby that is not there yet keeps no API from starting, and the primary answers reports', async () => {
    expect(await serverOf(audit)).toBe('primary')

    expect((await health('ready')).status).toBe(200)
    expect(await fault()).toContain('ECONNREFUSED')
  })

  test('a standby answers reports, and nothing else', async () => {
    standby = await startStandby(tools, primary, port)
    const { uuid, lastUpdated } = (await ada.post<QuestionView>('/questions', { text: 'Where is my card?' })).data
    const expert = company.experts[0]?.userId
    await isUsed()

    for (const path of [
      '/admin/questions',
      '/admin/questions?text=card',
      '/admin/audit',
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
      ...[
        'live',
        'invariants',
        'promises',
        'company',
        'categories',
        'knowledge',
        'experts',
        'staff',
        'users',
        'models',
        'training',
        'clock',
      ].map((name) => [edda, `/admin/${name}`] as const),
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

  test('a standby shows no row of another company', async () => {
    await addCategory('Cards')
    await rivalsEdda.post('/admin/categories', { name: 'Cards' })
    await isUsed()

    const [found] = await readReport(openBoth(), company.companyId, (tx) => tx.query(seen, []))
    expect(found).toEqual({ isStandby: true, companies: [company.companyId] })
  })

  test('a standby is not used while row-level security is not in force there', async () => {
    await stage.sql('alter table audit_log no force row level security')
    await expect.poll(() => serverOf(audit)).toBe('primary')
    expect(await fault()).toBe(
      "Row-level security is off for audit_log. Run as the owner: select fence_table('audit_log')",
    )

    await stage.sql('alter table audit_log force row level security')
    await isUsed()
  })

  test('a standby shows a state of at most ten seconds ago, while every other read sees the newest', async () => {
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

  test('a standby that lost its primary is not used, although it has replayed all that it received', async () => {
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

  test('a standby that cancels a statement to replay a change costs no report', async () => {
    await onStandby(`alter system set max_standby_streaming_delay = 0`)
    await onStandby('select pg_reload_conf()')
    const servers: boolean[] = []
    const errors: unknown[] = []

    const found = await readReport(openBoth(), company.companyId, async (tx) => {
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
    expect(found).toEqual({ isStandby: false, companies: [company.companyId] })
  })

  test('a standby that is killed or frozen costs no report, and is used again when it is back', async () => {
    expect((await measure()).lag).toBeGreaterThanOrEqual(0)
    await standby?.kill('SIGKILL')
    for (let n = 0; n < 5; n++) expect(await serverOf(audit)).toBe('primary')
    expect((await measure()).lag).toBeNaN()
    expect((await health('ready')).status).toBe(200)
    await standby?.start()
    await isUsed()

    standby?.freeze()
    expect(await serverOf(audit)).toBe('primary')
    const began = performance.now()
    for (let n = 0; n < 5; n++) expect(await serverOf(audit)).toBe('primary')
    standby?.thaw()

    // If each of them waited for the standby, they would take 4 s.
    expect(performance.now() - began).toBeLessThan(3_500)
    await isUsed()
  })

  test('a standby that is frozen does not delay the answer that the API is ready', async () => {
    standby?.freeze()
    const began = performance.now()
    const { status } = await health('ready')
    const ms = performance.now() - began
    const { lag } = await measure()
    standby?.thaw()

    expect(status).toBe(200)
    // The time that HAProxy waits.
    expect(ms).toBeLessThan(1_000)
    // If the standby had been asked, its lag would be unknown.
    expect(lag).toBeGreaterThanOrEqual(0)
    await isUsed()
  })

  test('a standby that answers too late stays paused, and reads no more', async () => {
    const db = openBoth()
    await readReport(db, company.companyId, (tx) => tx.query(seen, []))
    standby?.freeze()
    const servers: unknown[] = []
    await readReport(db, company.companyId, async (tx) => servers.push(...(await tx.query(seen, []))))
    standby?.thaw()
    await expect.poll(() => db.replica?.db.app.idleCount, { timeout: 2_500 }).toBe(1)

    expect(servers).toEqual([expect.objectContaining({ isStandby: false })])
    expect(db.replica?.fault).toBe('The replica does not answer in time.')
    expect(db.replica?.pausedUntil).toBeGreaterThan(performance.now())
    await isUsed()
  })

  test('a standby is not paused by a report that takes too long, which the primary answers', async () => {
    const db = openBoth()
    const began = performance.now()
    const [found] = await readReport(db, company.companyId, async (tx) => {
      const [row] = await tx.query(seen, [])
      // Each of the two statements may take so long, but the report may not.
      for (const _ of row?.isStandby ? [1, 2] : []) await tx.query(slow, [])
      return [row]
    })

    expect(found?.isStandby).toBe(false)
    expect(performance.now() - began).toBeLessThan(3_900)
    expect(db.replica).toMatchObject({ fault: undefined, pausedUntil: 0 })
  })

  test('a standby is not paused if no connection to it is free', async () => {
    const db = openBoth(stage.databaseUrl, 1)
    const servers: (boolean | undefined)[] = []
    const isOnStandby = () =>
      readReport(db, company.companyId, async (tx) => {
        const [row] = await tx.query(seen, [])
        return row?.isStandby
      })
    await readReport(db, company.companyId, async (tx) => {
      await tx.query(seen, [])
      servers.push(await isOnStandby())
    })
    expect(servers).toEqual([false])
    expect(db.replica).toMatchObject({ fault: undefined, pausedUntil: 0 })
    expect(await isOnStandby()).toBe(true)
  })

  test('a standby is not paused if the primary fails', async () => {
    const gone = new URL(stage.databaseUrl)
    gone.port = String(await findFreePort())
    const db = openBoth(gone.href)

    await expect(readReport(db, company.companyId, (tx) => tx.query(seen, []))).rejects.toThrow('ECONNREFUSED')
    expect(db.replica).toMatchObject({ fault: undefined, pausedUntil: 0 })
  })

  test('a standby that was promoted is not used, and neither is a standby of the history before', async () => {
    const otherPort = await findFreePort()
    const left = await startStandby(tools, primary, otherPort)
    onTestFinished(() => left.stop())
    const leftUrl = new URL(address)
    leftUrl.port = String(otherPort)
    await onStandby('select pg_promote()')

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
