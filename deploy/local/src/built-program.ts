import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusedError } from '@askline/testing/servers'
import { runChild } from './child.ts'
import type { Cleanup } from './cleanup.ts'
import { repository } from './settings.ts'

/** A program of another package, as it is built: its path within the repository, and for how long it may run. */
export type BuiltProgram = { what: string; path: string; withinMs: number }

/** Refuses with StartRefusedError when a program was not built. */
export function refuseUnbuilt({ what, path }: BuiltProgram): void {
  const file = join(repository, path)
  if (!existsSync(file)) throw new StartRefusedError(`The ${what} ${file} was not built.`, 'Run "npm run build".')
}

/** Runs it with the flags of this command, in the open, and yields its exit code. It ends with `cleanup`. */
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
