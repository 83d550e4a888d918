import type {
  WebhookDeliveryStatus,
  WebhookDisabledReason,
  WebhookEndpointState,
  WebhookFormat,
} from '@askline/contracts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, instant, xid8 } from './column-types.ts'
import { companyId, integrations } from './companies.ts'

/**
 * An address to which the courier sends the company's feed, and how far it has come. Admins and integrations write what they set,
 * the courier the rest. Removed with all that belongs to it.
 */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').notNull(),
    companyId: companyId(),
    // The integration that owns it, or null for one of the company.
    integrationId: uuid('integration_id'),
    name: text('name').notNull(),
    url: text('url').notNull(),
    // Types of events that are sent. Some events no list can leave out.
    types: text('types').array().notNull(),
    format: text('format').$type<WebhookFormat>().notNull(),
    includeState: boolean('include_state').notNull().default(false),
    state: text('state').$type<WebhookEndpointState>().notNull().default('ACTIVE'),
    // Set while the state is DISABLED.
    disabledReason: text('disabled_reason').$type<WebhookDisabledReason>(),
    // The last event of the feed that became a delivery or was left out.
    cursorTx: xid8('cursor_tx').notNull(),
    cursorPosition: bigint('cursor_position', { mode: 'number' }).notNull(),
    // Failed attempts since the last success, and the company's time of the first one. Null without failures.
    failures: integer('failures').notNull().default(0),
    failingSince: instant('failing_since'),
    // While it is set, all deliveries wait. At this time of the company one is tried.
    probeAt: instant('probe_at'),
    // The courier that sends for it. Real time: another one takes over after the lease.
    runner: uuid('runner'),
    leaseUntil: instant('lease_until'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    foreignKey({
      name: 'webhook_endpoints_integration_fk',
      columns: [t.integrationId, t.companyId],
      foreignColumns: [integrations.id, integrations.companyId],
    }),
    primaryKey({ name: 'webhook_endpoints_pkey', columns: [t.id, t.companyId] }),
    index('webhook_endpoints_company').on(t.companyId, t.id),
  ],
)

/**
 * A secret that signs the requests of an endpoint, encrypted under SECRETS_KEY. An endpoint has one, or two while the new one
 * replaces the other. Requests of a company store and count secrets, and cannot read them.
 */
export const webhookSecrets = pgTable(
  'webhook_secrets',
  {
    id: uuid('id').notNull(),
    companyId: companyId(),
    endpointId: uuid('endpoint_id').notNull(),
    encryptedSecret: text('encrypted_secret').notNull(),
    encryptionKeyId: text('encryption_key_id').notNull(),
    createdAt: createdAt(),
    // When it signs no more, in real time. Null for the newest one.
    retiresAt: instant('retires_at'),
  },
  (t) => [
    foreignKey({
      name: 'webhook_secrets_endpoint_fk',
      columns: [t.endpointId, t.companyId],
      foreignColumns: [webhookEndpoints.id, webhookEndpoints.companyId],
    }).onDelete('cascade'),
    primaryKey({ name: 'webhook_secrets_pkey', columns: [t.id, t.companyId] }),
    index('webhook_secrets_endpoint').on(t.endpointId),
  ],
)

/**
 * An event that an endpoint gets. Its id is the `webhook-id` of all attempts. The body is made of the event when it is sent, so a
 * delivery holds ids only. Kept for 30 days, and with a receipt for ever.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').notNull(),
    companyId: companyId(),
    endpointId: uuid('endpoint_id').notNull(),
    // The place of the event in the feed. Null for a test.
    position: bigint('position', { mode: 'number' }),
    type: text('type').notNull(),
    // Null if the event is of the company.
    questionId: uuid('question_id'),
    seq: integer('seq'),
    // The receipt of PERSON_FORGOTTEN, which shows the endpoints that got it. Such a delivery is kept.
    receiptId: uuid('receipt_id'),
    // When the event happened, in the company's time.
    at: instant('at').notNull(),
    status: text('status').$type<WebhookDeliveryStatus>().notNull().default('WAITING'),
    // Attempts since it last became WAITING.
    attempts: integer('attempts').notNull().default(0),
    // The company's time of the next attempt. Set while it is WAITING.
    dueAt: instant('due_at'),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      name: 'webhook_deliveries_endpoint_fk',
      columns: [t.endpointId, t.companyId],
      foreignColumns: [webhookEndpoints.id, webhookEndpoints.companyId],
    }).onDelete('cascade'),
    primaryKey({ name: 'webhook_deliveries_pkey', columns: [t.id, t.companyId] }),
    uniqueIndex('webhook_deliveries_position').on(t.companyId, t.endpointId, t.position),
    index('webhook_deliveries_waiting').on(t.endpointId, t.dueAt).where(sql`${t.status} = 'WAITING'`),
    index('webhook_deliveries_endpoint').on(t.endpointId, t.id),
    index('webhook_deliveries_question').on(t.questionId).where(sql`${t.questionId} is not null`),
    index('webhook_deliveries_receipt').on(t.companyId, t.receiptId).where(sql`${t.receiptId} is not null`),
    // Index for the pruning.
    index('webhook_deliveries_created_at').on(t.createdAt).where(sql`${t.receiptId} is null`),
  ],
)

/** One request of a delivery, and the answer of the receiver. Kept for 7 days. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: uuid('id').notNull(),
    companyId: companyId(),
    deliveryId: uuid('delivery_id').notNull(),
    // Real time.
    at: instant('at').notNull().default(sql`clock_timestamp()`),
    // The HTTP status, and why there was no answer that counts, as one word. One of them is set.
    status: integer('status'),
    fault: text('fault'),
    durationMs: integer('duration_ms').notNull(),
    // The first 512 bytes of the answer. Erased if the asker of the question is forgotten, because others wrote it.
    answer: text('answer'),
  },
  (t) => [
    foreignKey({
      name: 'webhook_attempts_delivery_fk',
      columns: [t.deliveryId, t.companyId],
      foreignColumns: [webhookDeliveries.id, webhookDeliveries.companyId],
    }).onDelete('cascade'),
    primaryKey({ name: 'webhook_attempts_pkey', columns: [t.id, t.companyId] }),
    index('webhook_attempts_delivery').on(t.deliveryId, t.id),
    // Index for the pruning.
    index('webhook_attempts_at').on(t.at),
  ],
)
