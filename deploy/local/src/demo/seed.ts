import type { Database } from '@askline/db'
import type { DemoFile } from './demo-file.ts'

export type SeedOptions = {
  home: string
  apiUrl: string
  notifierUrl: string
  /** The database was emptied a moment ago. */
  fresh: boolean
  /** What an earlier start wrote, secrets included; absent on the first start and when the file was lost. */
  previous?: DemoFile | undefined
}

/**
 * Makes the demo company where it is missing and returns what demo.json shall hold; the launcher writes the file.
 * With `previous` and its company present, the same secrets are returned; with the company present and `previous` lost, new secrets are minted.
 */
export async function seedDemo(_db: Database, _options: SeedOptions): Promise<DemoFile> {
  throw new Error('the demo company is not written yet')
}
