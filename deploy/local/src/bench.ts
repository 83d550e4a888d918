import { runBuilt } from './built-program.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { isBelowNpm } from './settings.ts'

const program = { what: 'benchmark', path: 'libs/journeys/dist/bench/bench-main.js', withinMs: 60 * 60_000 }

/** `npm run bench`: runs the benchmark of libs/journeys, which starts its own servers. */
await runUntilStopped((cleanup) => runBuilt(program, cleanup), { belowNpm: isBelowNpm() })
