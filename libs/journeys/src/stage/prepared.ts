import { join } from 'node:path'
import type { ServiceName } from '@askline/local'

/** Environment variables by which a run of tests tells its files what it has prepared. */
export const preparedBy = {
  bundles: 'ASKLINE_STAGE_BUNDLES',
  postgres: 'ASKLINE_STAGE_POSTGRES',
  stages: 'ASKLINE_SHARED_STAGES',
  browser: 'ASKLINE_SHARED_BROWSER',
}

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

/** The addresses of a stage. */
export type StageAddresses = {
  readonly databaseUrl: string
  /** Base addresses without the version. */
  readonly apiUrls: string[]
  readonly notifierUrls: string[]
}

/** Returns the shared stage of this worker of Vitest, or `undefined` if the run has none. */
export function findSharedStage(): StageAddresses | undefined {
  const stages: StageAddresses[] = JSON.parse(process.env[preparedBy.stages] ?? '[]')
  return stages[Number(process.env['VITEST_POOL_ID'] ?? 0) % stages.length]
}

/** Returns the address of the browser that the files of a run share, or `undefined` if the run has none. */
export const findSharedBrowser = (): string | undefined => process.env[preparedBy.browser]
