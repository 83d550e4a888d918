import type { AuditAction, AuditActorKind, AuditOutcome, PasswordLinkPurpose, Scope } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, instant } from './column-types.ts'
import { companyId, integrations } from './companies.ts'
import { users } from './people.ts'

/** A client id and secret of an integration, or of one person for scripts. Only the SHA-256 of the secret is stored. */
export const credentials = pgTable(
  'credentials',
  {
    clientId: text('client_id').notNull(),
    companyId: companyId(),
    // Exactly one of `integrationId` and `userId` is set.
    integrationId: uuid('integration_id'),
    userId: uuid('user_id'),
    secretHash: text('secret_hash').notNull(),
    scopes: text('scopes').array().$type<Scope[]>().notNull(),
    // Requests per minute that one token of this credential may make; null for the default of its kind.
    readsPerMinute: integer('reads_per_minute'),
    writesPerMinute: integer('writes_per_minute'),
    createdAt: createdAt(),
    // When the secret stops working. In the future while a rotated secret overlaps with its successor.
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    foreignKey({
      name: 'credentials_user_fk',
      columns: [t.userId, t.companyId],
      foreignColumns: [users.id, users.companyId],
    }),
    foreignKey({
      name: 'credentials_integration_fk',
      columns: [t.integrationId, t.companyId],
      foreignColumns: [integrations.id, integrations.companyId],
    }),
    primaryKey({ name: 'credentials_pkey', columns: [t.clientId, t.companyId] }),
  ],
)

/**
 * Tokens, credentials, people and keys that are refused from `revoked_at` on. Every process reads new rows from Postgres several
 * times a second, so a logout takes effect everywhere within a second, even without Redis. Rows are deleted when their tokens
 * have expired.
 */
export const revocations = pgTable(
  'revocations',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<'token' | 'family' | 'credential' | 'person' | 'key'>().notNull(),
    // jti, id of a sign-in, client id, user id or kid.
    subject: text('subject').notNull(),
    revokedAt: instant('revoked_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('revocations_revoked_at').on(t.revokedAt), index('revocations_subject').on(t.kind, t.subject)],
)

/**
 * Ed25519 keys that sign access tokens. The newest active key that is not retiring signs. A retiring key verifies until
 * `retiresAt`, when the last token it signed has expired. Company roles cannot read this table.
 */
export const signingKeys = pgTable(
  'signing_keys',
  {
    kid: text('kid').primaryKey(),
    publicPem: text('public_pem').notNull(),
    // AES-256-GCM under the key `encryptionKeyId` of SECRETS_KEY. Null after rotation: a retiring key only verifies.
    encryptedPrivateKey: text('encrypted_private_key'),
    encryptionKeyId: text('encryption_key_id'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    // Expiry of the last long-lived token that it signed; null while it has signed ordinary ones only.
    lastExpiryAt: instant('last_expiry_at'),
    retiresAt: instant('retires_at'),
  },
  (t) => [check('signing_keys_encryption', sql`(${t.encryptedPrivateKey} is null) = (${t.encryptionKeyId} is null)`)],
)

/**
 * All access and refresh tokens of one sign-in. Refreshing does not extend `expiresAt`. A logout, or a code or refresh token
 * that is used twice, ends the family at `endedAt`. Company roles cannot read it.
 */
export const tokenFamilies = pgTable(
  'token_families',
  {
    id: uuid('id').notNull(),
    companyId: companyId(),
    userId: uuid('user_id').notNull(),
    // The client id of a credential or of the built-in client.
    clientId: text('client_id').notNull(),
    scopes: text('scopes').array().$type<Scope[]>().notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    // SHA-256 of the cookie of the browser session that this sign-in belongs to; null for clients that keep tokens themselves.
    sessionHash: text('session_hash'),
    // When it last obtained a token. Null until its code is redeemed.
    usedAt: instant('used_at'),
    // The start of `User-Agent`, and the network of the address (/24 or /48), of the last use.
    userAgent: text('user_agent'),
    network: text('network'),
  },
  (t) => [
    foreignKey({
      name: 'token_families_user_fk',
      columns: [t.userId, t.companyId],
      foreignColumns: [users.id, users.companyId],
    }),
    unique('token_families_session_hash_unique').on(t.sessionHash, t.companyId),
    primaryKey({ name: 'token_families_pkey', columns: [t.id, t.companyId] }),
    index('token_families_user').on(t.userId, t.companyId),
    index('token_families_expires_at').on(t.expiresAt),
  ],
)

/** An authorization code, as SHA-256. Used once; a second use ends the family. Company roles cannot read it. */
export const authorizationCodes = pgTable(
  'authorization_codes',
  {
    codeHash: text('code_hash').notNull(),
    companyId: companyId(),
    familyId: uuid('family_id').notNull(),
    // Null, as `codeChallenge`, if a company's server got the code for an asker, who signs in without a redirect.
    redirectUri: text('redirect_uri'),
    // S256 of the verifier that the client keeps (RFC 7636).
    codeChallenge: text('code_challenge'),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    foreignKey({
      name: 'authorization_codes_family_fk',
      columns: [t.familyId, t.companyId],
      foreignColumns: [tokenFamilies.id, tokenFamilies.companyId],
    }).onDelete('cascade'),
    primaryKey({ name: 'authorization_codes_pkey', columns: [t.codeHash, t.companyId] }),
  ],
)

/**
 * A refresh token, as SHA-256. Used once: a second use ends the family. Sessions of browsers have none.
 * Company roles cannot read it.
 */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text('token_hash').notNull(),
    companyId: companyId(),
    familyId: uuid('family_id').notNull(),
    createdAt: createdAt(),
    usedAt: instant('used_at'),
  },
  (t) => [
    foreignKey({
      name: 'refresh_tokens_family_fk',
      columns: [t.familyId, t.companyId],
      foreignColumns: [tokenFamilies.id, tokenFamilies.companyId],
    }).onDelete('cascade'),
    primaryKey({ name: 'refresh_tokens_pkey', columns: [t.tokenHash, t.companyId] }),
    index('refresh_tokens_family').on(t.familyId),
  ],
)

/**
 * A browser in which an expert, agent or admin signed in, by the SHA-256 of its cookie. A right password from it passes the delays
 * that wrong passwords from elsewhere cause. Company roles cannot read it.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    secretHash: text('secret_hash').notNull(),
    companyId: companyId(),
    userId: uuid('user_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'known_devices_user_fk',
      columns: [t.userId, t.companyId],
      foreignColumns: [users.id, users.companyId],
    }),
    primaryKey({ name: 'known_devices_pkey', columns: [t.secretHash, t.userId, t.companyId] }),
    index('known_devices_user').on(t.userId),
    index('known_devices_expires_at').on(t.companyId, t.expiresAt),
  ],
)

/**
 * The link with which the first company is created, by the SHA-256 of its token. One row: a new link replaces the last one. No
 * company owns it, because there is none yet.
 */
export const setupLinks = pgTable(
  'setup_links',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    tokenHash: text('token_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [check('setup_links_only', sql`${t.isOnly}`)],
)

/**
 * A link with which an expert, agent or admin sets their password once, by the SHA-256 of its token. A person has at most one
 * that is not ended. Ended ones stay for a while, so that a spent invitation can name a person to ask. Company roles cannot read it.
 */
export const passwordLinks = pgTable(
  'password_links',
  {
    tokenHash: text('token_hash').notNull(),
    companyId: companyId(),
    userId: uuid('user_id').notNull(),
    purpose: text('purpose').$type<PasswordLinkPurpose>().notNull(),
    // The admin who made it; null for the operator.
    madeBy: uuid('made_by'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    // When it was used, replaced or withdrawn.
    endedAt: instant('ended_at'),
  },
  (t) => [
    foreignKey({
      name: 'password_links_user_fk',
      columns: [t.userId, t.companyId],
      foreignColumns: [users.id, users.companyId],
    }),
    primaryKey({ name: 'password_links_pkey', columns: [t.tokenHash, t.companyId] }),
    uniqueIndex('password_links_open').on(t.companyId, t.userId).where(sql`${t.endedAt} is null`),
    index('password_links_expires_at').on(t.companyId, t.expiresAt),
  ],
)

/**
 * Acts of administration, sign-ins and failed sign-ins. Holds ids and words, never text. The services insert and read rows. They
 * change only what may name a person: it is cut after 90 days, and erased with the person.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    companyId: uuid('company_id').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    outcome: text('outcome').$type<AuditOutcome>().notNull(),
    // The reason of a failure, as one word.
    reason: text('reason'),
    actorKind: text('actor_kind').$type<AuditActorKind>().notNull(),
    // Null for the operator at the command line and for an unknown person.
    actorId: uuid('actor_id'),
    targetId: text('target_id'),
    correlationId: text('correlation_id'),
    // The client's address. After 90 days its network remains, such as 203.0.113.0/24.
    address: text('address'),
    userAgent: text('user_agent'),
    // Names of the members that the act changed, such as `settings.widgetColor`.
    fields: text('fields').array().notNull().default(sql`'{}'`),
    at: instant('at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    primaryKey({ name: 'audit_log_pkey', columns: [t.id, t.companyId] }),
    index('audit_log_company').on(t.companyId, t.id),
    index('audit_log_addresses').on(t.at).where(sql`strpos(${t.address}, '/') = 0`),
  ],
)
