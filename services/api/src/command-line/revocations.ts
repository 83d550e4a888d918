import { listOutsideRevocations, type OutsideRevocation } from '@askline/domain/access/outside-list'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { OutsideList } from './outside-list.ts'

const instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' })
const line = Compile(
  Type.Object({
    kind: Type.Enum(['token', 'family', 'credential', 'person', 'key', 'sign-in', 'secret']),
    subject: Type.String({ minLength: 1 }),
    revokedAt: instant,
    expiresAt: instant,
  }),
)

/** The ended tokens, credentials, keys and sign-ins. */
export const revocations: OutsideList<OutsideRevocation> = {
  by: 'revocations --export',
  check: (value): value is OutsideRevocation => line.Check(value),
  listAfter: listOutsideRevocations,
  isExpired: ({ expiresAt }, now) => new Date(expiresAt) <= now,
}
