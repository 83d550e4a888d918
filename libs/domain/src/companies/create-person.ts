import type { Role } from '@askline/contracts'
import { newId, type Tx, users } from '@askline/db'
import { and, eq, isNull } from 'drizzle-orm'
import { InvalidValueError } from '../errors.ts'
import { addressOf, emailOf } from '../people/address.ts'
import { fold } from '../text/fold.ts'
import { nameOf } from './names.ts'

export type NewPerson = {
  companyId: string
  email: string
  name: string
  avatarUrl?: string
  /** argon2id in its PHC form, for a person who signs in. */
  passwordHash?: string
}

/**
 * Creates a person of a company: an asker, an agent or an admin. Experts have a profile besides: see `createExpert`.
 * Throws InvalidValueError: `email_taken`, or an invalid name or address.
 */
export async function createPerson(
  tx: Tx,
  input: NewPerson & { role: Exclude<Role, 'expert'> },
): Promise<{ userId: string }> {
  return insertUser(tx, input)
}

/** Writes the row every person has, with any role. For `createPerson` and `createExpert`, which see to the rest. */
export async function insertUser(tx: Tx, input: NewPerson & { role: Role }): Promise<{ userId: string }> {
  const email = emailOf(input.email)
  const userId = newId()
  const { companyId, role, avatarUrl, passwordHash } = input
  const name = nameOf(input.name, 'name')
  const created = await tx.orm
    .insert(users)
    .values({
      id: userId,
      companyId,
      role,
      email,
      address: addressOf(email),
      name,
      folded: fold(name),
      avatarUrl,
      passwordHash,
    })
    .onConflictDoNothing({ target: [users.companyId, users.address] })
    .returning({ id: users.id })
  if (created.length === 0) throw emailTaken()
  return { userId }
}

// Messages may be logged: they name no address.
const takenMessage = 'The company already has a person with this e-mail address.'

/** Returns the error for an address that another person of the company has. */
export const emailTaken = () => new InvalidValueError('email_taken', 'email', 'unique', takenMessage)

/** Gives a person another password; `passwordHash` is argon2id in its PHC form. Returns false when there is no such person. */
export async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
  const changed = await tx.orm
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, userId), isNull(users.forgottenAt)))
    .returning({ id: users.id })
  return changed.length > 0
}
