import { runBuilt } from './built-program.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { isBelowNpm } from './settings.ts'

const program = { what: 'benchmark', path: 'libs/text/dist/bench/text-bench-main.js', withinMs: 60 * 60_000 }

/** `npm run bench:text`: runs the measurements of libs/text, which need no servers. */
await runUntilStopped((cleanup) => runBuilt(program, cleanup), { belowNpm: isBelowNpm() })
