import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { ampleRates } from '@askline/testing/servers'
import { measureGrowth } from './alone/growth.ts'
import type { Measurement, Setting } from './alone/measurement.ts'
import { measureRest } from './alone/rest.ts'
import { measureRestart } from './alone/restart.ts'
import { measureRouting } from './alone/routing.ts'
import { measureSockets } from './alone/sockets.ts'
import { measureTimers } from './alone/timers.ts'
import { measureTraining } from './alone/training.ts'
import { startBare } from './bare.ts'
import { readBenchEnvironment, readBenchFlags, resultsFolder } from './bench-env.ts'
import { cpuLinesOf, type Pair, pairLine, type Result, tableOf, verdictsOf } from './bench-report.ts'
import { startLoad } from './load/process.ts'
import { startOurs } from './ours.ts'
import { findPostgresPid } from './postgres-pid.ts'
import { prepareWorkloads } from './workloads.ts'

/** `npm run bench`: measures the whole system and the bare server in alternation in the same run. */
const flags = readBenchFlags(process.argv.slice(2))
const servers = readBenchEnvironment()
const began = performance.now()
/** The order matters: routing, training and restart add a second worker and stop it. */
const measurements = {
  routing: measureRouting,
  timers: measureTimers,
  training: measureTraining,
  restart: measureRestart,
  rest: measureRest,
  sockets: measureSockets,
  growth: measureGrowth,
}
/** They need minutes without load, thousands of files or gigabytes. */
const onlyByRequest = ['rest', 'sockets', 'growth']
const undo: (() => unknown)[] = []
const stop = async () => {
  for (let last = undo.pop(); last; last = undo.pop()) await last()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().then(() => process.exit(130)))

try {
  const { results, alone } = await measure()
  if (results.length > 0) console.log(`\n${tableOf(results)}\n\n${cpuLinesOf(results)}\n`)
  const verdicts = [...verdictsOf(results), ...Object.values(alone).flatMap((measured) => measured.verdicts)]
  for (const { what, wanted, got, isMet } of verdicts)
    console.log(`  ${isMet ? '✓' : '✗'} ${what}: ${got} (wanted ${wanted})`)
  const file = writeResults({ results, alone, verdicts })
  console.log(`\n  ${((performance.now() - began) / 1_000).toFixed(0)} s; figures are in ${file}`)
} finally {
  await stop()
}
process.exit(0)

async function measure(): Promise<{ results: Result[]; alone: Record<string, Measurement> }> {
  const isWanted = (name: string) => flags.only.length === 0 || flags.only.includes(name)
  const ours = await startOurs(servers, flags.profileDir)
  undo.push(() => ours.stop())
  const bare = await startBare(servers.databaseUrl, ours.senders.askers.length)
  undo.push(() => bare.stop())
  const load = startLoad()
  undo.push(() => load.stop())
  const raised = Object.entries(ampleRates).map(([name, value]) => `${name}=${value}`)
  console.log(`  Settings that differ from the defaults: ${raised.join(' ')}`)
  console.log('  API, routing worker, notifier and the bare server are ready; preparing questions')
  const all = await prepareWorkloads(load, ours, bare, {
    share: flags.share,
    postgresPid: await findPostgresPid(ours),
  })
  const workloads = all.filter(({ name }) => isWanted(name))

  const results: Result[] = []
  for (const workload of workloads) {
    // The first pair is not counted: it warms up code, connections and caches.
    await workload.measure(ours)
    await workload.measure(bare)
    const pairs: Pair[] = []
    for (let n = 1; n <= flags.pairs; n++) {
      const pair = { ours: await workload.measure(ours), bare: await workload.measure(bare) }
      pairs.push(pair)
      console.log(pairLine(workload, pair, n, flags.pairs))
    }
    results.push({ name: workload.name, unit: workload.unit, pairs })
  }
  const setting: Setting = { ours, bare, load, ...servers, ...flags, say: (line) => console.log(`  ${line}`) }
  const alone: Record<string, Measurement> = {}
  for (const [name, measureAlone] of Object.entries(measurements)) {
    const isNext = onlyByRequest.includes(name) ? flags.only.includes(name) : isWanted(name)
    if (isNext) alone[name] = await measureAlone(setting)
  }
  return { results, alone }
}

function writeResults(found: object): string {
  mkdirSync(resultsFolder, { recursive: true })
  const at = new Date().toISOString()
  const file = join(resultsFolder, `bench-${at.replace(/[:.]/g, '-')}.json`)
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version }
  writeFileSync(file, `${JSON.stringify({ at, machine, flags, ...found }, null, 2)}\n`)
  return file
}
