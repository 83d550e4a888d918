import { announce } from './announce.ts'
import { launch } from './launch.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { isBelowNpm, readSettings } from './settings.ts'
import { secondsSince } from './steps.ts'

/** Runs `npm start` after the build. */
await runUntilStopped(
  async (cleanup) => {
    const settings = readSettings(process.argv.slice(2))
    announce(await launch(settings, cleanup), secondsSince(0))
    return 'stay'
  },
  { belowNpm: isBelowNpm() },
)
