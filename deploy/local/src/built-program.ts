import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusedError } from '@askline/testing/servers'
import { runChild } from './child.ts'
import type { Cleanup } from './cleanup.ts'
import { repository } from './settings.ts'

/** A built program of another package: its path in the repository and its time limit. */
export type BuiltProgram = { what: string; path: string; withinMs: number }

/** Throws StartRefusedError if a program was not built. */
function refuseUnbuilt({ what, path }: BuiltProgram): void {
  const file = join(repository, path)
  if (!existsSync(file)) throw new StartRefusedError(`The ${what} ${file} was not built.`, 'Run "npm run build".')
}

/** Runs it with the flags of this command and visible output, and returns its exit code. `cleanup` ends it. */
export async function runBuilt(
  program: BuiltProgram,
  cleanup: Cleanup,
  env: Record<string, string> = {},
): Promise<number> {
  refuseUnbuilt(program)
  const args = ['--enable-source-maps', join(repository, program.path), ...process.argv.slice(2)]
  const { code } = await runChild(process.execPath, args, {
    quiet: false,
    withinMs: program.withinMs,
    env,
    onStart: (end) => cleanup.add(end),
  })
  return code
}
