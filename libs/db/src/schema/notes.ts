import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './column-types.ts'
import { companyId } from './companies.ts'
import { questions } from './questions.ts'

/**
 * Internal notes of experts and agents about a question. Askers and integrations never see it, and it does not change the
 * question. Written by `addNote`; deleted when the asker is forgotten.
 */
export const notes = pgTable(
  'notes',
  {
    id: uuid('id').notNull(),
    companyId: companyId(),
    questionId: uuid('question_id').notNull(),
    authorId: uuid('author_id').notNull(),
    authorKind: text('author_kind').$type<'EXPERT' | 'AGENT'>().notNull(),
    body: text('body').notNull(),
    createdAt: createdAt(),
  },
  // Serves the list of one question, oldest first: uuid v7 sorts by creation.
  (t) => [
    foreignKey({
      name: 'notes_question_fk',
      columns: [t.questionId, t.companyId],
      foreignColumns: [questions.id, questions.companyId],
    }),
    primaryKey({ name: 'notes_pkey', columns: [t.id, t.companyId] }),
    index('notes_question').on(t.questionId, t.id),
  ],
)
