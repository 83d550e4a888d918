import { runTests } from './run-tests.ts'
import { repository } from './settings.ts'
import { print } from './steps.ts'
import { isRed, lastLines } from './test-totals.ts'

/** `npm run drill [-- filter]`: runs the proofs for operators, which `npm test` leaves out. Flags go to Vitest. */
const totals = await runTests(process.argv.slice(2), { withinMs: 2 * 3_600_000, env: { ASKLINE_DRILL: '1' } })
for (const line of lastLines(totals, repository)) print(line)
process.exitCode = isRed(totals) ? 1 : 0
