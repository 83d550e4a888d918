import type { ModelReportView, ModelVerdict } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, createdAt, instant } from './column-types.ts'

/** A classifier that was trained to the end, with what held-out examples tell of it. A row is written once, when all of it is known. */
export const models = pgTable(
  'models',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    // 1, 2, 3 … of the company.
    version: integer('version').notNull(),
    examples: integer('examples').notNull(),
    classes: integer('classes').notNull(),
    heldOut: integer('held_out').notNull(),
    accuracy: doublePrecision('accuracy').notNull(),
    calibrationError: doublePrecision('calibration_error').notNull(),
    report: json('report').$type<ModelReportView>().notNull(),
    // Against the version that ran then, on examples neither had learned from.
    comparedWith: uuid('compared_with'),
    comparedCases: integer('compared_cases'),
    comparedAccuracy: doublePrecision('compared_accuracy'),
    runningAccuracy: doublePrecision('running_accuracy'),
    verdict: text('verdict').$type<ModelVerdict>().notNull(),
    // The predicted class of each held-out example, by a hash of its text.
    judged: bytea('judged').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    // Something it learned from was erased since.
    isStale: boolean('is_stale').notNull().default(false),
    createdAt: createdAt(),
    // It knows nothing that was said or uploaded later.
    learnedUntil: instant('learned_until').notNull(),
    // When it began to run, the last time, but for going back to it; null where it never did, or was gone back from.
    ranAt: instant('ran_at'),
  },
  (t) => [
    primaryKey({ name: 'models_pkey', columns: [t.id, t.companyId] }),
    uniqueIndex('models_company_version').on(t.companyId, t.version),
  ],
)

/** A model as bytes, 1 MiB a row, so that loading one never holds the event loop. */
export const modelChunks = pgTable(
  'model_chunks',
  {
    modelId: uuid('model_id').notNull(),
    seq: integer('seq').notNull(),
    companyId: uuid('company_id').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'model_chunks_model_fk',
      columns: [t.modelId, t.companyId],
      foreignColumns: [models.id, models.companyId],
    }).onDelete('cascade'),
    primaryKey({ name: 'model_chunks_pkey', columns: [t.modelId, t.seq, t.companyId] }),
  ],
)

/** The model every worker answers with: one row a company, and the one UPDATE that replaces it. */
export const runningModels = pgTable(
  'running_models',
  {
    companyId: uuid('company_id').primaryKey(),
    modelId: uuid('model_id').notNull(),
    // Training leaves it alone until it is unpinned.
    isPinned: boolean('is_pinned').notNull().default(false),
    changedAt: instant('changed_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    foreignKey({
      name: 'running_models_model_fk',
      columns: [t.modelId, t.companyId],
      foreignColumns: [models.id, models.companyId],
    }),
  ],
)

/** The training that is due for a company. Files and verdicts share one row. `due_at` is a lease, as in `files`. */
export const trainings = pgTable(
  'trainings',
  {
    companyId: uuid('company_id').primaryKey(),
    dueAt: instant('due_at'),
    // Asked for again while it runs.
    wantedAt: instant('wanted_at').notNull().default(sql`clock_timestamp()`),
    beganAt: instant('began_at'),
    attempts: integer('attempts').notNull().default(0),
    progress: doublePrecision('progress').notNull().default(0),
    // Something that was learned from is erased: what comes of it runs, however well it does.
    mustReplace: boolean('must_replace').notNull().default(false),
    // The highest version that an admin removed, so that its number is not given again.
    lastRemoved: integer('last_removed').notNull().default(0),
  },
  (t) => [index('trainings_due').on(t.dueAt).where(sql`${t.dueAt} is not null`)],
)
