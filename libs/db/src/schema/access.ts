import type { Scope } from '@askline/contracts'
import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { companies, integrations } from './companies.ts'
import { users } from './people.ts'

/** A client id and secret: an integration's, or one person's own for scripts. The secret is kept as SHA-256 only. */
export const credentials = pgTable('credentials', {
  clientId: text('client_id').primaryKey(),
  companyId: uuid('company_id')
    .notNull()
    .references(() => companies.id),
  // Exactly one of the two.
  integrationId: uuid('integration_id').references(() => integrations.id),
  userId: uuid('user_id').references(() => users.id),
  secretHash: text('secret_hash').notNull(),
  scopes: text('scopes').array().$type<Scope[]>().notNull(),
  createdAt: createdAt(),
  revokedAt: instant('revoked_at'),
})

/**
 * What is no longer accepted, and from when. Every process reads the new rows several times a second, from Postgres:
 * a logout holds everywhere within a second, also while Redis is away. Rows go once the tokens they name have expired.
 */
export const revocations = pgTable(
  'revocations',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<'token' | 'credential' | 'person'>().notNull(),
    // jti, client id or user id.
    subject: text('subject').notNull(),
    revokedAt: instant('revoked_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('revocations_revoked_at').on(t.revokedAt), index('revocations_subject').on(t.kind, t.subject)],
)

/** Ed25519 keys that sign access tokens. Several may verify, the newest active one signs. Company roles cannot read them. */
export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  publicPem: text('public_pem').notNull(),
  privatePem: text('private_pem').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
})
