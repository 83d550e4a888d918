import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from '../failures/failure.ts'
import { reportFolder } from './flags.ts'

/** Returns one line about a finished failure. */
export function outcomeLine(outcome: Outcome): string {
  const { id, broken, injected, acknowledged, lost, limbo, recoveredMs, seconds } = outcome
  const mark = broken.length === 0 ? '✓' : '✗'
  const recovery = recoveredMs === undefined ? '' : `, recovered in ${(recoveredMs / 1_000).toFixed(1)} s`
  const counts = `${acknowledged} acknowledged, ${lost} lost, ${limbo} in limbo`
  const words = [`  ${mark} ${id} ${injected}: ${counts}${recovery} (${seconds.toFixed(0)} s)`]
  const figures = Object.entries(outcome.figures).map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`)
  if (figures.length > 0) words.push(`      ${figures.join(' · ')}`)
  for (const fault of broken.slice(0, 5)) words.push(`      ✗ ${fault}`)
  if (broken.length > 5) words.push(`      … and ${broken.length - 5} more`)
  return words.join('\n')
}

/** Returns the summary of all failures as a table. */
export function summaryOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ id, title, acknowledged, lost, limbo, recoveredMs, broken }) => [
    id,
    title,
    String(acknowledged),
    String(lost),
    String(limbo),
    recoveredMs === undefined ? '' : `${(recoveredMs / 1_000).toFixed(1)} s`,
    broken.length === 0 ? 'kept' : `BROKEN (${broken.length})`,
  ])
  const head = ['', 'failure', 'acknowledged', 'lost', 'limbo', 'recovered in', 'promise']
  const widths = head.map((title, n) => Math.max(title.length, ...rows.map((row) => row[n]?.length ?? 0)))
  return [head, ...rows].map((row) => `  ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ')}`).join('\n')
}

/** Returns the report file of a run that starts now. Creates its folder. */
export function nameReport(): string {
  mkdirSync(reportFolder, { recursive: true })
  return join(reportFolder, `chaos-${new Date().toISOString().replace(/[:.]/g, '-')}.json`)
}

/** Writes all outcomes so far as JSON. */
export function writeReport(file: string, flags: object, outcomes: readonly Outcome[]): void {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version }
  const isKept = outcomes.every(({ broken }) => broken.length === 0)
  const at = new Date().toISOString()
  writeFileSync(file, `${JSON.stringify({ at, machine, flags, isKept, outcomes }, null, 2)}\n`)
}
