import { resolve } from 'node:path'
import { runChild } from './child.ts'
import { runTests } from './run-tests.ts'
import { repository } from './settings.ts'
import { print, secondsSince } from './steps.ts'
import { isRed, lastLines, type Totals } from './test-totals.ts'

/** Runs `npm test` after the build: every test, and the checks beside them. Always prints the totals at the end. Flags go to Vitest. */

// Beside the tests, a check gets little of the processor.
const CHECK_WITHIN_MS = 30 * 60_000
const TESTS_WITHIN_MS = 75 * 60_000

const checks = [
  {
    name: 'unused files, dependencies and exports',
    program: 'knip',
    args: ['--no-config-hints'],
    repair: 'remove what is named above; see it again with: npm run unused',
  },
  {
    name: 'format, lint and import cycles',
    program: 'biome',
    args: ['check', '.'],
    repair: 'npm run format (and by hand what it cannot repair)',
  },
  {
    name: 'types of sources and tests',
    program: 'tsc',
    args: ['-p', 'libs/testing/tsconfig.tests.json'],
    repair: 'the sources named above; see it again with: npm run typecheck',
  },
  {
    name: 'types of the client without Node',
    program: 'tsc',
    args: ['-p', 'libs/client'],
    repair: 'the sources named above; see it again with: npm run typecheck',
  },
  {
    name: 'types of the pages',
    program: 'tsc',
    args: ['-p', 'services/desk'],
    repair: 'the sources named above; see it again with: npm run typecheck',
  },
  {
    name: 'boundaries between packages',
    program: 'turbo',
    args: ['boundaries'],
    repair: 'the import or dependency named above; see it again with: npm run boundaries',
  },
  {
    name: 'prose of documents, comments, test titles and error messages',
    program: process.execPath,
    args: ['deploy/local/dist/prose.js'],
    repair: 'rewrite what is named above; see it again with: npm run prose',
  },
]

const nothing: Totals = { passed: 0, failed: 0, skipped: 0, passedAtSecondAttempt: [], files: [] }
const onePassed: Totals = { ...nothing, passed: 1 }
const oneFailed: Totals = { ...nothing, failed: 1 }
const totals: Totals = { ...nothing, passedAtSecondAttempt: [], files: [] }
const began = performance.now()
const endChildren: (() => void)[] = []
let wasStopped = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    wasStopped = true
    for (const end of endChildren) end()
  })
}

const failedChecks: string[] = []
const tests = runTests(process.argv.slice(2), { withinMs: TESTS_WITHIN_MS, onStart: rememberEnd })
await Promise.all([runChecks(), tests.then(count)])
if (wasStopped) count(oneFailed)
for (const check of failedChecks) print(check)

print(`\n${wasStopped ? 'Stopped' : 'Done'} after ${secondsSince(began)}.`)
for (const line of lastLines(totals, repository)) print(line)
process.exitCode = isRed(totals) ? 1 : 0

function count(more: Totals): void {
  totals.passed += more.passed
  totals.failed += more.failed
  totals.skipped += more.skipped
  totals.passedAtSecondAttempt.push(...more.passedAtSecondAttempt)
  totals.files.push(...more.files)
}

/** Runs the checks one after the other, while the tests wait for servers and browsers. */
async function runChecks(): Promise<void> {
  for (const check of checks) if (!wasStopped) count(await runCheck(check))
}

async function runCheck({ name, program, args, repair }: (typeof checks)[number]): Promise<Totals> {
  const started = performance.now()
  const { code, words, isLate } = await runChild(
    'nice',
    [resolve(repository, 'node_modules', '.bin', program), ...args],
    {
      quiet: true,
      withinMs: CHECK_WITHIN_MS,
      onStart: rememberEnd,
    },
  )
  if (code === 0) {
    print(`  ✓ ${name}  ${secondsSince(started)}`)
    return onePassed
  }
  const failed = `  ✗ ${name}  ${secondsSince(started)}${isLate ? ', too long' : ''}\n    repair: ${repair}`
  print(`${words.trimEnd()}\n${failed}`)
  failedChecks.push(failed)
  return oneFailed
}

function rememberEnd(end: () => void): void {
  endChildren.push(end)
}
