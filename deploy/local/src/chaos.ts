import { runBuilt } from './built-program.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { isBelowNpm } from './settings.ts'

const program = { what: 'failure tests', path: 'libs/journeys/dist/chaos/chaos-main.js', withinMs: 12 * 3_600_000 }

/** `npm run chaos`: runs the full failure tests of libs/journeys, which start and damage their own servers. */
await runUntilStopped((cleanup) => runBuilt(program, cleanup), { belowNpm: isBelowNpm() })
