import { sumOfProcesses } from './cpu-time.ts'
import { ms, spread, summarise, whole } from './figures.ts'
import type { Measured, Workload } from './workloads.ts'

export type Pair = { ours: Measured; bare: Measured }
export type Result = { name: Workload['name']; unit: string; pairs: Pair[] }
export type Verdict = { what: string; wanted: string; got: string; isMet: boolean }

const failuresOf = ({ failures }: Measured) =>
  Object.entries(failures)
    .map(([reason, count]) => `${whole(count)} (${reason})`)
    .join(', ') || '0'

/** Returns one line for a measured pair. */
export function pairLine({ name }: Workload, { ours, bare }: Pair, n: number, of: number): string {
  const latency = (run: Measured) => `p50 ${ms(run.p50)}, p99 ${ms(run.p99)}`
  const speed = (run: Measured) => (name === 'socket' ? latency(run) : `${whole(run.rate)}/s, ${latency(run)}`)
  const drain = ours.drainSeconds === undefined ? '' : ` · backlog ${ours.drainSeconds.toFixed(1)} s`
  const errors = ours.errors + bare.errors > 0 ? ` · errors ${failuresOf(ours)} / ${failuresOf(bare)}` : ''
  const lost = ours.lost === undefined ? '' : ` · lost ${ours.lost} / ${bare.lost}`
  return `  ${name} ${n}/${of}: ours ${speed(ours)} · bare ${speed(bare)}${drain}${lost}${errors}`
}

/** Returns the table of all results: medians of the pairs, and the ratio with its spread. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map(({ name, unit, pairs }) => {
    const median = (of: (pair: Pair) => number) => summarise(pairs.map(of)).median
    const isLatency = name === 'socket'
    const compared = summarise(pairs.map(({ ours, bare }) => (isLatency ? ours.p99 / bare.p99 : ours.rate / bare.rate)))
    const figures = (side: keyof Pair) => [
      whole(median((pair) => pair[side].rate)),
      `${ms(median((pair) => pair[side].p50))} / ${ms(median((pair) => pair[side].p99))}`,
      whole(median((pair) => sumOfProcesses(pair[side].cpuMicros))),
    ]
    return [name, unit, ...figures('ours'), ...figures('bare'), `${spread(compared)}${isLatency ? ' of p99' : ''}`]
  })
  const head = ['', 'unit', 'ours', 'p50 / p99', 'CPU µs', 'bare', 'p50 / p99', 'CPU µs', 'ratio (min–max)']
  const widths = head.map((title, n) => Math.max(title.length, ...rows.map((row) => row[n]?.length ?? 0)))
  return [head, ...rows].map((row) => `  ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ')}`).join('\n')
}

/** Returns one line per workload: median CPU time per operation of each process and of Postgres, beside the bare server's. */
export function cpuLinesOf(results: readonly Result[]): string {
  const lines = results.map(({ name, pairs }) => {
    const figures = (side: keyof Pair) =>
      Object.keys(pairs[0]?.[side].cpuMicros ?? {})
        .map((of) => `${of} ${whole(medianOf(pairs, (pair) => pair[side].cpuMicros[of] ?? Number.NaN))}`)
        .join(', ')
    return `  ${name}, CPU µs per operation: ours ${figures('ours')} · bare ${figures('bare')}`
  })
  return lines.join('\n')
}

const medianOf = (pairs: readonly Pair[], of: (pair: Pair) => number): number => summarise(pairs.map(of)).median

/** Targets: the ratio to the bare server's rate, and CPU µs of our services per operation. */
const targets = { ask: { ratio: 0.55, micros: 700 }, poll: { ratio: 0.75, micros: 110 } }
/** Postgres may use this multiple of the CPU time of the bare server's. */
const postgresTarget = 1.5

/** Compares the results with the project's targets. */
export function verdictsOf(results: readonly Result[]): Verdict[] {
  const verdicts: Verdict[] = []
  const judge = (what: string, wanted: string, got: string, isMet: boolean) =>
    verdicts.push({ what, wanted, got, isMet })
  for (const { name, pairs } of results) {
    const ratios = summarise(pairs.map(({ ours, bare }) => ours.rate / bare.rate))
    const errors = pairs.reduce((sum, { ours }) => sum + ours.errors, 0)
    if (name === 'ask' || name === 'poll') {
      const target = targets[name]
      judge(`${name}, ratio to bare`, `≥ ${target.ratio.toFixed(2)}`, spread(ratios), ratios.median >= target.ratio)
      const micros = medianOf(pairs, ({ ours }) => sumOfProcesses(ours.cpuMicros))
      judge(`${name}, CPU of the services`, `≤ ${target.micros} µs`, `${whole(micros)} µs`, micros <= target.micros)
    }
    if (name === 'ask') {
      const share = summarise(
        pairs.map(({ ours, bare }) => (ours.cpuMicros['postgres'] ?? NaN) / (bare.cpuMicros['postgres'] ?? NaN)),
      )
      const isMet = share.median <= postgresTarget
      judge('ask, CPU of Postgres, ratio to bare', `≤ ${postgresTarget.toFixed(2)}`, spread(share), isMet)
      const drains = summarise(pairs.map(({ ours }) => ours.drainSeconds ?? Number.NaN))
      const routed = summarise(pairs.map(({ ours }) => ours.routedPerSecond ?? Number.NaN))
      const got = `${drains.max.toFixed(1)} s at most, ${whole(routed.median)} routed/s`
      judge('routing backlog drained after the load', '≤ 5 s', got, drains.max <= 5)
    }
    if (name === 'socket') {
      const p99 = summarise(pairs.map(({ ours }) => ours.p99))
      const lost = pairs.reduce((sum, { ours }) => sum + (ours.lost ?? 0), 0)
      judge('write to socket, p99', '< 45 ms', `${ms(p99.median)} (${ms(p99.min)}–${ms(p99.max)})`, p99.median < 45)
      judge('events lost', '0', String(lost), lost === 0)
    }
    if (errors > 0) judge(`${name}, requests that failed`, '0', String(errors), false)
  }
  return verdicts
}
