import { join } from 'node:path'
import type { ServiceName } from '@askline/local'

/** Environment variables by which a run of tests tells its stages what it has prepared. */
export const preparedBy = { bundles: 'ASKLINE_STAGE_BUNDLES', postgres: 'ASKLINE_STAGE_POSTGRES' }

/** Name of a stage's database. */
export const stageDatabase = 'askline'

/** Returns the main module of a bundled service. Tracing reads the service's name from its file name. */
export const bundleOf = (folder: string, service: ServiceName): string => join(folder, `${service}-main.mjs`)

/** Returns the bundle of a service, or `undefined` outside tests. */
export function findBundle(service: ServiceName): string | undefined {
  const folder = process.env[preparedBy.bundles]
  return folder === undefined ? undefined : bundleOf(folder, service)
}

/** Returns the folder of a stopped Postgres with a migrated database, or `undefined` outside tests. */
export const findMigratedPostgres = (): string | undefined => process.env[preparedBy.postgres]
