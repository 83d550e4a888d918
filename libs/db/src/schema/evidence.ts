import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/**
 * What routing knows of a company's past, learned once and kept as bytes: a worker that starts loads them instead of learning a
 * million questions again. One row a company: the snapshot there is, and whether a younger one is due. `due_at` is a lease, as of
 * trainings. Written by the system; a company that removes
 * history lets go of its snapshot.
 */
export const evidenceSnapshots = pgTable(
  'evidence_snapshots',
  {
    companyId: uuid('company_id').primaryKey(),
    dueAt: instant('due_at'),
    beganAt: instant('began_at'),
    attempts: integer('attempts').notNull().default(0),
    // Null: there is none. Its bytes are the chunks of that id, and chunks of another id are nobody's.
    snapshotId: uuid('snapshot_id'),
    // The uploaded history it was made with, as `findCompanyTimes` names it: with another it is not used.
    history: text('history'),
    // In the company's time. What changed later is read from the rows.
    knownUntil: instant('known_until'),
    questions: integer('questions').notNull().default(0),
    sizeBytes: integer('size_bytes').notNull().default(0),
    madeAt: instant('made_at'),
  },
  (t) => [index('evidence_snapshots_due').on(t.dueAt)],
)

/** A snapshot's bytes, 1 MiB a row, so that loading one never holds the event loop. */
export const evidenceChunks = pgTable(
  'evidence_chunks',
  {
    snapshotId: uuid('snapshot_id').notNull(),
    seq: integer('seq').notNull(),
    companyId: uuid('company_id').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.snapshotId, t.seq] }), index('evidence_chunks_company').on(t.companyId)],
)
