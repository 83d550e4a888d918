import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

/**
 * Who asked to be forgotten: the receipt, the erasure's progress and, for good, the tombstone by which a restored backup is
 * purged again. Holds no name and no address: `email_hash` is SHA-256 over company and address.
 */
export const forgetRequests = pgTable(
  'forget_requests',
  {
    id: uuid('id').primaryKey(),
    companyId: uuid('company_id').notNull(),
    // Null: the company knew nobody by that address.
    userId: uuid('user_id'),
    emailHash: text('email_hash').notNull(),
    // How many rows of each store were erased so far.
    erased: jsonb('erased').$type<Record<string, number>>().notNull().default({}),
    createdAt: createdAt(),
    // When the erasure is to be carried on; null once it is finished.
    dueAt: instant('due_at'),
    // The pass under way: when it began, and the last question it is done with.
    passBeganAt: instant('pass_began_at'),
    lastQuestionId: uuid('last_question_id'),
    // When its rows were gone.
    finishedAt: instant('finished_at'),
    // When what was learned of them was gone as well: from stored models, and from every worker's memory.
    unlearnedAt: instant('unlearned_at'),
  },
  (t) => [
    index('forget_requests_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
    index('forget_requests_learned')
      .on(t.companyId)
      .where(sql`${t.finishedAt} is not null and ${t.unlearnedAt} is null`),
    index('forget_requests_email').on(t.companyId, t.emailHash),
  ],
)
