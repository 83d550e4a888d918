import type { Availability, AwayReason, Role } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, instant } from './column-types.ts'
import { companyId } from './companies.ts'

/**
 * Every person of a company: askers, experts, agents, admins. `role` is the highest role of a person; every person may ask.
 * The row of a forgotten person stays without name and e-mail, because other rows reference it.
 */
export const users = pgTable(
  'users',
  {
    id: uuid('id').notNull(),
    companyId: companyId(),
    role: text('role').$type<Role>().notNull().default('user'),
    // The spelling that was given, for showing; null once forgotten.
    email: text('email'),
    // The normal form of `email` (domain/src/people/address.ts), by which a person is found; null once forgotten.
    address: text('address'),
    name: text('name').notNull(),
    // The folded name, for searches.
    folded: text('folded').notNull().default(''),
    avatarUrl: text('avatar_url'),
    // argon2id, for people who sign in.
    passwordHash: text('password_hash'),
    // When they asked for a link to set a new password. Null once they have it.
    passwordRequestedAt: instant('password_requested_at'),
    isBlocked: boolean('is_blocked').notNull().default(false),
    createdAt: createdAt(),
    forgottenAt: instant('forgotten_at'),
  },
  (t) => [
    primaryKey({ name: 'users_pkey', columns: [t.id, t.companyId] }),
    check('users_address', sql`(${t.email} is null) = (${t.address} is null)`),
    // Index for finding a person by `userEmail`, on every call of an integration.
    uniqueIndex('users_company_address').on(t.companyId, t.address),
    index('users_company_role').on(t.companyId, t.role).where(sql`${t.role} <> 'user'`),
    // Serves the admins' list, newest first: uuid v7 sorts by creation.
    index('users_company').on(t.companyId, t.id),
    // Index for sign-in without a company.
    index('users_staff_address').on(t.address).where(sql`${t.role} <> 'user'`),
  ],
)

/** Shifts by weekday in local time (`hh:mm`; 1 is Monday, 7 and 0 are Sunday), and dates without shifts. */
export type WorkingHours = {
  timeZone: string
  days: { day: number; from: string; to: string }[]
  holidays?: string[]
}

/** The profile of an expert. Only the domain's moves write `load` and the reputation. */
export const experts = pgTable(
  'experts',
  {
    userId: uuid('user_id').notNull(),
    companyId: companyId(),
    isActive: boolean('is_active').notNull().default(true),
    availability: text('availability').$type<Availability>().notNull().default('AVAILABLE'),
    // Consecutive missed offers since the last activity. At `awayAfterMissed` the expert becomes AWAY.
    missedOffers: integer('missed_offers').notNull().default(0),
    // Why the system set AWAY. Null if the expert did.
    awayReason: text('away_reason').$type<AwayReason>(),
    // Since when the expert is AWAY or OFFLINE. Null while AVAILABLE.
    awaySince: instant('away_since'),
    // Maximum of units held at once. `load` is the number held; a claim adds its units under the row's lock.
    capacity: integer('capacity').notNull().default(5),
    load: integer('load').notNull().default(0),
    languages: text('languages').array().notNull().default(sql`'{en}'`),
    topics: text('topics').array().notNull().default(sql`'{}'`),
    // Levels that admins confirmed, by topic, 1 to 5. Requirements use only these, never what experts say about themselves.
    topicLevels: jsonb('topic_levels').$type<Record<string, number>>().notNull().default({}),
    // Categories the expert is assigned to. Only requirements use them.
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
    // Set when data that routing uses changes. Routing workers reload experts that changed since they last read.
    changedAt: instant('changed_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    foreignKey({
      name: 'experts_user_fk',
      columns: [t.userId, t.companyId],
      foreignColumns: [users.id, users.companyId],
    }),
    primaryKey({ name: 'experts_pkey', columns: [t.userId, t.companyId] }),
    index('experts_company').on(t.companyId, t.changedAt),
  ],
)
