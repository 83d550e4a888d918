import { StartRefusedError } from '@askline/testing/servers'
import { buildCleanup, type Cleanup } from './cleanup.ts'
import { parentOf } from './process-identity.ts'
import { tell } from './steps.ts'

// npm hands on the Ctrl-C that the terminal has sent us already; only a later one is a person losing patience.
const SAME_KEYPRESS_MS = 1_500

/**
 * Runs a command until it ends or is told to: SIGINT, SIGTERM, SIGHUP and the death of npm undo what `cleanup` holds, a second Ctrl-C cuts that short.
 * A refusal prints one sentence and what to do; the exit code is 1 for it, 0 for an orderly stop, else what `work` returns.
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
      if (stoppingSince === undefined) tell('\n  stopping …')
      void stop(0)
    })
  }
  if (options.belowNpm) watchParent(() => void stop(0))

  try {
    const result = await work(cleanup)
    if (result !== 'stay') await stop(result)
  } catch (error) {
    // While stopping, whatever is cut off may complain.
    if (stoppingSince !== undefined) return
    explain(error)
    await stop(1)
  }
}

/** npm runs a shell that runs us: the shell may be the one that notices, or survive npm as an orphan. */
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
