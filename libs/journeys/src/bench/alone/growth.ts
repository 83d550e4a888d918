import { cursorOf } from '@askline/domain/views/page'
import type { NamedRequest, Senders } from '../load/orders.ts'
import type { Ours } from '../ours.ts'
import { drained } from '../workloads.ts'
import { findGrown, growRows } from './grown-rows.ts'
import { type Measurement, ms, type Setting, whole } from './measurement.ts'
import { explainStatements, type Plan } from './plans.ts'

/** The number of past questions with which `grown` is compared. */
const small = 10_000
const connections = 4
const requestsPerOperation = 400
/** Share of accesses that concern the newest tenth of the questions. */
const recentShare = 0.9
/** Largest p99 at full size, as a multiple of that at 10,000 questions. */
const mostGrowth = 1.3

type Latencies = Record<string, { p50: number; p99: number }>
type Grown = { companyId: string; senders: Senders }

/**
 * Measures each read, the ask and its route in a company with half of 10,000 past questions, and again after the database grew to
 * `grown` of them. 90 % of accesses concern the newest tenth. Reports statements that would read a whole large table.
 */
export async function measureGrowth({ ours, load, share, grown, databaseUrl, say }: Setting): Promise<Measurement> {
  const [large, other] = [await ours.found(), await ours.found()]
  const before = await explainStatements(databaseUrl, 'service')
  let failed = 0
  const measureAt = async (size: number, from: number): Promise<Latencies> => {
    await growRows(ours, [large.companyId, other.companyId], { from, to: size, say })
    const { target } = ours
    const requests = await requestsFor(ours, large, size, Math.round(requestsPerOperation * share))
    // The first pass is not counted: it fills caches.
    await load.run({ kind: 'requests', target, connections, requests })
    const {
      operations = {},
      refused = {},
      errors,
    } = await load.run({ kind: 'requests', target, connections, requests })
    for (const [request, count] of Object.entries(refused))
      say(`growth: ${whole(count)} requests were refused: ${request}`)
    const since = await ours.now()
    const { senders } = large
    const asks = await load.run({ kind: 'steady', target, senders, seconds: 10 * share, perSecond: 50 })
    failed += errors + asks.errors
    await drained(ours, since)
    const measured = { ...operations, ask: asks, route: await routeLatencies(ours, since) }
    for (const [operation, { p50, p99 }] of Object.entries(measured)) {
      say(`growth: ${operation} at ${whole(size)}: p50 ${ms(p50)}, p99 ${ms(p99)}`)
    }
    return measured
  }
  const first = await measureAt(small, 1)
  const last = await measureAt(grown, small + 1)
  const scans = scansOf(await explainStatements(databaseUrl, 'plain'), await largeTables(ours))
  for (const scan of scans) say(`growth: ${scan}`)
  const changed = changedPlans(before, await explainStatements(databaseUrl, 'service'))
  for (const line of changed) say(`growth: ${line}`)

  const verdicts = Object.entries(last).map(([operation, { p99 }]) => {
    const ratio = p99 / (first[operation]?.p99 ?? Number.NaN)
    return {
      what: `${operation}, p99 at ${whole(grown)} of that at ${whole(small)}`,
      wanted: `≤ ${mostGrowth}`,
      got: `${ratio.toFixed(2)} (${ms(p99)})`,
      isMet: ratio <= mostGrowth,
    }
  })
  return {
    figures: {
      grown,
      ...Object.fromEntries(
        Object.entries(first).map(([operation, { p99 }]) => [`${operation} at ${small}, p99, ms`, p99]),
      ),
      ...Object.fromEntries(
        Object.entries(last).map(([operation, { p99 }]) => [`${operation} at ${grown}, p99, ms`, p99]),
      ),
      'statements that read a whole large table': scans.length,
      'statements whose plan depends on the size': changed.length,
    },
    verdicts: [
      ...verdicts,
      { what: 'requests that failed', wanted: '0', got: String(failed), isMet: failed === 0 },
      {
        what: 'statements that read a whole large table',
        wanted: '0',
        got: String(scans.length),
        isMet: scans.length === 0,
      },
    ],
  }
}

/** Returns `count` requests of each operation, one operation after the other, so that none waits for a slower one. */
async function requestsFor(ours: Ours, { senders }: Grown, size: number, count: number): Promise<NamedRequest[]> {
  const token = senders.integrationToken ?? ''
  const places = Array.from({ length: count }, () => {
    const reach = Math.random() < recentShare ? size / 10 : size
    return 2 * Math.ceil((Math.random() * reach) / 2)
  })
  const found = await findGrown(ours, places)
  const [oldest] = await findGrown(ours, [size - 200])
  const deep = cursorOf(oldest?.uuid ?? '')
  const lately = new Date((await ours.now()).getTime() - 60_000).toISOString()
  const asker = (n: number) => senders.askers[n % senders.askers.length]
  const expert = (n: number) => senders.experts[n % senders.experts.length]?.token ?? ''
  const admin = senders.adminToken ?? ''
  const read = (operation: string, by: string, path: string): NamedRequest => ({
    operation,
    path,
    token: by,
  })
  const mixed = found.flatMap(({ uuid, updatedAt, n: place }, n): NamedRequest[] => [
    read('poll', token, `/questions/${uuid}?lastChecked=${updatedAt.toISOString()}`),
    read('get', token, `/questions/${uuid}`),
    read('inbox, offered', expert(n), '/experts/me/questions'),
    read('inbox, answered', expert(n), '/experts/me/questions?view=answered'),
    read('list of an asker', asker(n)?.token ?? '', '/questions'),
    read('list of an asker, deep', asker(n)?.token ?? '', `/questions?cursor=${deep}`),
    read('list of the company', token, '/questions'),
    read('list of the company, deep', token, `/questions?cursor=${deep}`),
    read('list of the company, lastChecked', token, `/questions?lastChecked=${lately}`),
    read('list by external id', token, `/questions?externalId.id=grown-${place}&externalId.system=shop`),
    read('list of a small company', ours.senders.integrationToken ?? '', '/questions'),
    read('queue of agents', admin, '/agents/questions'),
    read('search, first page', admin, '/admin/questions'),
    read('search, words', admin, '/admin/questions?text=transfer'),
    read('live picture', admin, '/admin/live'),
  ])
  return mixed.toSorted((a, b) => (a.operation < b.operation ? -1 : a.operation > b.operation ? 1 : 0))
}

async function routeLatencies({ sql }: Ours, since: Date) {
  const [row] = await sql<{ p50: number; p99: number }>(
    `select percentile_disc(0.5) within group (order by ms) as p50, percentile_disc(0.99) within group (order by ms) as p99
     from (select extract(epoch from first_offered_at - created_at)::float8 * 1000 as ms from questions where created_at >= $1) r`,
    [since],
  )
  return row ?? { p50: Number.NaN, p99: Number.NaN }
}

/** Tables with at least as many rows as past questions were added in the first step. */
async function largeTables({ sql }: Ours): Promise<Set<string>> {
  const rows = await sql<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1`,
    [small],
  )
  return new Set(rows.map(({ name }) => name))
}

const scansOf = (plans: readonly Plan[], large: ReadonlySet<string>): string[] =>
  plans.flatMap(({ name, reads }) =>
    reads
      .filter((read) => read.endsWith(' scan') && large.has(read.slice(0, -' scan'.length)))
      .map((read) => `${name} reads all rows of ${read.slice(0, -' scan'.length)}`),
  )

/** Statements that find their rows in another way than when they were prepared on small tables. */
function changedPlans(before: readonly Plan[], after: readonly Plan[]): string[] {
  const old = new Map(before.map(({ name, reads }) => [name, reads]))
  return after.flatMap(({ name, reads }) => {
    const was = old.get(name) ?? []
    const [gone, come] = [was.filter((read) => !reads.includes(read)), reads.filter((read) => !was.includes(read))]
    return gone.length + come.length === 0 ? [] : [`${name}: ${gone.join(', ') || '–'} → ${come.join(', ') || '–'}`]
  })
}
