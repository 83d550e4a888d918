import type { Tx } from '@askline/db'
import { findOrCreateAsker, NotFoundError } from '@askline/domain'

type Named = { companyId: string; email: string; name: string | undefined }

const mostKnown = 20_000

/**
 * Remembers who is behind an e-mail address, so that an integration's ask need not look it up each time. An id may turn
 * out to be nobody's (forgotten since, or added in a transaction that was undone): asking under it then finds no person,
 * and `forget` makes the next look a real one.
 */
export function buildKnownAskers() {
  const known = new Map<string, { userId: string; name: string | undefined }>()
  const keyOf = ({ companyId, email }: Named) => `${companyId} ${email}`
  return {
    async find(tx: Tx, named: Named): Promise<string> {
      const found = known.get(keyOf(named))
      // Named otherwise than last time they are looked for again, and called so.
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

/** Whether the domain found nobody under the asker's id. */
export const isNobody = (error: unknown): boolean => error instanceof NotFoundError && error.code === 'person_not_found'
