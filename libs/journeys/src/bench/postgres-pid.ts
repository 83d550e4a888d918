import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ours } from './ours.ts'

/** Returns the process id of the Postgres server, or undefined if its data folder is not readable here. */
export async function findPostgresPid({ sql }: Ours): Promise<number | undefined> {
  const [found] = await sql<{ folder: string }>(`select current_setting('data_directory') as folder`)
  try {
    return Number(readFileSync(join(found?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}
