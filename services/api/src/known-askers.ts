import type { Tx } from '@askline/db'
import { NotFoundError } from '@askline/domain/errors'
import { addressOf } from '@askline/domain/people/address'
import { findOrCreateAsker } from '@askline/domain/people/find-person'

type Named = { companyId: string; email: string; name: string | undefined }

const mostKnown = 20_000

/**
 * Caches the person behind an e-mail address, so that an integration's ask need not look it up. A cached id may be invalid,
 * because its person was forgotten or added in a transaction that rolled back. Asking then throws; `forget` drops the id.
 */
export function buildKnownAskers() {
  const known = new Map<string, { userId: string; name: string | undefined }>()
  const keyOf = ({ companyId, email }: Named) => `${companyId} ${addressOf(email)}`
  return {
    async find(tx: Tx, named: Named): Promise<string> {
      const found = known.get(keyOf(named))
      // Another name than last time is written to the person.
      if (found && (named.name === undefined || named.name === found.name)) return found.userId
      const { userId } = await findOrCreateAsker(tx, named)
      if (known.size >= mostKnown) known.clear()
      known.set(keyOf(named), { userId, name: named.name })
      return userId
    },
    forget(userId: string) {
      for (const [key, one] of known) if (one.userId === userId) known.delete(key)
    },
  }
}
export type KnownAskers = ReturnType<typeof buildKnownAskers>

/** Returns whether the domain found no person under the asker's id. */
export const isUnknownAsker = (error: unknown): boolean =>
  error instanceof NotFoundError && error.code === 'person_not_found'
