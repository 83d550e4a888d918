import type { EventType, KnowledgeSource, KnowledgeSuspension, OutboxJob } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, instant, xid8 } from './column-types.ts'
import { questions } from './questions.ts'

/** Numbers the events of all companies. The order of a feed within one transaction. */
export const eventPosition = pgSequence('event_position')

/**
 * Every committed change of a question, one row each, written in the transaction of the change.
 * `seq` is the question's version. Holds ids and the words that contracts lists, never text.
 */
export const questionEvents = pgTable(
  'question_events',
  {
    questionId: uuid('question_id').notNull(),
    seq: integer('seq').notNull(),
    companyId: uuid('company_id').notNull(),
    type: text('type').$type<EventType>().notNull(),
    actorKind: text('actor_kind').notNull(),
    actorId: uuid('actor_id'),
    audience: text('audience').array().notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
    correlationId: text('correlation_id'),
    at: instant('at').notNull().default(sql`clock_timestamp()`),
    position: bigint('position', { mode: 'number' }).notNull().default(sql`nextval('event_position')`),
    // The writing transaction. A reader below the `xmin` of its snapshot misses no transaction that commits late.
    tx: xid8('tx').notNull().default(sql`pg_current_xact_id()`),
  },
  (t) => [
    index('question_events_feed').on(t.companyId, t.tx, t.position),
    foreignKey({
      name: 'question_events_question_fk',
      columns: [t.questionId, t.companyId],
      foreignColumns: [questions.id, questions.companyId],
    }),
    primaryKey({ name: 'question_events_pkey', columns: [t.questionId, t.seq, t.companyId] }),
  ],
)

/**
 * The jobs of one transaction, committed with it and not yet known to be in Redis. The process that committed hands them
 * over and deletes the row; the relay does it for rows that are left behind.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    // Names the jobs in BullMQ. Not `id`: a restored database counts from an old number again,
    // and BullMQ silently drops a job whose name it still remembers.
    key: uuid('key').notNull().defaultRandom(),
    companyId: uuid('company_id').notNull(),
    jobs: jsonb('jobs').$type<OutboxJob[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'outbox_pkey', columns: [t.id, t.companyId] }),
    index('outbox_created_at').on(t.createdAt),
  ],
)

/** The first answer to a request with an Idempotency-Key, stored in the transaction of its effect and replayed for 24 h. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    companyId: uuid('company_id').notNull(),
    // The sender, from the token's subject, so that two clients may use the same key.
    principal: text('principal').notNull(),
    key: text('key').notNull(),
    // SHA-256 of method, path and body.
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    body: jsonb('body').$type<unknown>(),
    questionId: uuid('question_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.principal, t.key] }),
    index('idempotency_keys_created_at').on(t.createdAt),
  ],
)

/**
 * Known answers, from which automatic answers are given: what an admin wrote, what an uploaded file held, and accepted answers of
 * experts.
 */
export const knowledge = pgTable(
  'knowledge',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    // The folded question and the folded answer in two lines, for searches.
    folded: text('folded').notNull().default(''),
    class: text('class'),
    language: text('language'),
    source: text('source').$type<KnowledgeSource>().notNull().default('ADMIN'),
    // The uploaded file. No foreign key, because removing a file removes its rows.
    fileId: uuid('file_id'),
    fileLine: integer('file_line'),
    // While it is set, the answer is not given. `suspended_reason` says why: an admin suspended it, an answer it came from was contested,
    // edited or forgotten, or askers rejected it too often.
    suspendedAt: instant('suspended_at'),
    suspendedReason: text('suspended_reason').$type<KnowledgeSuspension>(),
    // Grows with every verdict that is given, dated anew or erased. Only triggers on the two tables of verdicts write it, so no
    // statement can forget it. The row stays locked until the verdict commits.
    verdictChanges: bigint('verdict_changes', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    primaryKey({ name: 'knowledge_pkey', columns: [t.id, t.companyId] }),
    // Serves the admins' list, newest first: uuid v7 sorts by creation.
    index('knowledge_company').on(t.companyId, t.id),
    index('knowledge_file').on(t.fileId).where(sql`${t.fileId} is not null`),
  ],
)

/** The human answers a known answer came from. */
export const knowledgeSources = pgTable(
  'knowledge_sources',
  {
    knowledgeId: uuid('knowledge_id').notNull(),
    responseId: uuid('response_id').notNull(),
    companyId: uuid('company_id').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'knowledge_sources_knowledge_fk',
      columns: [t.knowledgeId, t.companyId],
      foreignColumns: [knowledge.id, knowledge.companyId],
    }).onDelete('cascade'),
    primaryKey({ name: 'knowledge_sources_pkey', columns: [t.knowledgeId, t.responseId, t.companyId] }),
    index('knowledge_sources_response').on(t.responseId),
  ],
)
