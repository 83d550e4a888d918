import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusedError } from '@askline/testing/servers'
import { runChild } from './child.ts'
import { runUntilStopped } from './run.ts'
import { isBelowNpm, repository } from './settings.ts'

const WITHIN_MS = 12 * 3_600_000
const program = join(repository, 'libs', 'journeys', 'dist', 'chaos', 'main.js')

/** `npm run chaos`: the failure tests of libs/journeys in full; they bring, and mistreat, servers of their own. */
await runUntilStopped(
  async (cleanup) => {
    if (!existsSync(program))
      throw new StartRefusedError(`The failure tests ${program} were not built.`, 'Run "npm run build".')
    const { code } = await runChild(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)], {
      quiet: false,
      withinMs: WITHIN_MS,
      onStart: (end) => cleanup.add(end),
    })
    return code
  },
  { belowNpm: isBelowNpm() },
)
