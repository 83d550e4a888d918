import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Identifies a process, even if a later one gets the same id. */
export type ProcessIdentity = { pid: number; began: string }

/** Returns the identity of a running process, or `undefined` if the id is unused or belongs to a zombie. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const began = process.platform === 'linux' ? beganByProc(pid) : beganByPs(pid)
  return began === undefined ? undefined : { pid, began }
}

/** Returns whether exactly this process is still running. */
export function isRunning({ pid, began }: ProcessIdentity): boolean {
  return identityOf(pid)?.began === began
}

/** Returns the id of a process's parent, or `undefined` if the process has ended. */
export function parentOf(pid: number): number | undefined {
  if (process.platform === 'linux') return Number(statOf(pid)?.[1]) || undefined
  const answer = spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' })
  return answer.status === 0 ? Number(answer.stdout) : undefined
}

function beganByProc(pid: number): string | undefined {
  const fields = statOf(pid)
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}

/** Returns the kernel's fields after the name, which may contain any character: state, parent, … and the start time as the 20th. */
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
