import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process, told apart from a later one that was given the same number. */
export type ProcessIdentity = { pid: number; began: string }

/** The identity of a running process; undefined when there is none of that number, or only its unreaped remains. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const began = process.platform === 'linux' ? beganByProc(pid) : beganByPs(pid)
  return began === undefined ? undefined : { pid, began }
}

/** Whether that very process still runs. */
export function isRunning({ pid, began }: ProcessIdentity): boolean {
  return identityOf(pid)?.began === began
}

function beganByProc(pid: number): string | undefined {
  try {
    // The name in parentheses may hold anything; state and start time are the 1st and 20th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

function beganByPs(pid: number): string | undefined {
  const answer = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return answer.status === 0 ? answer.stdout.trim() : undefined
}
