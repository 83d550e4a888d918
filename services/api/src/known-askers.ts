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
  const known = new Map<string, string>()
  // Under another name they are looked for again, and called by it.
  const keyOf = ({ companyId, email, name = '' }: Named) => `${companyId} ${email} ${name}`
  return {
    async find(tx: Tx, named: Named): Promise<string> {
      const found = known.get(keyOf(named))
      if (found !== undefined) return found
      const { userId } = await findOrCreateAsker(tx, named)
      if (known.size >= mostKnown) known.clear()
      known.set(keyOf(named), userId)
      return userId
    },
    forget(userId: string) {
      for (const [key, id] of known) if (id === userId) known.delete(key)
    },
  }
}
export type KnownAskers = ReturnType<typeof buildKnownAskers>

/** Whether the domain found nobody under the asker's id. */
export const isNobody = (error: unknown): boolean => error instanceof NotFoundError && error.code === 'person_not_found'
