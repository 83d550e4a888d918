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

/** The number of a process's parent; undefined when it has ended. */
export function parentOf(pid: number): number | undefined {
  if (process.platform === 'linux') return Number(statOf(pid)?.[1]) || undefined
  const answer = spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' })
  return answer.status === 0 ? Number(answer.stdout) : undefined
}

function beganByProc(pid: number): string | undefined {
  const fields = statOf(pid)
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}

/** What the kernel says after the name, which may hold anything: state, parent, … and the start time as the 20th. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return undefined
  }
}

function beganByPs(pid: number): string | undefined {
  const answer = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return answer.status === 0 ? answer.stdout.trim() : undefined
}
