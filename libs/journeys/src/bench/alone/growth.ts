import { migrateDatabase } from '@askline/db'
import { cursorOf } from '@askline/domain/format/page'
import { createDatabase } from '../../stage/stage.ts'
import { type CountedRun, countingRuns } from '../counted-run.ts'
import { sumOfProcesses } from '../cpu-time.ts'
import { ms, spread, summarise, whole } from '../figures.ts'
import type { NamedRequest, Senders } from '../load/orders.ts'
import { type Ours, startOurs } from '../ours.ts'
import { findPostgresPid } from '../postgres-pid.ts'
import { askQuestions } from '../prepare.ts'
import { drained } from '../workloads.ts'
import { findGrown, growRows } from './grown-rows.ts'
import type { Measurement, Setting } from './measurement.ts'
import { changedPlans, explainStatements, keepPlans, largeTables, scansOf } from './plans.ts'

/** The number of past questions with which `grown` is compared. */
const small = 10_000
const connections = 4
const requestsPerOperation = 400
/** More questions than a page has. */
const pageOfSmallCompany = 100
/** Share of accesses that concern the newest tenth of the questions. */
const recentShare = 0.9
/** Largest p99 at full size, as a multiple of that at 10,000 questions. */
const mostGrowth = 1.3

/** The services on one database, and a company that has half of its `size` past questions. */
export type GrownSide = { ours: Ours; senders: Senders; size: number }
/** p50 and p99 in ms, and CPU time in µs. */
type Figures = { p50: number; p99: number; services: number; postgres: number }
type Pair = { few: Figures; many: Figures }

/**
 * Measures each read, the ask and its route with 10,000 past questions and with `grown` of them, in alternation on one Postgres.
 * Each side has its own database and services. 90 % of accesses concern the newest tenth. Checks the plans of all statements.
 */
export async function measureGrowth(setting: Setting): Promise<Measurement> {
  const { ours, grown, databaseUrl, redisUrl, say } = setting
  const kept = await keepPlans(databaseUrl)
  const smallUrl = await createDatabase(databaseUrl, `askline_small_${process.pid}`)
  await migrateDatabase(smallUrl)
  const beside = await startOurs({ databaseUrl: smallUrl, redisUrl: `${redisUrl}/1` }, undefined)
  try {
    // The small company of `ours` has questions from the preparation of the workloads, and so lists full pages.
    await askQuestions(beside, pageOfSmallCompany)
    const few = await grow(beside, small, say)
    const many = await grow(ours, grown, say)
    const { pairs, failed } = await measurePairs(few, many, setting)
    const large = await largeTables(ours, small)
    const now = await explainStatements(databaseUrl, 'service')
    const scans = scansOf(now, large)
    const allowed = scansOf(await explainStatements(databaseUrl, 'plain'), large)
    const stale = changedPlans(await kept.explain(), now)
    for (const line of scans) say(`growth: reads a whole table: ${line}`)
    for (const line of allowed) say(`growth: would read a whole table: ${line}`)
    for (const line of stale) say(`growth: depends on the time of its preparation: ${line}`)
    return summaryOf(grown, pairs, [
      { what: 'requests that failed, and questions that were not routed', count: failed },
      { what: 'statements that read a whole large table', count: scans.length },
      { what: 'statements that would read one if Postgres were allowed to', count: allowed.length },
      { what: 'statements whose plan depends on when they were prepared', count: stale.length },
    ])
  } finally {
    await kept.end()
    await beside.stop()
  }
}

async function grow(ours: Ours, size: number, say: (line: string) => void): Promise<GrownSide> {
  const [large, other] = [await ours.found(), await ours.found()]
  await growRows(ours, [large.companyId, other.companyId], { from: 1, to: size, say })
  return { ours, senders: large.senders, size }
}

/** Measures all operations on both sides in turn, and prints each with its ratios. */
async function measurePairs(
  few: GrownSide,
  many: GrownSide,
  { load, share, pairs: count, say }: Pick<Setting, 'load' | 'share' | 'pairs' | 'say'>,
): Promise<{ pairs: Record<string, Pair[]>; failed: number }> {
  const run = countingRuns(load, await findPostgresPid(many.ours))
  const perOperation = Math.round(requestsPerOperation * share)
  let failed = 0
  const readsOf = async (side: GrownSide) => new Map(Object.entries(await requestsFor(side, perOperation)))
  const sides = [
    { side: few, reads: await readsOf(few) },
    { side: many, reads: await readsOf(many) },
  ] as const
  const readBy = async ({ side, reads }: (typeof sides)[number], operation: string): Promise<Figures> => {
    const { target } = side.ours
    const requests = reads.get(operation) ?? []
    const measured = await run(side.ours, { kind: 'requests', target, connections, requests })
    for (const [request, refused] of Object.entries(measured.failures))
      say(`growth: ${whole(refused)} requests were refused: ${request}`)
    failed += measured.errors
    return figuresOf(measured)
  }
  const askBy = async ({ side }: (typeof sides)[number]): Promise<{ ask: Figures; route: Figures }> => {
    const { ours, senders } = side
    const since = await ours.now()
    const order = { kind: 'steady', target: ours.target, senders, seconds: 4 * share, perSecond: 50 } as const
    const asks = await run(ours, order, () => drained(ours, since))
    const { unrouted, ...latencies } = await routeLatencies(ours, since)
    failed += asks.errors + unrouted
    if (unrouted > 0) say(`growth: ${whole(unrouted)} questions of ${whole(side.size)} past ones were not routed`)
    // The CPU time of an ask includes its routing.
    const ask = figuresOf(asks)
    return { ask, route: { ...ask, ...latencies } }
  }
  const pairs: Record<string, Pair[]> = {}
  // The first pass is not counted: it fills caches.
  for (let n = 0; n <= count; n++) {
    const [first, second] = n % 2 === 0 ? sides : ([sides[1], sides[0]] as const)
    const note = (operation: string, a: Figures, b: Figures) => {
      if (n === 0) return
      pairs[operation] ??= []
      pairs[operation].push(n % 2 === 0 ? { few: a, many: b } : { few: b, many: a })
    }
    for (const operation of sides[0].reads.keys())
      note(operation, await readBy(first, operation), await readBy(second, operation))
    const [a, b] = [await askBy(first), await askBy(second)]
    note('ask', a.ask, b.ask)
    note('route', a.route, b.route)
  }
  for (const [operation, measured] of Object.entries(pairs)) say(`growth: ${lineOf(operation, measured)}`)
  return { pairs, failed }
}

const figuresOf = ({ p50, p99, cpuMicros }: CountedRun): Figures => ({
  p50,
  p99,
  services: sumOfProcesses(cpuMicros),
  postgres: cpuMicros['postgres'] ?? Number.NaN,
})

const of = (pairs: readonly Pair[], what: keyof Figures) => ({
  few: summarise(pairs.map(({ few }) => few[what])).median,
  many: summarise(pairs.map(({ many }) => many[what])).median,
  ratio: summarise(pairs.map(({ few, many }) => many[what] / few[what])),
})

function lineOf(operation: string, pairs: readonly Pair[]): string {
  const [p50, p99, services, postgres] = [
    of(pairs, 'p50'),
    of(pairs, 'p99'),
    of(pairs, 'services'),
    of(pairs, 'postgres'),
  ]
  const cpu = ({ few, many, ratio }: ReturnType<typeof of>) => `${whole(few)} and ${whole(many)} µs, ${spread(ratio)} ×`
  return (
    `${operation}: p50 ${ms(p50.few)} and ${ms(p50.many)}, p99 ${ms(p99.few)} and ${ms(p99.many)}, ${spread(p99.ratio)} ×; ` +
    `CPU of the services ${cpu(services)}, of Postgres ${cpu(postgres)}`
  )
}

function summaryOf(
  grown: number,
  pairs: Record<string, Pair[]>,
  counts: readonly { what: string; count: number }[],
): Measurement {
  const figures: Measurement['figures'] = { grown }
  const verdicts: Measurement['verdicts'] = []
  for (const [operation, measured] of Object.entries(pairs)) {
    for (const what of ['p50', 'p99', 'services', 'postgres'] as const) {
      const { few, many, ratio } = of(measured, what)
      const unit = what === 'p50' || what === 'p99' ? `${what}, ms` : `CPU of ${what}, µs`
      figures[`${operation} at ${small}, ${unit}`] = few
      figures[`${operation} at ${grown}, ${unit}`] = many
      figures[`${operation}, ratio of ${unit}`] = ratio.median
    }
    const { ratio, many } = of(measured, 'p99')
    verdicts.push({
      what: `${operation}, p99 at ${whole(grown)} of that at ${whole(small)}`,
      wanted: `≤ ${mostGrowth}`,
      got: `${spread(ratio)}, ${ms(many)}; CPU of Postgres ${spread(of(measured, 'postgres').ratio)}`,
      isMet: ratio.median <= mostGrowth,
    })
  }
  for (const { what, count } of counts) {
    figures[what] = count
    verdicts.push({ what, wanted: '0', got: String(count), isMet: count === 0 })
  }
  return { figures, verdicts }
}

/** Returns `count` requests of each operation. Each is sent alone, so that none waits for a slower one. */
async function requestsFor({ ours, senders, size }: GrownSide, count: number): Promise<Record<string, NamedRequest[]>> {
  const token = senders.integrationToken ?? ''
  const places = Array.from({ length: count }, () => {
    const reach = Math.random() < recentShare ? size / 10 : size
    return 2 * Math.ceil((Math.random() * reach) / 2)
  })
  const found = await findGrown(ours, places)
  const [oldest] = await findGrown(ours, [size - 200])
  const deep = cursorOf(oldest?.uuid ?? '')
  const lately = new Date((await ours.now()).getTime() - 60_000).toISOString()
  const asker = (n: number) => senders.askers[n % senders.askers.length]?.token ?? ''
  const expert = (n: number) => senders.experts[n % senders.experts.length]?.token ?? ''
  const admin = senders.adminToken ?? ''
  const paths: Record<string, (question: (typeof found)[number], n: number) => [token: string, path: string]> = {
    poll: ({ uuid, updatedAt }) => [token, `/questions/${uuid}?lastChecked=${updatedAt.toISOString()}`],
    get: ({ uuid }) => [token, `/questions/${uuid}`],
    'inbox, offered': (_, n) => [expert(n), '/experts/me/questions'],
    'inbox, answered': (_, n) => [expert(n), '/experts/me/questions?view=answered'],
    'list of an asker': (_, n) => [asker(n), '/questions'],
    'list of an asker, deep': (_, n) => [asker(n), `/questions?cursor=${deep}`],
    'list of the company': () => [token, '/questions'],
    'list of the company, deep': () => [token, `/questions?cursor=${deep}`],
    'list of the company, lastChecked': () => [token, `/questions?lastChecked=${lately}`],
    'list by external id': ({ n }) => [token, `/questions?externalId.id=grown-${n}&externalId.system=shop`],
    'list of a small company': () => [ours.senders.integrationToken ?? '', '/questions'],
    'messages of a question': ({ uuid }) => [token, `/messages?questionUuid=${uuid}`],
    'messages by external id': ({ n }) => [token, `/messages?externalId.id=grown-${n}&externalId.system=shop`],
    'queue of agents': () => [admin, '/agents/questions'],
    'search, first page': () => [admin, '/admin/questions'],
    'search, words': () => [admin, '/admin/questions?text=transfer'],
    'live picture': () => [admin, '/admin/live'],
  }
  return Object.fromEntries(
    Object.entries(paths).map(([operation, requestOf]) => [
      operation,
      found.map((question, n): NamedRequest => {
        const [by, path] = requestOf(question, n)
        return { operation, path, token: by }
      }),
    ]),
  )
}

async function routeLatencies({ sql }: Ours, since: Date): Promise<{ p50: number; p99: number; unrouted: number }> {
  const [row] = await sql<{ p50: number; p99: number; unrouted: number }>(
    `select percentile_disc(0.5) within group (order by ms) as p50, percentile_disc(0.99) within group (order by ms) as p99,
       (count(*) filter (where ms is null))::int as unrouted
     from (select extract(epoch from first_offered_at - created_at)::float8 * 1000 as ms from questions where created_at >= $1) r`,
    [since],
  )
  return row ?? { p50: Number.NaN, p99: Number.NaN, unrouted: 0 }
}
