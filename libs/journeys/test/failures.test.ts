import { afterAll, describe, expect, test, vi } from 'vitest'
import { type Asked, fetchToken, findFaults, killAndAwait, openCaller, raiseStage, startAsking } from '../src/index.ts'

const stage = await raiseStage({ apis: 2, workers: 2 })
afterAll(() => stage.stop())
const soon = { name: 'Soon', times: { expiryMs: 6_000 } }
const house = await stage.found({ other: soon })
const token = await fetchToken(stage.apiUrls[0] ?? '', house.integration, 'ada@example.com')
const load = (clients: number, perSecond: number, body: object = {}) =>
  startAsking({ urls: stage.apiUrls, token, clients, perSecond, body })

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000))
const refused = ({ attempts }: Asked) => attempts.filter(({ status }) => status !== 201)

const unrouted = () => stage.sql(`select id from questions where turn = 'experts' and wave = 0 and num_responses = 0`)

describe('F1: an API killed with -9 under load', () => {
  test('loses nothing it acknowledged, does nothing twice, and errs only while it is away', async () => {
    const asking = load(20, 80)
    const away: [from: number, to: number][] = []
    for (const victim of [...stage.apis, ...stage.apis.slice(0, 1)]) {
      await seconds(0.5)
      const from = performance.now()
      await killAndAwait(victim)
      away.push([from, performance.now() + 100])
    }
    const asked = await asking.stop()

    const errors = refused(asked)
    expect(asked.ledger.filter(({ status }) => status !== 201)).toEqual([])
    expect(errors.filter(({ at }) => !away.some(([from, to]) => at >= from && at <= to))).toEqual([])
    expect(errors.length).toBeGreaterThan(0)
    expect(await findFaults(stage, asked.ledger)).toEqual([])
  })
})

describe('F3: a worker killed with -9 in the middle of its jobs', () => {
  test('leaves each job to be done again, once in effect, within 18 s of the ask', async () => {
    const caller = openCaller(stage.apiUrls, token)
    const uuids: string[] = []
    for (const victim of stage.workers) {
      const release = await holdOffers()
      const asks = Array.from({ length: 30 }, () => caller.post<{ uuid: string }>('/questions', { text: 'My card?' }))
      for (const { data } of await Promise.all(asks)) uuids.push(data.uuid)
      await vi.waitFor(async () => {
        const stuck = await stage.sql(`select 1 from pg_stat_activity where application_name = 'askline-routing-worker'
          and wait_event_type = 'Lock'`)
        expect(stuck.length).toBeGreaterThan(0)
      })
      const isBack = killAndAwait(victim)
      await release()
      await isBack
    }
    await vi.waitFor(async () => expect(await unrouted()).toEqual([]), { timeout: 30_000, interval: 100 })

    const rows = await stage.sql<{ offered: number; late: number; offers: number }>(
      `select count(e.seq)::int as offered, max(extract(epoch from e.at - q.created_at))::float8 as late,
         (select count(*)::int from offers o where o.question_id = q.id) as offers
       from questions q join question_events e on e.question_id = q.id and e.type = 'QUESTION_OFFERED'
       where q.id = any($1::uuid[]) group by q.id`,
      [uuids],
    )
    expect(rows).toHaveLength(uuids.length)
    expect(rows.filter(({ offered, offers }) => offered !== 1 || offers !== 3)).toEqual([])
    expect(Math.max(...rows.map(({ late }) => late))).toBeLessThan(18)
    expect(await findFaults(stage)).toEqual([])
  })

  /** Workers get stuck in the middle of offering until it is let go. */
  async function holdOffers(): Promise<() => Promise<void>> {
    const holder = await stage.connect()
    await holder.query('begin')
    await holder.query('lock table offers in exclusive mode')
    return async () => {
      await holder.query('rollback')
      await holder.end()
    }
  }
})

describe.skipIf(!stage.redis.isReal)('F6: Redis killed and wiped while 200 deadlines are pending', () => {
  test('meets every deadline once, none early, none 5 s late, and takes every question meanwhile', async () => {
    const deadlines = load(10, 70, { questionCategory: soon.name })
    await vi.waitFor(() => expect(deadlines.asked.ledger.length).toBeGreaterThanOrEqual(200), { timeout: 15_000 })
    const expiring = await deadlines.stop()
    const others = load(4, 20)

    await stage.redis.kill('SIGKILL')
    await seconds(1)
    await stage.redis.wipe()
    await seconds(1)
    const asked = await others.stop()

    const wanted = expiring.ledger.map(({ key }) => key)
    await vi.waitFor(async () => expect(await expiredAmong(wanted)).toHaveLength(wanted.length), { timeout: 15_000 })
    const expired = await expiredAmong(wanted)
    expect(expired.filter(({ times }) => times !== 1)).toEqual([])
    expect(Math.min(...expired.map(({ late }) => late))).toBeGreaterThanOrEqual(0)
    expect(Math.max(...expired.map(({ late }) => late))).toBeLessThan(5)
    expect([...refused(expiring), ...refused(asked)]).toEqual([])
    await vi.waitFor(async () => expect(await unrouted()).toEqual([]), { timeout: 25_000, interval: 100 })
    expect(await findFaults(stage, [...expiring.ledger, ...asked.ledger])).toEqual([])
  })

  const expiredAmong = (keys: string[]) =>
    stage.sql<{ times: number; late: number }>(
      `select count(*)::int as times, max(extract(epoch from e.at - q.expires_at))::float8 as late
       from questions q join question_events e on e.question_id = q.id and e.type = 'QUESTION_EXPIRED'
       where q.metadata ->> 'key' = any($1) group by q.id`,
      [keys],
    )
})

describe('F11: Postgres restarted at once under load', () => {
  test('ends no process, is told with 503 at most, and is over within 5 s', async () => {
    const services = [...stage.apis, ...stage.workers, ...stage.notifiers]
    const pids = services.map((service) => service.pid())
    const asking = load(20, 60)
    const recoveries: number[] = []
    for (let round = 0; round < 2; round++) {
      await seconds(1)
      await stage.postgres.restart()
      const backAt = performance.now()
      const answered = () => asking.asked.attempts.filter(({ at, status }) => at > backAt && status === 201)
      await vi.waitFor(() => expect(answered().length).toBeGreaterThan(20), { timeout: 15_000 })
      const lastError = Math.max(backAt, ...refused(asking.asked).map(({ at }) => at))
      recoveries.push(lastError - backAt)
    }
    await seconds(1)
    const asked = await asking.stop()

    expect(services.map((service) => service.pid())).toEqual(pids)
    expect(asked.ledger.filter(({ status }) => status !== 201)).toEqual([])
    expect(new Set(refused(asked).map(({ status }) => status))).toEqual(new Set([503]))
    expect(Math.max(...recoveries)).toBeLessThan(5_000)
    await Promise.all(services.map((service) => service.ready(5_000)))
    expect(await findFaults(stage, asked.ledger)).toEqual([])
  })
})
