import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './column-types.ts'

/**
 * The current evidence snapshot of each company, and whether a newer one is due. A snapshot holds as bytes what routing learned
 * from past questions. A worker that starts loads it instead of learning from up to a million questions again.
 * `due_at` is a lease, as in `trainings`. Written by the system; removing uploaded history drops the snapshot.
 */
export const evidenceSnapshots = pgTable(
  'evidence_snapshots',
  {
    companyId: uuid('company_id').primaryKey(),
    dueAt: instant('due_at'),
    beganAt: instant('began_at'),
    attempts: integer('attempts').notNull().default(0),
    // The current snapshot, or null. Chunks that belong to any other id are garbage.
    snapshotId: uuid('snapshot_id'),
    // Identifies the uploaded history it was made with, as `findCompanyTimes` does. A snapshot of other history is not used.
    history: text('history'),
    // In the company's time. Later changes are read from the rows.
    knownUntil: instant('known_until'),
    questions: integer('questions').notNull().default(0),
    sizeBytes: integer('size_bytes').notNull().default(0),
    madeAt: instant('made_at'),
  },
  (t) => [index('evidence_snapshots_due').on(t.dueAt)],
)

/** The bytes of a snapshot, 1 MiB per row, so that loading one does not block the event loop. */
export const evidenceChunks = pgTable(
  'evidence_chunks',
  {
    snapshotId: uuid('snapshot_id').notNull(),
    seq: integer('seq').notNull(),
    companyId: uuid('company_id').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [
    primaryKey({ name: 'evidence_chunks_pkey', columns: [t.snapshotId, t.seq, t.companyId] }),
    index('evidence_chunks_company').on(t.companyId),
  ],
)
