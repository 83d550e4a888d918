import { join } from 'node:path'
import { runChild } from './child.ts'
import { repository } from './settings.ts'

/** `npm run fuzz`: sends 100,000 random requests (FUZZ_REQUESTS) with a new seed (FUZZ_SEED) to the whole system. */

const seed = process.env['FUZZ_SEED'] ?? String(Date.now() % 2_000_000_000)
const requests = process.env['FUZZ_REQUESTS'] ?? '100000'
const args = [
  'run',
  // The file comes before the flags, because Vitest takes a word after a switch as its value and would run every journey.
  'libs/journeys/test/fuzz',
  '--config',
  'libs/testing/vitest.config.ts',
  '--project',
  'journeys',
  '--disable-console-intercept',
]

console.log(`  ${requests} requests, FUZZ_SEED=${seed}`)
const { code } = await runChild(
  join(repository, 'node_modules', '.bin', 'vitest'),
  [...args, ...process.argv.slice(2)],
  {
    quiet: false,
    withinMs: 3 * 3_600_000,
    env: { FUZZ_SEED: seed, FUZZ_REQUESTS: requests },
  },
)
process.exitCode = code
