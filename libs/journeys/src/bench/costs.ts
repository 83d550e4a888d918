import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Side } from './side.ts'

/** Sums since the start: CPU time of each process in ms, and what Postgres counts. */
export type Costs = Record<
  'api' | 'routing-worker' | 'notifier' | 'postgres' | 'transactions' | 'tuples' | 'heapOnly' | 'walBytes',
  number
>

/** Linux counts CPU time in hundredths of a second. */
const msOfTick = 10

const counters = `select (pg_current_wal_insert_lsn() - '0/0')::float8 as "walBytes",
  (select xact_commit from pg_stat_database where datname = current_database())::float8 as transactions,
  sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as tuples, sum(n_tup_hot_upd)::float8 as "heapOnly" from pg_stat_user_tables`

/** Returns a function that reads the costs so far. CPU time is NaN if the system does not report it. */
export async function openCosts({ stage, services }: Pick<Side, 'stage' | 'services'>): Promise<() => Promise<Costs>> {
  const [place] = await stage.sql<{ folder: string }>(`select current_setting('data_directory') as folder`)
  const postgres = readFileSync(join(place?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]
  return async () => {
    const [counted] = await stage.sql<Pick<Costs, 'transactions' | 'tuples' | 'heapOnly' | 'walBytes'>>(counters)
    if (!counted) throw new Error('Postgres counts nothing')
    return {
      ...counted,
      api: cpuMs(services.api.pid()),
      'routing-worker': cpuMs(services['routing-worker'].pid()),
      notifier: cpuMs(services.notifier.pid()),
      postgres: cpuMsOfFamily(postgres),
    }
  }
}

/** Returns the costs of one operation of `count`. */
export function perOperation(before: Costs, after: Costs, count: number): Costs {
  const names = Object.keys(before) as (keyof Costs)[]
  return Object.fromEntries(names.map((name) => [name, (after[name] - before[name]) / count])) as Costs
}

/** Returns the CPU time of all services and Postgres, in ms. */
export const cpuOf = (costs: Costs): number => costs.api + costs['routing-worker'] + costs.notifier + costs.postgres

function cpuMs(pid: number | string | undefined, withEnded = false): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const ticks = fields.slice(11, withEnded ? 15 : 13).map(Number)
    return ticks.reduce((sum, one) => sum + one, 0) * msOfTick
  } catch {
    // The system has no /proc, or the process has just ended.
    return Number.NaN
  }
}

/** As `cpuMs`, for a process with its children, including those that ended. */
function cpuMsOfFamily(pid: string | undefined): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return children.reduce((sum, child) => sum + cpuMs(child), cpuMs(pid, true))
  } catch {
    return Number.NaN
  }
}
