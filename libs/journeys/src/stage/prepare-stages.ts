import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrateDatabase } from '@askline/db'
import { findUnprivilegedUser, ownPostgres, sharedTemporaryFolder } from '@askline/testing/servers'
import { bundleServices } from './bundle-services.ts'
import { preparedBy, stageDatabase } from './prepared.ts'
import { createDatabase } from './stage.ts'

/** Vitest's global setup of the journeys: does once what every stage of the run needs. Returns a function that removes it. */
export async function setup(): Promise<() => void> {
  const home = mkdtempSync(join(sharedTemporaryFolder(findUnprivilegedUser()), 'askline-stages-'))
  const remove = () => rmSync(home, { recursive: true, force: true })
  try {
    chmodSync(home, 0o711)
    const [bundles] = await Promise.all([bundleServices(), migratePostgres(home)])
    process.env[preparedBy.bundles] = bundles
    process.env[preparedBy.postgres] = join(home, 'postgres')
  } catch (error) {
    remove()
    throw error
  }
  return remove
}

async function migratePostgres(home: string): Promise<void> {
  const postgres = await ownPostgres({ home, durable: false, log: () => undefined })
  try {
    await migrateDatabase(await createDatabase(postgres.url, stageDatabase))
  } finally {
    await postgres.stop()
  }
}
