import { runBuilt } from './built-program.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { isBelowNpm } from './settings.ts'

const program = { what: 'pictures', path: 'libs/journeys/dist/pictures/pictures-main.js', withinMs: 10 * 60_000 }

/** `npm run pictures`: takes the pictures of the README anew, on servers of its own. */
await runUntilStopped((cleanup) => runBuilt(program, cleanup), { belowNpm: isBelowNpm() })
