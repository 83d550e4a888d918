import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from './child.ts'
import { repository } from './settings.ts'
import { print } from './steps.ts'
import { type Totals, totalsOf } from './test-totals.ts'

/**
 * Runs Vitest for at most `withinMs` and returns its totals. `filters` go to Vitest. `onStart` receives a function that ends it.
 */
export async function runTests(
  filters: string[],
  options: { withinMs: number; env?: Record<string, string>; onStart?: (end: () => void) => void },
): Promise<Totals> {
  const folder = mkdtempSync(join(tmpdir(), 'askline-report-'))
  const report = join(folder, 'report.json')
  const config = ['--config', 'libs/testing/vitest.config.ts']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const vitest = join(repository, 'node_modules', '.bin', 'vitest')
    const { code, isLate } = await runChild(vitest, ['run', ...config, ...reporters, ...filters], {
      quiet: false,
      ...options,
    })
    if (isLate) print(`  ✗ the tests were stopped after ${options.withinMs / 60_000} minutes`)
    return totalsOf(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
