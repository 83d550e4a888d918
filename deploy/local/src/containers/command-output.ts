import { StartRefusedError } from '@askline/testing/servers'
import { runChild } from '../child.ts'

export type CommandOptions = { env?: Record<string, string>; withinMs?: number; onStart?: (end: () => void) => void }

/** Runs a program silently and returns its output. Throws StartRefusedError with the last lines if it fails or takes longer than `withinMs` (default 10 min). */
export async function output(
  [program, ...args]: [string, ...string[]],
  { env, withinMs = 600_000, onStart }: CommandOptions = {},
): Promise<string> {
  const { code, words, isLate } = await runChild(program, args, {
    quiet: true,
    withinMs,
    ...(env && { env }),
    ...(onStart && { onStart }),
  })
  if (code === 0) return words.trim()
  const last = words.trim().split('\n').slice(-15).join('\n    ')
  const how = isLate ? `took longer than ${withinMs / 1_000} s` : `failed with exit code ${code}`
  throw new StartRefusedError(`"${[program, ...args].join(' ').slice(0, 200)}" ${how}.`, last || 'It gave no reason.')
}

/** Returns whether a program ends with exit code 0 within 30 s. */
export async function succeeds(command: [string, ...string[]], options: CommandOptions = {}): Promise<boolean> {
  return output(command, { withinMs: 30_000, ...options }).then(
    () => true,
    () => false,
  )
}
