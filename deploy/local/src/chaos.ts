import { runBuilt } from './built-program.ts'
import { runUntilStopped } from './run.ts'
import { isBelowNpm } from './settings.ts'

const program = { what: 'failure tests', path: 'libs/journeys/dist/chaos/main.js', withinMs: 12 * 3_600_000 }

/** `npm run chaos`: the failure tests of libs/journeys in full; they bring, and mistreat, servers of their own. */
await runUntilStopped((cleanup) => runBuilt(program, cleanup), { belowNpm: isBelowNpm() })
