import { spawn } from 'node:child_process'
import { repository } from './settings.ts'

export type ChildResult = { code: number; words: string; isLate: boolean }

/**
 * Runs a program in the repository's folder for at most `withinMs`. With `quiet` the last 60 kB of its output are returned, else it is printed.
 * A missing exit code (killed) counts as 1. `onStart` receives a function that ends it.
 */
export async function runChild(
  program: string,
  args: string[],
  options: { quiet: boolean; withinMs: number; env?: Record<string, string>; onStart?: (end: () => void) => void },
): Promise<ChildResult> {
  const child = spawn(program, args, {
    cwd: repository,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', ...options.env },
    stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  })
  options.onStart?.(() => child.kill('SIGTERM'))
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      words = (words + chunk).slice(-60_000)
    })
  }
  let isLate = false
  const hurry = setTimeout(() => {
    isLate = true
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
  }, options.withinMs)
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      words += error.message
      resolve(1)
    })
    child.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  clearTimeout(hurry)
  return { code, words, isLate }
}
