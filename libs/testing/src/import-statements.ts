import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { registeredStatements } from '@askline/db'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Sources import sources, and built modules import built modules: the registry would otherwise exist twice. */
const isBuilt = import.meta.url.includes('/dist/')
const isModule = isBuilt ? /^[^/]+\/dist\/.*\.js$/ : /^[^/]+\/src\/.*(?<!\.test)\.ts$/

/** Imports every module of the repository that declares statements, and returns them all. */
export async function importStatements(): Promise<ReturnType<typeof registeredStatements>> {
  for (const place of ['libs', 'services', 'deploy']) {
    for (const file of await readdir(join(root, place), { recursive: true })) {
      const path = join(root, place, file)
      if (!isModule.test(file)) continue
      if (/\bstatement\(\{|\bdeclareWorkLeases\(\{/.test(await readFile(path, 'utf8'))) await import(path)
    }
  }
  return registeredStatements()
}
