import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In µs. Short, so that a process that waits for its next turn does not keep rows locked for long. The kernel wants a quota of 1 ms. */
const periodMicros = 10_000

const folder = '/sys/fs/cgroup'
/** Linux has one tree of control groups, or one for each kind of limit. */
const isUnified = () => existsSync(join(folder, 'cgroup.controllers'))

/**
 * Limits each process to `percent` of one processor by a control group of its own, and returns a function that ends the limits. So one
 * machine shows what more processes would do if each had processors of its own. Throws without Linux or without the right to
 * create control groups.
 */
export function limitProcessors(pids: number[], percent: number): () => void {
  const quota = Math.round((periodMicros * percent) / 100)
  const root = isUnified() ? folder : join(folder, 'cpu')
  const groups = pids.map((pid) => ({ pid, path: join(root, `askline-bench-${pid}`) }))
  if (isUnified()) writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu')
  for (const { pid, path } of groups) {
    mkdirSync(path)
    if (isUnified()) writeFileSync(join(path, 'cpu.max'), `${quota} ${periodMicros}`)
    else {
      writeFileSync(join(path, 'cpu.cfs_period_us'), String(periodMicros))
      writeFileSync(join(path, 'cpu.cfs_quota_us'), String(quota))
    }
    writeFileSync(join(path, 'cgroup.procs'), String(pid))
  }
  return () => {
    for (const { pid, path } of groups) {
      if (existsSync(`/proc/${pid}`)) writeFileSync(join(root, 'cgroup.procs'), String(pid))
      rmdirSync(path)
    }
  }
}
