import { limits, pageLanguages, TimeZone } from '@askline/contracts'
import { slugPattern, slugRule } from '@askline/domain/companies/names'
import type { Setup } from '@askline/domain/companies/set-up'
import { type Static, Type } from 'typebox'
import { namePattern } from './http/validation.ts'
import { assertStrongPassword } from './oauth/password-strength.ts'
import { hashPassword } from './oauth/passwords.ts'
import { Email, Name } from './routes/fields.ts'

/** The first company and its admin, as the endpoint and the command line take them. */
export const SetupFields = Type.Object({
  company: Type.Object({
    tag: Type.String({
      pattern: namePattern(slugPattern.source, 'tag', slugRule),
      description:
        'A short public name. It is part of the address of the widget, and appears in `companies` of questions.',
      examples: ['bank'],
    }),
    name: Name('The display name.', 'Example Bank'),
    timeZone: TimeZone({ description: 'The IANA time zone.' }),
    language: Type.Enum(pageLanguages, { description: 'The language of the company.' }),
  }),
  admin: Type.Object({
    email: Email('The address to sign in with. Askers never see it.', 'edda@example.com'),
    name: Name('The display name.', 'Edda'),
    password: Type.String({
      minLength: limits.passwordLengthMin,
      maxLength: limits.passwordLength,
      description:
        'The password, of any characters. A password that is easy to guess, or contains a name or address of the setup, is refused.',
    }),
  }),
})

export type SetupFields = Static<typeof SetupFields>

/** Throws InvalidValueError `password_weak` if the admin's password is easy to guess. */
export const checkSetup = ({ company, admin }: SetupFields): void =>
  assertStrongPassword(admin.password, { ...admin, company }, 'admin.password')

/** Hashes the admin's password. Call it before the transaction, because hashing is slow by design. */
export async function hashSetup({ company, admin }: SetupFields): Promise<Setup> {
  const { email, name, password } = admin
  return { company, admin: { email, name, passwordHash: await hashPassword(password) } }
}
