import type { FileStatus, FileType, StoredRefusal } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, createdAt, instant } from './column-types.ts'

/**
 * An uploaded file and its progress. A worker may take the file at `due_at`. That is now for a new file, and the end of the
 * lease while a worker reads it. It is null when no work is left. Holds no content of the file, only its name.
 */
export const files = pgTable(
  'files',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    type: text('type').$type<FileType>().notNull(),
    name: text('name').notNull(),
    format: text('format').$type<'CSV' | 'TSV' | 'JSONL'>(),
    sha256: text('sha256').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    status: text('status').$type<FileStatus>().notNull().default('QUEUED'),
    // The part of the file that was read, 0 to 1.
    progress: doublePrecision('progress').notNull().default(0),
    rowsRead: integer('rows_read').notNull().default(0),
    rowsAccepted: integer('rows_accepted').notNull().default(0),
    rowsRefused: integer('rows_refused').notNull().default(0),
    // The first 100 refused rows. `reasons` counts all of them.
    refused: json('refused').$type<StoredRefusal[]>().notNull().default([]),
    reasons: jsonb('reasons').$type<Record<string, number>>().notNull().default({}),
    // Number of rows with little training value, by code. Null if they were not counted.
    notes: jsonb('notes').$type<Record<string, number>>(),
    // Why the whole file was refused, or failed.
    faultCode: text('fault_code'),
    faultLine: integer('fault_line'),
    heldOutAccuracy: doublePrecision('held_out_accuracy'),
    modelId: uuid('model_id'),
    uploaderKind: text('uploader_kind').notNull(),
    uploaderId: uuid('uploader_id').notNull(),
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at'),
    // Identifies the process that reads the file: see the lease protocol in libs/domain/src/work-lease.ts.
    beganAt: instant('began_at'),
    createdAt: createdAt(),
    importedAt: instant('imported_at'),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    primaryKey({ name: 'files_pkey', columns: [t.id, t.companyId] }), // Uploading the same file again returns the first one.
    uniqueIndex('files_company_hash').on(t.companyId, t.type, t.sha256),
    index('files_company').on(t.companyId, t.id),
    index('files_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
  ],
)

/** The bytes of a file, 256 KiB per row. Deleted in the transaction that reads the last of them. */
export const fileChunks = pgTable(
  'file_chunks',
  {
    fileId: uuid('file_id').notNull(),
    seq: integer('seq').notNull(),
    companyId: uuid('company_id').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'file_chunks_file_fk',
      columns: [t.fileId, t.companyId],
      foreignColumns: [files.id, files.companyId],
    }).onDelete('cascade'),
    primaryKey({ name: 'file_chunks_pkey', columns: [t.fileId, t.seq, t.companyId] }),
    index('file_chunks_company').on(t.companyId),
  ],
)

/**
 * A text and its class: a row of a file, or the class that a person gave a question. The text of a question is not copied here,
 * so editing or forgetting the question does not have to change this row.
 */
export const trainingExamples = pgTable(
  'training_examples',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    companyId: uuid('company_id').notNull(),
    fileId: uuid('file_id'),
    line: integer('line'),
    questionId: uuid('question_id'),
    text: text('text'),
    // Null: unlabelled.
    class: text('class'),
    // The person who gave a question its class.
    userId: uuid('user_id'),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      name: 'training_examples_file_fk',
      columns: [t.fileId, t.companyId],
      foreignColumns: [files.id, files.companyId],
    }).onDelete('cascade'),
    primaryKey({ name: 'training_examples_pkey', columns: [t.id, t.companyId] }),
    index('training_examples_company').on(t.companyId, t.id),
    index('training_examples_file').on(t.fileId),
    uniqueIndex('training_examples_question').on(t.questionId, t.companyId).where(sql`${t.questionId} is not null`),
  ],
)

/** A question of uploaded history, as evidence for routing. `asker_key` is SHA-256 over the company and the asker as uploaded. */
export const pastQuestions = pgTable(
  'past_questions',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    fileId: uuid('file_id').notNull(),
    externalId: text('external_id').notNull(),
    askedAt: instant('asked_at').notNull(),
    askerKey: text('asker_key'),
    // The asker, if the company knows them.
    askerId: uuid('asker_id'),
    text: text('text').notNull(),
    tags: text('tags').array().notNull().default(sql`'{}'`),
  },
  (t) => [
    foreignKey({
      name: 'past_questions_file_fk',
      columns: [t.fileId, t.companyId],
      foreignColumns: [files.id, files.companyId],
    }).onDelete('cascade'),
    primaryKey({ name: 'past_questions_pkey', columns: [t.id, t.companyId] }),
    uniqueIndex('past_questions_file').on(t.fileId, t.externalId, t.companyId),
    index('past_questions_company').on(t.companyId, t.askedAt),
    index('past_questions_asker').on(t.companyId, t.askerKey),
  ],
)

/** An answer in uploaded history: the expert, the time and the score. Holds no text. */
export const pastAnswers = pgTable(
  'past_answers',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    questionId: uuid('question_id').notNull(),
    expertId: uuid('expert_id').notNull(),
    answeredAt: instant('answered_at').notNull(),
    score: integer('score'),
    accepted: boolean('accepted').notNull().default(false),
  },
  (t) => [
    foreignKey({
      name: 'past_answers_question_fk',
      columns: [t.questionId, t.companyId],
      foreignColumns: [pastQuestions.id, pastQuestions.companyId],
    }).onDelete('cascade'),
    primaryKey({ name: 'past_answers_pkey', columns: [t.id, t.companyId] }),
    index('past_answers_question').on(t.questionId),
    index('past_answers_expert').on(t.expertId),
  ],
)
