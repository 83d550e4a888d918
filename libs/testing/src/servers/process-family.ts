import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { sendSignal } from './guarded-process.ts'

/** Sends a signal to a process and its children, because Postgres backends have own sessions that a group signal does not reach. */
export function signalFamily(pid: number, signal: NodeJS.Signals): void {
  sendSignal(pid, signal)
  for (const child of childrenOf(pid)) sendSignal(child, signal)
}

function childrenOf(pid: number): number[] {
  return [...parents()].filter(([, parent]) => parent === pid).map(([child]) => child)
}

function parents(): Map<number, number> {
  return process.platform === 'linux' ? parentsFromProc() : parentsFromPs()
}

function parentsFromProc(): Map<number, number> {
  const found = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const fields = readFileSync(`/proc/${entry}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      found.set(Number(entry), Number(fields[1]))
    } catch {
      // The process ended between the listing and the reading.
    }
  }
  return found
}

function parentsFromPs(): Map<number, number> {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return new Map(
    lines.map((line): [number, number] => {
      const [pid, parent] = line.trim().split(/\s+/)
      return [Number(pid), Number(parent)]
    }),
  )
}
