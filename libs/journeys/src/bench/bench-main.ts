import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { buildCommit } from '../drill/build-commit.ts'
import { readBenchFlags, resultsFolder } from './bench-flags.ts'
import { type Costs, cpuOf, openCosts, perOperation } from './costs.ts'
import { measureDisturbed, pacedOrder } from './disturbed.ts'
import { summarise } from './figures.ts'
import type { Run } from './load/orders.ts'
import { startLoad } from './load/process.ts'
import { raiseSide, type Side } from './side.ts'

/** `npm run bench`: measures conversations and their latencies, and compares them with another commit in alternation. */
const { against, runs, seconds, only, profile } = readBenchFlags(process.argv.slice(2))
const connections = 32
/** Most CPU time of a conversation, in ms. */
const mostCpuMs = 10
/** Most ms of each latency while conversations are paced. */
const latest: Record<string, number> = { claim: 50, 'message → socket': 50, 'ask → screen': 300 }

/** Asks a second, for how many seconds, and within how many ms 95 % of them are wanted on an expert's screen. */
const [burstAsks, burstSeconds, burstMs] = [500, 10, 2_000]

const undo: (() => unknown)[] = []
const stop = async () => {
  for (let last = undo.pop(); last; last = undo.pop()) await last()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().then(() => process.exit(130)))
const load = startLoad()
undo.push(() => load.stop())
const say = (line: string) => console.log(`  ${line}`)

try {
  const measures = (workload: string) => only === undefined || only === workload
  const sides = only === 'disturbed' ? [] : await raiseSides()
  say(`load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors before the start`)
  const results = {
    ...(measures('conversations') ? { conversations: await measureConversations(sides) } : {}),
    ...(measures('paced') ? { paced: await measurePaced(sides) } : {}),
    ...(measures('burst') ? { burst: await measureBurst(sides) } : {}),
    ...(measures('disturbed')
      ? { disturbed: await measureDisturbed(await raise('present', { copies: 2, profile }), load, seconds) }
      : {}),
  }
  mkdirSync(resultsFolder, { recursive: true })
  const at = new Date().toISOString()
  const file = join(resultsFolder, `bench-${at.replace(/[:.]/g, '-')}.json`)
  writeFileSync(
    file,
    `${JSON.stringify({ at, cpus: cpus().length, model: cpus()[0]?.model, against, results }, null, 2)}\n`,
  )
  say(`figures are in ${file}`)
} finally {
  await stop()
}
process.exit(0)

async function raise(...of: Parameters<typeof raiseSide>): Promise<Side> {
  const side = await raiseSide(...of)
  undo.push(() => side.stage.stop())
  return side
}

async function raiseSides(): Promise<Side[]> {
  const present = await raise('present', { profile })
  if (against === undefined) return [present]
  say(`building ${against}`)
  const other = await buildCommit(against)
  undo.push(() => other.remove())
  return [present, await raise(against, { root: other.tree })]
}

type Counted = Run & { costs: Costs }

async function measureConversations(sides: Side[]): Promise<Record<string, Counted[]>> {
  const order = ({ target, senders }: Side) =>
    ({ kind: 'conversations', target, senders, seconds, connections }) as const
  for (const side of sides) await load.run(order(side))
  const measured = Object.fromEntries(sides.map(({ name }): [string, Counted[]] => [name, []]))
  for (let n = 1; n <= runs; n++) {
    for (const side of sides) {
      const read = await openCosts(side)
      const before = await read()
      const run = await load.run(order(side))
      const costs = perOperation(before, await read(), run.count)
      measured[side.name]?.push({ ...run, costs })
      say(`${side.name} ${n}/${runs}: ${describe(run, costs)}`)
    }
  }
  for (const [name, all] of Object.entries(measured)) {
    const { median, min, max } = summarise(all.map(({ costs }) => cpuOf(costs)))
    const rate = summarise(all.map(({ rate }) => rate)).median
    say(
      `${name}: ${rate.toFixed(0)} conversations/s; CPU ${median.toFixed(1)} ms (${min.toFixed(1)}–${max.toFixed(1)}), wanted ≤ ${mostCpuMs} ms`,
    )
    if (max > min * 1.1) say(`  The runs differ by more than 10 % in CPU, so do not compare them.`)
  }
  const [present, other] = Object.values(measured)
  if (present && other) {
    const ratios = summarise(present.map(({ rate }, n) => rate / (other[n]?.rate ?? Number.NaN)))
    say(`${ratios.median.toFixed(2)} × the rate of ${against} (${ratios.min.toFixed(2)}–${ratios.max.toFixed(2)})`)
  }
  return measured
}

function describe({ rate, errors, latencies }: Run, costs: Costs): string {
  const { 'routing-worker': worker, api, notifier, postgres, transactions, tuples, heapOnly, walBytes } = costs
  const of = (ms: number) => ms.toFixed(1)
  return [
    `${rate.toFixed(0)}/s`,
    `p99 ${latencies['conversation']?.p99.toFixed(0)} ms`,
    `CPU ${of(cpuOf(costs))} ms: API ${of(api)}, worker ${of(worker)}, notifier ${of(notifier)}, Postgres ${of(postgres)}`,
    `${transactions.toFixed(1)} transactions, ${tuples.toFixed(1)} tuples, ${heapOnly.toFixed(1)} heap-only updates, ${(walBytes / 1_000).toFixed(1)} KB of WAL`,
    ...(errors > 0 ? [`${errors} errors`] : []),
  ].join(' · ')
}

async function measurePaced(sides: Side[]): Promise<Record<string, Run>> {
  const measured: Record<string, Run> = {}
  for (const side of sides) {
    const { name } = side
    await load.run(pacedOrder(side, seconds / 2))
    const read = await openCosts(side)
    const before = await read()
    const run = await load.run(pacedOrder(side, seconds))
    const { api, 'routing-worker': worker, notifier, postgres } = perOperation(before, await read(), seconds)
    measured[name] = run
    const cpu = { API: api, worker, notifier, Postgres: postgres, 'load generator': run.cpuMs / seconds }
    const used = Object.entries(cpu).map(([who, ms]) => `${who} ${ms.toFixed(0)}`)
    say(`${name}: CPU time in ms per second: ${used.join(', ')}, of ${cpus().length * 1_000}`)
    for (const [what, { p50, p99, count }] of Object.entries(run.latencies)) {
      const wanted = latest[what] === undefined ? '' : `, wanted ≤ ${latest[what]} ms`
      say(`${name}, ${what}: p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms of ${count}${wanted}`)
    }
    if (run.errors > 0) say(`${name}: ${run.errors} errors: ${JSON.stringify(run.failures)}`)
  }
  return measured
}

async function measureBurst(sides: Side[]): Promise<Record<string, Run>> {
  const measured: Record<string, Run> = {}
  for (const { name, target, senders } of sides) {
    const order = { kind: 'burst', target, senders, asks: burstAsks } as const
    await load.run({ ...order, asks: burstAsks / 10, seconds })
    const run = await load.run({ ...order, seconds: burstSeconds })
    measured[name] = run
    for (const [what, { p50, p95, p99, count }] of Object.entries(run.latencies))
      say(`${name}, ${what}: p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)} ms of ${count}`)
    say(`${name}: p95 of ask → screen wanted ≤ ${burstMs} ms`)
    if (run.errors > 0) say(`${name}: ${run.errors} errors: ${JSON.stringify(run.failures)}`)
  }
  return measured
}
