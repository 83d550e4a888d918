import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusedError } from '@askline/testing/servers'
import { runChild } from './child.ts'
import { runUntilStopped } from './run.ts'
import { isBelowNpm, repository } from './settings.ts'

const WITHIN_MS = 60 * 60_000
const program = join(repository, 'libs', 'text', 'dist', 'bench', 'main.js')

/** `npm run bench:text`: the measurements of libs/text, which need no servers. */
await runUntilStopped(
  async (cleanup) => {
    if (!existsSync(program))
      throw new StartRefusedError(`The benchmark ${program} was not built.`, 'Run "npm run build".')
    const { code } = await runChild(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)], {
      quiet: false,
      withinMs: WITHIN_MS,
      onStart: (end) => cleanup.add(end),
    })
    return code
  },
  { belowNpm: isBelowNpm() },
)
