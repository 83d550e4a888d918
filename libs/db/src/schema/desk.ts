import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { companyId } from './companies.ts'
import { users } from './people.ts'
import { questions } from './questions.ts'

/** Texts that experts and agents insert into answers. Written by the commands of `desk/replies.ts`. */
export const savedReplies = pgTable(
  'saved_replies',
  {
    id: uuid('id').primaryKey(),
    companyId: companyId(),
    // Null: it belongs to the company, and all experts and agents use it.
    ownerId: uuid('owner_id').references(() => users.id),
    title: text('title').notNull(),
    // What a person types to find it; null for none.
    shortcut: text('shortcut'),
    body: text('body').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('saved_replies_company').on(t.companyId, t.ownerId, t.id)],
)

/** The unsent text of a person for one question, on all their devices. Written by `saveDraft`; an empty text deletes the row. */
export const drafts = pgTable(
  'drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    questionId: uuid('question_id')
      .notNull()
      .references(() => questions.id),
    companyId: companyId(),
    body: text('body').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.questionId] }), index('drafts_question').on(t.questionId)],
)
