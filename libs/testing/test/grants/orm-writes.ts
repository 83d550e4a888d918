import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as db from '@askline/db'
import { getTableColumns, getTableName, isTable } from 'drizzle-orm'
import type { Privilege } from './privileges-of.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const call = /\.(from|innerJoin|leftJoin|insert|update|delete)\((\w+)[,)](?:\s*\.set\(\{([^}]*)\}\))?/g
const kinds = {
  from: 'select',
  innerJoin: 'select',
  leftJoin: 'select',
  insert: 'insert',
  update: 'update',
  delete: 'delete',
} as const

/** Returns the privileges that the Drizzle queries of the sources need. They name tables and columns by the schema's identifiers. */
export async function privilegesOfOrm(): Promise<Privilege[]> {
  const needed: Privilege[] = []
  for (const place of ['libs', 'services']) {
    for (const file of await readdir(join(root, place), { recursive: true })) {
      if (!/^[^/]+\/src\/.*(?<!\.test)\.ts$/.test(file)) continue
      const text = await readFile(join(root, place, file), 'utf8')
      if (!text.includes('.orm')) continue
      for (const [, method = '', name = '', set] of text.matchAll(call)) {
        const table: unknown = Reflect.get(db, name)
        if (!isTable(table)) continue
        const columns = getTableColumns(table)
        const keys = set?.split(',').map((member) => member.trim().split(':', 1)[0]?.trim() ?? '') ?? []
        needed.push({
          table: getTableName(table),
          kind: kinds[method as keyof typeof kinds],
          columns: keys.flatMap((key) => columns[key]?.name ?? []),
        })
      }
    }
  }
  return needed
}
