import { join } from 'node:path'
import { runChild } from './child.ts'
import { repository } from './settings.ts'

/** `npm run drill [-- filter]`: runs the proofs for operators, which `npm test` leaves out. Flags go to Vitest. */
const { code } = await runChild(
  join(repository, 'node_modules', '.bin', 'vitest'),
  ['run', '--config', 'libs/testing/vitest.config.ts', ...process.argv.slice(2)],
  { quiet: false, withinMs: 2 * 3_600_000, env: { ASKLINE_DRILL: '1' } },
)
process.exitCode = code
