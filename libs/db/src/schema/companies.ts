import type { CategorySettings, CompanySettings, QuestionType, TrainingSettings } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import { boolean, date, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, interval } from './column-types.ts'

/** The stored settings of a company. Omitted settings have the defaults of the catalogue in libs/contracts. */
export type StoredCompanySettings = CompanySettings & { training?: Partial<TrainingSettings> }

export const companies = pgTable('companies', {
  id: uuid('id').primaryKey(),
  /** The tag printed in a question's `companies`. */
  tag: text('tag').notNull().unique(),
  name: text('name').notNull(),
  settings: jsonb('settings').$type<StoredCompanySettings>().notNull().default({}),
  // Added to the database's time. Only a sandbox may change it; for all other companies it is zero.
  isSandbox: boolean('is_sandbox').notNull().default(false),
  clockOffset: interval('clock_offset').notNull().default(sql`'0'::interval`),
  createdAt: createdAt(),
  // When an admin dismissed the page of first steps. Null while it is shown.
  startDismissedAt: instant('start_dismissed_at'),
})

/** Returns the column of the company that owns a row. */
export const companyId = () =>
  uuid('company_id')
    .notNull()
    .references(() => companies.id)

/** A category sets the type and times of its questions. A company always has one default category. */
export const categories = pgTable(
  'categories',
  {
    id: uuid('id').notNull(),
    companyId: companyId(),
    name: text('name').notNull(),
    type: text('type').$type<QuestionType>().notNull().default('ONE_TO_ONE'),
    isDefault: boolean('is_default').notNull().default(false),
    settings: jsonb('settings').$type<CategorySettings>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'categories_pkey', columns: [t.id, t.companyId] }),
    uniqueIndex('categories_company_name').on(t.companyId, t.name),
    uniqueIndex('categories_one_default').on(t.companyId).where(sql`${t.isDefault}`),
  ],
)

/** A client application of a company. `systemId` is public: it names the system whose external ids it sends. */
export const integrations = pgTable(
  'integrations',
  {
    id: uuid('id').notNull(),
    companyId: companyId(),
    systemId: text('system_id').notNull(),
    name: text('name').notNull(),
    // Addresses to which people return after signing in. Compared as whole strings.
    redirectUris: text('redirect_uris').array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    removedAt: instant('removed_at'),
  },
  (t) => [
    primaryKey({ name: 'integrations_pkey', columns: [t.id, t.companyId] }),
    uniqueIndex('integrations_company_system').on(t.companyId, t.systemId),
    index('integrations_company').on(t.companyId),
  ],
)

/** A day, in UTC, on which the widget's frame was opened in a page of an allowed origin. Kept for 90 days. */
export const widgetOpenings = pgTable(
  'widget_openings',
  {
    companyId: companyId(),
    origin: text('origin').notNull(),
    day: date('day').notNull(),
  },
  (t) => [
    primaryKey({ name: 'widget_openings_pkey', columns: [t.companyId, t.origin, t.day] }),
    index('widget_openings_day').on(t.day),
  ],
)
