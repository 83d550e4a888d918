import type { Availability, AwayReason, Role } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { companyId } from './companies.ts'

/**
 * Every person of a company: askers, experts, agents, admins. `role` is the most a person may be; everybody may ask.
 * A forgotten person keeps the row (answers of others point at it) and loses name and e-mail.
 */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    companyId: companyId(),
    role: text('role').$type<Role>().notNull().default('user'),
    // Lower case; null once forgotten.
    email: text('email'),
    name: text('name').notNull(),
    avatarUrl: text('avatar_url'),
    // argon2id, for people who sign in.
    passwordHash: text('password_hash'),
    isBlocked: boolean('is_blocked').notNull().default(false),
    createdAt: createdAt(),
    forgottenAt: instant('forgotten_at'),
  },
  (t) => [
    // Serves "who is this userEmail", on every call of an integration.
    uniqueIndex('users_company_email').on(t.companyId, t.email),
    index('users_company_role').on(t.companyId, t.role).where(sql`${t.role} <> 'user'`),
    // Serves the admins' list, newest first: uuid v7 sorts by creation.
    index('users_company').on(t.companyId, t.id),
    // Serves sign-in where no company is named.
    index('users_staff_email').on(t.email).where(sql`${t.role} <> 'user'`),
  ],
)

/** Shifts by weekday, on the clocks of the time zone (`hh:mm`; 1 is Monday, 7 and 0 are Sunday), and dates without any. */
export type WorkingHours = {
  timeZone: string
  days: { day: number; from: string; to: string }[]
  holidays?: string[]
}

/** What makes a person an expert. `load` and reputation are written by the domain's moves only. */
export const experts = pgTable(
  'experts',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    companyId: companyId(),
    isActive: boolean('is_active').notNull().default(true),
    availability: text('availability').$type<Availability>().notNull().default('AVAILABLE'),
    // Offers that ran out one after the other, without a sign of life since; so many make an expert AWAY.
    missedOffers: integer('missed_offers').notNull().default(0),
    // Why the system, not the expert, set AWAY.
    awayReason: text('away_reason').$type<AwayReason>(),
    // Units held at once, at most. `load` is how many are held: a claim counts its units up under the row's lock.
    capacity: integer('capacity').notNull().default(5),
    load: integer('load').notNull().default(0),
    languages: text('languages').array().notNull().default(sql`'{en}'`),
    topics: text('topics').array().notNull().default(sql`'{}'`),
    // What admins vouch for, by topic: 1 to 5. Requirements look at these, and never at what experts say of themselves.
    topicLevels: jsonb('topic_levels').$type<Record<string, number>>().notNull().default({}),
    // Categories the expert is assigned to; only requirements look at them.
    categoryIds: uuid('category_ids').array().notNull().default(sql`'{}'`),
    workingHours: jsonb('working_hours').$type<WorkingHours>(),
    isOfficial: boolean('is_official').notNull().default(false),
    isCertified: boolean('is_certified').notNull().default(false),
    isElite: boolean('is_elite').notNull().default(false),
    numberOfAnswers: integer('number_of_answers').notNull().default(0),
    ratedAnswers: integer('rated_answers').notNull().default(0),
    // Sum of ratings, each 0 (worst) to 1 (best).
    ratingSum: doublePrecision('rating_sum').notNull().default(0),
    lastActiveAt: instant('last_active_at').notNull().default(sql`clock_timestamp()`),
    // Set when anything a router looks at changes: routing workers reload what is newer than what they hold.
    changedAt: instant('changed_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('experts_company').on(t.companyId, t.changedAt)],
)
