import type { Role } from '@askline/contracts'
import { newId, type Statement, type Tx } from '@askline/db'
import { InvalidValueError } from '../errors.ts'
import { emailOf, nameOf } from './names.ts'

export type NewPerson = {
  companyId: string
  email: string
  name: string
  avatarUrl?: string
  /** argon2id in its PHC form, for a person who signs in. */
  passwordHash?: string
}

const insertPerson: Statement = {
  name: 'insert-person',
  text: `insert into users (id, company_id, role, email, name, avatar_url, password_hash) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (company_id, email) do nothing returning id`,
}

/**
 * Creates a person of a company: an asker, an agent or an admin. Experts have a profile besides: see `createExpert`.
 * Throws InvalidValueError: `email_taken`, or a name or address that is none.
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
  const created = await tx.query(insertPerson, [
    userId,
    input.companyId,
    input.role,
    email,
    nameOf(input.name, 'name'),
    input.avatarUrl ?? null,
    input.passwordHash ?? null,
  ])
  if (created.length === 0) {
    // Messages may be logged: they name no address.
    throw new InvalidValueError(
      'email_taken',
      'email',
      'unique',
      'The company has a person with this e-mail address already',
    )
  }
  return { userId }
}

const updatePassword: Statement = {
  name: 'set-password',
  text: 'update users set password_hash = $2 where id = $1 and forgotten_at is null returning id',
}

/** Gives a person another password; `passwordHash` is argon2id in its PHC form. Returns false when there is no such person. */
export async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
  return (await tx.query(updatePassword, [userId, passwordHash])).length > 0
}
