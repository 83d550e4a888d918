import type { DeadLetterKind, DeadLetterOutcome } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, interval } from './columns.ts'

/**
 * A sandbox's clock is to be moved forward: what is asked, how far it has come, and who is at it. A worker goes from deadline to
 * deadline and holds the row under a lease, so that one that is killed is followed by another; a company's advances are made
 * one after the other, in the order of their ids.
 */
export const clockAdvances = pgTable(
  'clock_advances',
  {
    id: uuid('id').primaryKey(),
    companyId: uuid('company_id').notNull(),
    advanceMs: bigint('advance_ms', { mode: 'number' }).notNull(),
    // Null until its turn comes: where the company's clock stood, and the offset that is to be reached.
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
    index('clock_advances_open').on(t.companyId, t.id).where(sql`${t.finishedAt} is null`),
    index('clock_advances_company').on(t.companyId, t.id),
  ],
)

/**
 * What could not be done however often it was tried: a job, an outbox row, a question's deadline. Stays until somebody replays or
 * discards it. Holds ids and words, never text. Written by the system; a company's admins settle their own.
 */
export const deadLetters = pgTable(
  'dead_letters',
  {
    id: uuid('id').primaryKey(),
    // Null: the job names no company's row, and only the operator sees it.
    companyId: uuid('company_id'),
    kind: text('kind').$type<DeadLetterKind>().notNull(),
    // The job's name, or which deadline it is.
    name: text('name').notNull(),
    // The job's name in BullMQ: a job that fails for good is one letter, however often that is noticed.
    jobKey: text('job_key'),
    questionId: uuid('question_id'),
    // Null where it is no payload of that job.
    payload: jsonb('payload').$type<Record<string, unknown>>(),
    // Why, as a word.
    reason: text('reason').notNull(),
    attempts: integer('attempts').notNull(),
    createdAt: createdAt(),
    settledAt: instant('settled_at'),
    outcome: text('outcome').$type<DeadLetterOutcome>(),
  },
  (t) => [
    uniqueIndex('dead_letters_job').on(t.jobKey),
    // A question's deadlines wait while one of them is a dead letter: the sweeper looks here.
    uniqueIndex('dead_letters_deadline').on(t.questionId).where(sql`${t.kind} = 'deadline' and ${t.settledAt} is null`),
    index('dead_letters_company').on(t.companyId, t.id),
    // Serves the housekeeper.
    index('dead_letters_settled').on(t.settledAt).where(sql`${t.settledAt} is not null`),
  ],
)

/**
 * Questions that were in the hands of a worker when it died: each is routed alone, so that the one that kills its workers is found
 * and the others go on. A row lives for moments, and an empty table costs routing nothing.
 */
export const quarantinedQuestions = pgTable(
  'quarantined_questions',
  {
    questionId: uuid('question_id').primaryKey(),
    companyId: uuid('company_id').notNull(),
    // How often it was taken to be routed alone, counted before that is begun, and when it was last.
    tries: integer('tries').notNull().default(0),
    triedAt: instant('tried_at'),
  },
  // Serves the workers, who take the least tried first.
  (t) => [index('quarantined_questions_tries').on(t.tries, t.questionId)],
)

/** How often the reconciler had to mend an invariant, by company and hour of real time. Wanted: no rows. */
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
