import type { DeadLetterKind, DeadLetterOutcome } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, instant, interval } from './column-types.ts'

/**
 * A request to move a sandbox's clock forward, its progress and its worker. A worker goes from deadline to deadline and holds the
 * row under a lease, so another worker continues if it is killed. The advances of a company run one at a time, ordered by id.
 */
export const clockAdvances = pgTable(
  'clock_advances',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    advanceMs: bigint('advance_ms', { mode: 'number' }).notNull(),
    // The company's time at the start, and the offset to reach. Both are null until the advance starts.
    fromAt: instant('from_at'),
    toOffset: interval('to_offset'),
    // Deadlines met so far.
    moves: integer('moves').notNull().default(0),
    runner: uuid('runner'),
    leaseUntil: instant('lease_until'),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    primaryKey({ name: 'clock_advances_pkey', columns: [t.id, t.companyId] }),
    index('clock_advances_open').on(t.companyId, t.id).where(sql`${t.finishedAt} is null`),
    index('clock_advances_company').on(t.companyId, t.id),
  ],
)

/**
 * Work that failed after all retries: a job, an outbox row or a question's deadline. It is open until a person replays or discards
 * it. Holds ids and words, never text. Written by the system; a company's admins settle their own.
 */
export const deadLetters = pgTable(
  'dead_letters',
  {
    id: uuid('id').primaryKey(),
    // Null if the job names no row of a company. Only the operator sees it then.
    companyId: uuid('company_id'),
    kind: text('kind').$type<DeadLetterKind>().notNull(),
    // The name of the job or of the deadline.
    name: text('name').notNull(),
    // The job's name in BullMQ. Unique, so a failed job has one dead letter even if its failure is noticed twice.
    jobKey: text('job_key'),
    questionId: uuid('question_id'),
    // Null if it is not a valid payload of the job.
    payload: jsonb('payload').$type<Record<string, unknown>>(),
    // The reason, as one word.
    reason: text('reason').notNull(),
    attempts: integer('attempts').notNull(),
    createdAt: createdAt(),
    settledAt: instant('settled_at'),
    outcome: text('outcome').$type<DeadLetterOutcome>(),
  },
  (t) => [
    uniqueIndex('dead_letters_job').on(t.jobKey),
    // Index for the sweeper: no deadline of a question is met while one of them is a dead letter.
    uniqueIndex('dead_letters_deadline').on(t.questionId).where(sql`${t.kind} = 'deadline' and ${t.settledAt} is null`),
    index('dead_letters_company').on(t.companyId, t.id),
    // Index for the housekeeper.
    index('dead_letters_settled').on(t.settledAt).where(sql`${t.settledAt} is not null`),
  ],
)

/**
 * Questions that a worker was routing when it died. Each is routed alone, which finds the question that kills its workers and lets
 * the others continue. Rows live for moments, and an empty table costs routing nothing.
 */
export const quarantinedQuestions = pgTable(
  'quarantined_questions',
  {
    questionId: uuid('question_id').notNull(),
    companyId: uuid('company_id').notNull(),
    // How often and when last it was routed alone. Counted before routing starts, because a worker that dies cannot count.
    tries: integer('tries').notNull().default(0),
    triedAt: instant('tried_at'),
  },
  // Index for workers: fewest tries first.
  (t) => [
    primaryKey({ name: 'quarantined_questions_pkey', columns: [t.questionId, t.companyId] }),
    index('quarantined_questions_tries').on(t.tries, t.questionId),
  ],
)

/** Number of repairs of an invariant by the reconciler, by company and hour of real time. Should be empty. */
export const repairs = pgTable(
  'repairs',
  {
    companyId: uuid('company_id').notNull(),
    invariant: text('invariant').notNull(),
    hour: instant('hour').notNull(),
    count: integer('count').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.invariant, t.hour] })],
)

/**
 * The progress of the reconciler, one row. A worker locks the row for a step, so one reconciler runs at a time over all workers.
 * If it dies, its lock ends with it, and any other worker takes the next step. Times are real times of the database.
 */
export const reconciliation = pgTable(
  'reconciliation',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    // When the next step is due.
    dueAt: instant('due_at').notNull(),
    // Changes before it were checked.
    changesAt: instant('changes_at').notNull(),
    // Start of the newest pass over all open questions.
    passAt: instant('pass_at').notNull(),
    // The last question that the running pass has checked. Null: no pass is running.
    passedId: uuid('passed_id'),
  },
  (t) => [check('reconciliation_one_row', sql`${t.isOnly}`)],
)
