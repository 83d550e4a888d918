import { experts, statement, type Tx, types } from '@askline/db'
import { showWaiting } from './open-to-all.ts'

/**
 * Makes an expert AVAILABLE who accepts their first invitation. Until then they are OFFLINE, because nobody should wait for a person
 * who cannot sign in yet. Does nothing for other people. Must come before the password is set.
 */
export async function beginWork(tx: Tx, companyId: string, userId: string): Promise<void> {
  const [begun] = await tx.of(companyId).query(makeAvailable, [userId])
  if (begun) await showWaiting(tx, companyId, userId)
}

const makeAvailable = statement({
  name: 'make-invited-expert-available',
  params: [types.uuid],
  row: { userId: experts.userId },
  text: `update experts e set availability = 'AVAILABLE', away_since = null, last_active_at = statement_timestamp(),
      changed_at = statement_timestamp()
    from users u
    where u.id = e.user_id and u.company_id = e.company_id and u.password_hash is null
      and e.user_id = $1 and e.company_id = $company and e.availability = 'OFFLINE'
    returning e.user_id as "userId"`,
})
