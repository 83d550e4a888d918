import type { QuickReply, TextRequestKind } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import { doublePrecision, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './column-types.ts'

/**
 * Requests of the API to the routing worker about a text, and their answers. The job carries only the id. The table is UNLOGGED
 * (see the migration) and loses its rows in a crash, because no caller waits longer than two seconds.
 */
export const textRequests = pgTable(
  'text_requests',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    kind: text('kind').$type<TextRequestKind>().notNull(),
    request: jsonb('request').$type<Record<string, unknown>>().notNull(),
    answer: jsonb('answer').$type<Record<string, unknown>>(),
    error: text('error'),
    createdAt: createdAt(),
    answeredAt: instant('answered_at'),
  },
  // Index for the housekeeper.
  (t) => [
    primaryKey({ name: 'text_requests_pkey', columns: [t.id, t.companyId] }),
    index('text_requests_created_at').on(t.createdAt),
  ],
)

/** Questions asked outside of conversations, with the automatic answer and the asker's verdict. */
export const automaticAnswers = pgTable(
  'automatic_answers',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    question: text('question').notNull(),
    predictedClass: text('predicted_class'),
    confidence: doublePrecision('confidence').notNull(),
    // The known answer that was given. Null: nothing was good enough. No foreign key, because the answer may be removed later.
    knowledgeId: uuid('knowledge_id'),
    // The uuid of this copy of the answer, given to this asker.
    contentId: uuid('content_id'),
    body: text('body'),
    quickReply: text('quick_reply').$type<QuickReply>(),
    // The asker, or the user who gave the verdict if the asker was not named.
    userId: uuid('user_id'),
    createdAt: createdAt(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    primaryKey({ name: 'automatic_answers_pkey', columns: [t.id, t.companyId] }),
    index('automatic_answers_content').on(t.contentId),
    // Index for the workers, which learn from verdicts.
    index('automatic_answers_decided').on(t.companyId, t.decidedAt),
    // Index for the record of a known answer: its newest verdicts, without texts.
    index('automatic_answers_verdicts')
      .on(t.companyId, t.knowledgeId, t.decidedAt, t.quickReply, t.userId, t.id)
      .where(sql`${t.knowledgeId} is not null and ${t.decidedAt} is not null`),
    // Index for the admins' statistics of recent questions and answers, without texts.
    index('automatic_answers_lately').on(t.companyId, t.createdAt, t.knowledgeId, t.quickReply),
    // Index for recent questions without an answer.
    index('automatic_answers_unanswered').on(t.companyId, t.createdAt).where(sql`${t.knowledgeId} is null`),
    // Index for the housekeeper, which keeps answers that a user judged.
    index('automatic_answers_nobodys').on(t.id).where(sql`${t.userId} is null or ${t.decidedAt} is null`),
  ],
)
