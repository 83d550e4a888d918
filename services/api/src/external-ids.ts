import { type Database, inSystem } from '@askline/db'
import { findSystemId } from '@askline/domain/access/systems'
import type { Principal } from './http/request-state.ts'
import type { ExternalIdFields } from './routes/fields.ts'

const noSystem = 'default'
const mostKnown = 10_000

/**
 * Opens the reader of external ids, which merges `externalId` and `externalIds`. An id without a system belongs to the
 * integration that sends it or that obtained the user's token, otherwise to the system `default`. Systems are cached,
 * because they never change.
 */
export function openExternalIds(db: Database) {
  const known = new Map<string, string>()

  async function systemOf({ id, claims }: Principal): Promise<string> {
    const key = `${id} ${claims.client_id}`
    const found = known.get(key)
    if (found !== undefined) return found
    const system = (await inSystem(db, (tx) => findSystemId(tx, id, claims.client_id))) ?? noSystem
    if (known.size >= mostKnown) known.clear()
    known.set(key, system)
    return system
  }

  return async function merge(
    principal: Principal,
    fields: ExternalIdFields,
  ): Promise<{ id: string; system: string }[]> {
    const { externalId, externalIds = [] } = fields
    if (externalId === undefined && externalIds.length === 0) return []
    const given = externalIds.map(({ id, system }) => ({ id, system }))
    // Known clients send the same id under both names. It is one id, not an id in two systems.
    const isNamed = externalIds.some(({ id }) => id === externalId)
    const all = externalId === undefined || isNamed ? given : [{ id: externalId, system: undefined }, ...given]
    const own = all.some(({ system }) => system === undefined) ? await systemOf(principal) : noSystem
    return all.map(({ id, system }) => ({ id, system: system ?? own }))
  }
}
export type ExternalIds = ReturnType<typeof openExternalIds>
