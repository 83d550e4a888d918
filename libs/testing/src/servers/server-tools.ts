import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { readServerEnvironment } from './environment.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

const needed = ['initdb', 'postgres', 'psql', 'pg_basebackup', 'pg_verifybackup', 'pg_archivecleanup']
const debian = '/usr/lib/postgresql'

/** A Postgres with the programs for backups, which the npm package lacks. `folder` holds all of them. */
export type PostgresTools = PostgresBinaries & { folder: string }

/** Returns the newest installed Postgres with its programs for backups, or `undefined`. */
export function findPostgresTools(): PostgresTools | undefined {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...readServerEnvironment().path.split(delimiter).filter(Boolean),
    ...versions.map((name) => join(debian, name, 'bin')),
  ]
  const folder = folders.find((path) => needed.every((program) => existsSync(join(path, program))))
  if (!folder) return undefined
  const postgres = join(folder, 'postgres')
  const version = /\d+(\.\d+)?/.exec(spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0]
  return version === undefined ? undefined : { folder, postgres, initdb: join(folder, 'initdb'), version }
}
