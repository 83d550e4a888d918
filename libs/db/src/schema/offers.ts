import type { OfferStatus } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { questions } from './questions.ts'

/**
 * An expert was shown a question. Pending until the expert takes or declines it, its wave runs out, or the question moves on.
 * Written under the question's row lock.
 */
export const offers = pgTable(
  'offers',
  {
    id: uuid('id').primaryKey(),
    companyId: uuid('company_id').notNull(),
    questionId: uuid('question_id')
      .notNull()
      .references(() => questions.id),
    expertId: uuid('expert_id').notNull(),
    round: integer('round').notNull(),
    wave: integer('wave').notNull(),
    status: text('status').$type<OfferStatus>().notNull().default('pending'),
    // Null: stays open until it is taken, or the question moves on.
    dueAt: instant('due_at'),
    reason: text('reason'),
    score: doublePrecision('score'),
    features: jsonb('features').$type<Record<string, number>>(),
    reasons: text('reasons').array(),
    createdAt: createdAt(),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('offers_one_pending').on(t.questionId, t.expertId).where(sql`${t.status} = 'pending'`),
    // Serves the inbox.
    index('offers_expert_pending').on(t.expertId).where(sql`${t.status} = 'pending'`),
    index('offers_question').on(t.questionId),
  ],
)
