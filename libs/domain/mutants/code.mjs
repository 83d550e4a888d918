// `npm run mutants -- --code`: StrykerJS weakens the TypeScript around the table of moves, one file after the other.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const stryker = `${root}node_modules/.bin/stryker`

/** The mutated files and the tests that state their rules. */
const testsOf = {
  'libs/text/src/calibration/precision-rule.ts': ['libs/text/src/calibration/precision-rule.test.ts'],
  'services/notifier/src/delivery/order.ts': ['services/notifier/src/delivery/order.test.ts'],
  'libs/domain/src/people/find.ts': ['libs/domain/test/find-people.test.ts'],
  'libs/domain/src/access/families.ts': ['libs/domain/test/families.test.ts'],
  'libs/domain/src/questions/move-statement.ts': [
    'libs/domain/test/{record-move,record-changes,second-opinion,auto-response,question-life}.test.ts',
  ],
  'libs/domain/src/freshness.ts': ['libs/domain/test/{freshness,watch}.test.ts'],
  'libs/domain/src/views/find.ts': ['libs/domain/test/{may-view,large-conversations}.test.ts'],
}

/** Runs StrykerJS on the files whose names are in `only`, or on all. Returns the exit code. */
export function mutateCode(only) {
  if (!existsSync(stryker)) {
    console.error(
      'StrykerJS is not installed. Run: npm install --no-save @stryker-mutator/core@9.6.1 @stryker-mutator/vitest-runner@9.6.1',
    )
    return 1
  }
  let worst = 0
  for (const [file, tests] of Object.entries(testsOf)) {
    if (only !== undefined && !only.split(',').some((name) => name === basename(file, '.ts') || name === file)) continue
    // What runs once, when a file is imported, is the text of its statements. `--sql` has mutants of that.
    const flags = file.startsWith('libs/domain/') ? ['--ignoreStatic'] : []
    const { status } = spawnSync(stryker, ['run', 'libs/domain/mutants/stryker.json', '--mutate', file, ...flags], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ASKLINE_MUTANT_TESTS: tests.join(' ') },
    })
    worst = Math.max(worst, status ?? 1)
  }
  return worst
}
