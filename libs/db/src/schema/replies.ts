import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './column-types.ts'
import { companyId } from './companies.ts'
import { users } from './people.ts'
import { questions } from './questions.ts'

/** Texts that experts and agents insert into answers. Written by the commands of `replies/replies.ts`. */
export const savedReplies = pgTable(
  'saved_replies',
  {
    id: uuid('id').notNull(),
    companyId: companyId(),
    // Null: it belongs to the company, and all experts and agents use it.
    ownerId: uuid('owner_id'),
    title: text('title').notNull(),
    // The text that a person types to find the reply, or null.
    shortcut: text('shortcut'),
    body: text('body').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'saved_replies_owner_fk',
      columns: [t.ownerId, t.companyId],
      foreignColumns: [users.id, users.companyId],
    }),
    primaryKey({ name: 'saved_replies_pkey', columns: [t.id, t.companyId] }),
    index('saved_replies_company').on(t.companyId, t.ownerId, t.id),
  ],
)

/** The unsent text of a person for one question, on all their devices. Written by `saveDraft`; an empty text deletes the row. */
export const drafts = pgTable(
  'drafts',
  {
    userId: uuid('user_id').notNull(),
    questionId: uuid('question_id').notNull(),
    companyId: companyId(),
    body: text('body').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'drafts_question_fk',
      columns: [t.questionId, t.companyId],
      foreignColumns: [questions.id, questions.companyId],
    }),
    foreignKey({
      name: 'drafts_user_fk',
      columns: [t.userId, t.companyId],
      foreignColumns: [users.id, users.companyId],
    }),
    primaryKey({ name: 'drafts_pkey', columns: [t.companyId, t.userId, t.questionId] }),
    index('drafts_question').on(t.questionId),
  ],
)
