import type { MessageType, QuickReply, RatingSystem, ResponseType } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './column-types.ts'
import { questions } from './questions.ts'

/** An answer and the exchange under it. Its text is its first message. */
export const responses = pgTable(
  'responses',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    questionId: uuid('question_id').notNull(),
    type: text('type').$type<ResponseType>().notNull(),
    // Null for an automatic response.
    authorId: uuid('author_id'),
    isAccepted: boolean('is_accepted').notNull().default(false),
    acceptedAt: instant('accepted_at'),
    rating: text('rating'),
    // The scale that `rating` is a value of. The company may have another one since. Null without a rating.
    ratingSystem: jsonb('rating_system').$type<RatingSystem>(),
    ratedAt: instant('rated_at'),
    quickReply: text('quick_reply').$type<QuickReply>(),
    // The known answer that the asker decided of, named without a foreign key. Null until then, and where they were forgotten.
    knowledgeId: uuid('knowledge_id'),
    isViewedByUser: boolean('is_viewed_by_user').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    foreignKey({
      name: 'responses_question_fk',
      columns: [t.questionId, t.companyId],
      foreignColumns: [questions.id, questions.companyId],
    }),
    primaryKey({ name: 'responses_pkey', columns: [t.id, t.companyId] }),
    index('responses_question').on(t.questionId, t.createdAt),
    // Serves "which questions has this expert answered", newest first.
    index('responses_answered').on(t.authorId, t.id),
    // Serves the workers, which learn from what askers decided of automatic responses.
    index('responses_automatic')
      .on(t.companyId)
      .where(sql`${t.type} = 'AutoResponse' and ${t.quickReply} in ('ACCEPTED', 'REJECTED')`),
    // Serves the record of a known answer: its newest verdicts, without a look at the rows, which are all over the table.
    index('responses_verdicts')
      .on(t.companyId, t.knowledgeId, t.updatedAt, t.quickReply, t.questionId, t.id)
      .where(sql`${t.knowledgeId} is not null`),
  ],
)

/** Messages by askers, experts and agents, and system messages. A system message that no longer applies is deleted. */
export const messages = pgTable(
  'messages',
  {
    // Printed as `id`. Written under the question's row lock, so it grows in the order of a question's changes.
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    questionId: uuid('question_id').notNull(),
    // Null: stands in the conversation itself, before or beside the responses.
    responseId: uuid('response_id'),
    type: text('type').$type<MessageType>().notNull().default('MESSAGE'),
    // Null: the system.
    authorId: uuid('author_id'),
    authorKind: text('author_kind').$type<'USER' | 'EXPERT' | 'AGENT' | 'SYSTEM' | 'AUTOMATIC'>().notNull(),
    body: text('body').notNull().default(''),
    // The folded body of a message by a person, for searches.
    folded: text('folded').notNull().default(''),
    // potentialExperts of a NOTIFYING_EXPERTS message.
    detail: jsonb('detail').$type<Record<string, unknown>>(),
    externalIds: jsonb('external_ids').$type<{ id: string; system: string }[]>().notNull().default([]),
    metadata: jsonb('metadata').$type<Record<string, unknown>>(),
    isViewedByUser: boolean('is_viewed_by_user').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    foreignKey({
      name: 'messages_response_fk',
      columns: [t.responseId, t.companyId],
      foreignColumns: [responses.id, responses.companyId],
    }),
    foreignKey({
      name: 'messages_question_fk',
      columns: [t.questionId, t.companyId],
      foreignColumns: [questions.id, questions.companyId],
    }),
    primaryKey({ name: 'messages_pkey', columns: [t.id, t.companyId] }),
    index('messages_question').on(t.questionId, t.seq),
    index('messages_company').on(t.companyId, t.seq),
    // Serves the reconciler: prompts that stand. None is written by an ask.
    index('messages_open_prompts')
      .on(t.questionId)
      .where(
        sql`${t.type} in ('ACCEPT_RESPONSE_SYSTEM_MESSAGE', 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE', 'MARK_AS_RESOLVED_MESSAGE')`,
      ),
  ],
)

/**
 * Index of `messages.external_ids`, by which a message is found. Only a trigger on `messages` writes it, so no statement can forget
 * it. An index on the jsonb column would not be used: its
 * operators are not leakproof, so Postgres compares them only after row-level security.
 *
 * Has no foreign key, because each system message that is removed would look here for its rows.
 */
export const messageExternalIds = pgTable(
  'message_external_ids',
  {
    companyId: uuid('company_id').notNull(),
    externalId: text('external_id').notNull(),
    // The message's number, so that messages of one id are read in the order of the list.
    seq: bigint('seq', { mode: 'number' }).notNull(),
    system: text('system').notNull(),
  },
  (t) => [primaryKey({ name: 'message_external_ids_pkey', columns: [t.companyId, t.externalId, t.seq, t.system] })],
)
