import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './column-types.ts'

/**
 * Requests to forget a person. A row is the receipt, the progress of the erasure and a permanent tombstone. After a backup is
 * restored, the tombstone identifies the person, who is forgotten again. Holds no name and no address: `email_hash` is SHA-256
 * over company and address.
 */
export const forgetRequests = pgTable(
  'forget_requests',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    // Null if the company knew no person with that address.
    userId: uuid('user_id'),
    emailHash: text('email_hash').notNull(),
    // Number of erased rows so far, by store.
    erased: jsonb('erased').$type<Record<string, number>>().notNull().default({}),
    createdAt: createdAt(),
    // When the erasure continues; null when it is finished.
    dueAt: instant('due_at'),
    // Start of the current pass, and the last question that it completed.
    passBeganAt: instant('pass_began_at'),
    lastQuestionId: uuid('last_question_id'),
    // When all rows were erased.
    finishedAt: instant('finished_at'),
    // When no stored model and no worker's memory knew the person any more.
    unlearnedAt: instant('unlearned_at'),
  },
  (t) => [
    primaryKey({ name: 'forget_requests_pkey', columns: [t.id, t.companyId] }),
    index('forget_requests_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
    index('forget_requests_learned')
      .on(t.companyId)
      .where(sql`${t.finishedAt} is not null and ${t.unlearnedAt} is null`),
    index('forget_requests_email').on(t.companyId, t.emailHash),
  ],
)
