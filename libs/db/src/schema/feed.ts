import type { CompanyEventType } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import { bigint, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, xid8 } from './column-types.ts'

/**
 * Changes of a company that concern no single question, one row each, written in the transaction of the change. The feed
 * is the union of them and `question_events`, which share one sequence. Holds ids and words that contracts lists, never text.
 */
export const companyEvents = pgTable(
  'company_events',
  {
    companyId: uuid('company_id').notNull(),
    tx: xid8('tx').notNull().default(sql`pg_current_xact_id()`),
    position: bigint('position', { mode: 'number' }).notNull().default(sql`nextval('event_position')`),
    type: text('type').$type<CompanyEventType>().notNull(),
    detail: jsonb('detail').$type<Record<string, string>>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ name: 'company_events_pkey', columns: [t.companyId, t.tx, t.position] })],
)

/** One row: the feed of this database. A restored database gets a new id, because places of the former feed mean other events in it. */
export const feeds = pgTable('feeds', {
  id: uuid('id').primaryKey().defaultRandom(),
})

/**
 * How far the transactions were, once an hour. Events of a transaction before `tx` are older than `at`. So the feed finds
 * its oldest readable event by real time, although the events carry the company's time.
 */
export const feedMarks = pgTable('feed_marks', {
  at: instant('at').primaryKey().default(sql`clock_timestamp()`),
  tx: xid8('tx').notNull(),
})
