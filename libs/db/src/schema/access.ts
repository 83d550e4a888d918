import type { AuditAction, AuditActorKind, AuditOutcome, Scope } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { companyId, integrations } from './companies.ts'
import { users } from './people.ts'

/** A client id and secret: an integration's, or one person's own for scripts. The secret is kept as SHA-256 only. */
export const credentials = pgTable('credentials', {
  clientId: text('client_id').primaryKey(),
  companyId: companyId(),
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
    kind: text('kind').$type<'token' | 'credential' | 'person' | 'key'>().notNull(),
    // jti, client id, user id or kid.
    subject: text('subject').notNull(),
    revokedAt: instant('revoked_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('revocations_revoked_at').on(t.revokedAt), index('revocations_subject').on(t.kind, t.subject)],
)

/**
 * Ed25519 keys that sign access tokens. The newest active one that is not retiring signs; a retiring one verifies until
 * `retiresAt`, when the last token it signed has expired. Company roles cannot read them.
 */
export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  publicPem: text('public_pem').notNull(),
  privatePem: text('private_pem').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
  // When the last of the long-lived tokens it signed expires; null while there are only ordinary ones.
  lastExpiryAt: instant('last_expiry_at'),
  retiresAt: instant('retires_at'),
})

/**
 * What began with one sign-in: all access and refresh tokens that came of it. It ends at `expiresAt` however often it is
 * refreshed, or at `endedAt`: a logout, or a code or refresh token that was used twice. Company roles cannot read it.
 */
export const tokenFamilies = pgTable(
  'token_families',
  {
    id: uuid('id').primaryKey(),
    companyId: companyId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    // A credential's, or the built-in client's.
    clientId: text('client_id').notNull(),
    scopes: text('scopes').array().$type<Scope[]>().notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [index('token_families_user').on(t.userId), index('token_families_expires_at').on(t.expiresAt)],
)

/** An authorization code, as SHA-256. Used once; a second use ends the family. Company roles cannot read it. */
export const authorizationCodes = pgTable('authorization_codes', {
  codeHash: text('code_hash').primaryKey(),
  companyId: companyId(),
  familyId: uuid('family_id')
    .notNull()
    .references(() => tokenFamilies.id, { onDelete: 'cascade' }),
  redirectUri: text('redirect_uri').notNull(),
  // S256 of the verifier that the client keeps (RFC 7636).
  codeChallenge: text('code_challenge').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})

/**
 * A refresh token, as SHA-256, with the access token that was issued beside it. Used once: a second use ends the family.
 * Company roles cannot read it.
 */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    companyId: companyId(),
    familyId: uuid('family_id')
      .notNull()
      .references(() => tokenFamilies.id, { onDelete: 'cascade' }),
    accessJti: text('access_jti').notNull(),
    accessExpiresAt: instant('access_expires_at').notNull(),
    createdAt: createdAt(),
    usedAt: instant('used_at'),
  },
  (t) => [index('refresh_tokens_family').on(t.familyId), index('refresh_tokens_access_jti').on(t.accessJti)],
)

/**
 * Who administered what, and who signed in or failed to. Ids and words, never text. Nobody changes or removes a row: the
 * services' roles may only add and read.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: uuid('company_id').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    outcome: text('outcome').$type<AuditOutcome>().notNull(),
    // Why it failed, as a word.
    reason: text('reason'),
    actorKind: text('actor_kind').$type<AuditActorKind>().notNull(),
    // Null for the operator at the command line, and for somebody nobody knows.
    actorId: uuid('actor_id'),
    targetId: text('target_id'),
    correlationId: text('correlation_id'),
    at: instant('at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('audit_log_company').on(t.companyId, t.id)],
)
