import { StartRefusedError } from '@askline/testing/servers'
import { buildCleanup, type Cleanup } from './cleanup.ts'
import { parentOf } from './process-identity.ts'
import { print } from './steps.ts'

// npm forwards the Ctrl-C that the terminal already sent to this process. Only a later one comes from the user.
const SAME_KEYPRESS_MS = 1_500

/**
 * Runs a command until it ends. SIGINT, SIGTERM, SIGHUP and the end of npm stop it and run `cleanup`, which a second Ctrl-C aborts.
 * A refusal prints the cause and the remedy. The exit code is 1 for a refusal, 0 for an orderly stop, else the result of `work`.
 */
export async function runUntilStopped(
  work: (cleanup: Cleanup) => Promise<number | 'stay'>,
  options: { belowNpm: boolean },
): Promise<void> {
  const cleanup = buildCleanup()
  let stoppingSince: number | undefined

  const stop = async (exitCode: number) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_KEYPRESS_MS) process.exit(130)
      return
    }
    stoppingSince = performance.now()
    await cleanup.run()
    process.exit(exitCode)
  }
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stoppingSince === undefined) print('\n  stopping …')
      void stop(0)
    })
  }
  if (options.belowNpm) watchParent(() => void stop(0))

  try {
    const result = await work(cleanup)
    if (result !== 'stay') await stop(result)
  } catch (error) {
    // Errors during the stop are expected, because work is interrupted.
    if (stoppingSince !== undefined) return
    explain(error)
    await stop(1)
  }
}

/** npm runs this process through a shell, which may end with npm or survive it as an orphan. */
function watchParent(onDeath: () => void): void {
  const parent = process.ppid
  const grandparent = parentOf(parent)
  const watch = setInterval(
    () => {
      if (process.ppid === parent && parentOf(parent) === grandparent) return
      clearInterval(watch)
      onDeath()
    },
    process.platform === 'linux' ? 500 : 2_000,
  )
  watch.unref()
}

function explain(error: unknown): void {
  const { sentence, remedy } = inWords(error)
  console.error(`✗ ${sentence}\n  ${remedy}`)
}

function inWords(error: unknown): { sentence: string; remedy: string } {
  if (error instanceof StartRefusedError) return { sentence: error.message, remedy: error.remedy }
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  // 53100 is Postgres' "disk full".
  if (code === 'ENOSPC' || code === '53100') {
    return { sentence: 'The disk is full.', remedy: 'Free at least 500 MB and start again.' }
  }
  return {
    sentence: `This should not have happened: ${error instanceof Error ? error.message : String(error)}`,
    remedy: 'The logs are in the folder "logs" of ASKLINE_HOME; "npm start -- --fresh" begins anew.',
  }
}
