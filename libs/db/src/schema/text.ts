import type { QuickReply, TextRequestKind } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import { doublePrecision, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

/**
 * What the API asks the routing worker about a text, and what it is answered: the job carries the id alone. UNLOGGED (see the
 * migration): nothing here outlives a crash, and nobody waits for it longer than two seconds.
 */
export const textRequests = pgTable(
  'text_requests',
  {
    id: uuid('id').primaryKey(),
    companyId: uuid('company_id').notNull(),
    kind: text('kind').$type<TextRequestKind>().notNull(),
    request: jsonb('request').$type<Record<string, unknown>>().notNull(),
    answer: jsonb('answer').$type<Record<string, unknown>>(),
    error: text('error'),
    createdAt: createdAt(),
    answeredAt: instant('answered_at'),
  },
  // Serves the housekeeper.
  (t) => [index('text_requests_created_at').on(t.createdAt)],
)

/** What was asked of the automatic answers, what they said, and what the asker thought of it. */
export const automaticAnswers = pgTable(
  'automatic_answers',
  {
    id: uuid('id').primaryKey(),
    companyId: uuid('company_id').notNull(),
    question: text('question').notNull(),
    predictedClass: text('predicted_class'),
    confidence: doublePrecision('confidence').notNull(),
    // The known answer that was given, named without a foreign key: it may be removed later. Null: nothing was good enough.
    knowledgeId: uuid('knowledge_id'),
    // The uuid under which this one asker was given it.
    contentId: uuid('content_id'),
    body: text('body'),
    quickReply: text('quick_reply').$type<QuickReply>(),
    // Who asked or, where nobody was named then, who decided.
    userId: uuid('user_id'),
    createdAt: createdAt(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    index('automatic_answers_content').on(t.contentId),
    // Serves the workers, which learn from what was decided.
    index('automatic_answers_decided').on(t.companyId, t.decidedAt),
    // Serves the record of a known answer: its newest verdicts, without their texts.
    index('automatic_answers_verdicts')
      .on(t.companyId, t.knowledgeId, t.decidedAt, t.quickReply, t.userId, t.id)
      .where(sql`${t.knowledgeId} is not null and ${t.decidedAt} is not null`),
    // Serves the admins: what was asked lately and what became of it, without the texts.
    index('automatic_answers_lately').on(t.companyId, t.createdAt, t.knowledgeId, t.quickReply),
    // And what was asked and not answered.
    index('automatic_answers_unanswered').on(t.companyId, t.createdAt).where(sql`${t.knowledgeId} is null`),
    // Serves housekeeping, which passes over what a user judged.
    index('automatic_answers_nobodys').on(t.id).where(sql`${t.userId} is null or ${t.decidedAt} is null`),
  ],
)
