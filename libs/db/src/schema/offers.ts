import type { OfferStatus, PromiseBasis, RoutingDecisionKind, RoutingVerdict } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import type { Requirement } from './companies.ts'
import { questions } from './questions.ts'

/**
 * An expert was shown a question. Pending until the expert takes or declines it, its wave runs out, or the question moves on.
 * Written under the question's row lock.
 */
export const offers = pgTable(
  'offers',
  {
    id: uuid('id').primaryKey(),
    companyId: uuid('company_id').notNull(),
    questionId: uuid('question_id')
      .notNull()
      .references(() => questions.id),
    expertId: uuid('expert_id').notNull(),
    round: integer('round').notNull(),
    wave: integer('wave').notNull(),
    status: text('status').$type<OfferStatus>().notNull().default('pending'),
    // Null: stays open until it is taken, or the question moves on.
    dueAt: instant('due_at'),
    reason: text('reason'),
    score: doublePrecision('score'),
    features: jsonb('features').$type<Record<string, number>>(),
    reasons: text('reasons').array(),
    createdAt: createdAt(),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('offers_one_pending').on(t.questionId, t.expertId).where(sql`${t.status} = 'pending'`),
    // Serves the inbox.
    index('offers_expert_pending').on(t.expertId).where(sql`${t.status} = 'pending'`),
    index('offers_question').on(t.questionId),
  ],
)

/** One expert as a decision of routing saw them. `features` are those of the ranking that are not zero. */
export type RoutingCandidate = {
  expertId: string
  verdict: RoutingVerdict
  score?: number
  features?: Record<string, number>
  /** The part of the requirement that the expert did not meet. */
  unmet?: Requirement
}

/** What a decision knew of the question itself. Missing: it was not looked at. Holds no text. */
export type RoutingFacts = {
  /** The class that the company's classifier found, and how sure it was, 0 to 1. */
  predictedClass?: string
  classConfidence?: number
  /** ms until an answer, as it was promised; what the estimate rests on, and on how many past questions. */
  promisedMs?: number
  promiseBasis?: PromiseBasis
  promiseCases?: number
  /** How probably experts resolve it, 0 to 1, the least the category asks for, and how many past questions say so. */
  chance?: number
  leastChance?: number
  chanceCases?: number
  /** Steps of the category's requirements that nobody active could ever meet, in their order; never empty. */
  passedOver?: Requirement[]
  /** ms from the decision on until less is required of experts. */
  relaxesInMs?: number
}

/**
 * Why routing offered a question to these experts and not to others, one row for each wave, written with its offers, which
 * keep the scores and features of those who were asked. Nobody to offer it to is a decision too: the same one again counts
 * `times`. Kept for 30 days, by real time.
 *
 * Named without foreign keys: nothing depends on these rows, and a check for each would slow every wave.
 */
export const routingDecisions = pgTable(
  'routing_decisions',
  {
    questionId: uuid('question_id').notNull(),
    companyId: uuid('company_id').notNull(),
    round: integer('round').notNull(),
    wave: integer('wave').notNull(),
    kind: text('kind').$type<RoutingDecisionKind>().notNull(),
    policyVersion: text('policy_version').notNull(),
    language: text('language'),
    // What the category required of experts just then.
    requirement: json('requirement').$type<Requirement>(),
    isLast: boolean('is_last').notNull().default(false),
    rosterId: uuid('roster_id').notNull(),
    // Those who were not asked although they could have been, best first, and those whom this question's past rules out.
    candidates: json('candidates').$type<RoutingCandidate[]>().notNull(),
    // How many experts the company has for each verdict, named or not.
    counts: json('counts').$type<Partial<Record<RoutingVerdict, number>>>().notNull(),
    // What it knew of the question itself: class, promise, prospects.
    facts: json('facts').$type<RoutingFacts>(),
    times: integer('times').notNull().default(1),
    // In the company's time.
    at: instant('at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.questionId, t.round, t.wave, t.kind] }),
    // Serves the housekeeper.
    index('routing_decisions_created_at').on(t.createdAt),
  ],
)

/**
 * A company's experts as a worker saw them for a while, so that each decision of that while need not name them all: for every
 * one of the first 50 what kept them from being asked, or that nothing did.
 */
export const routingRosters = pgTable(
  'routing_rosters',
  {
    id: uuid('id').primaryKey(),
    companyId: uuid('company_id').notNull(),
    named: json('named').$type<RoutingCandidate[]>().notNull(),
    createdAt: createdAt(),
  },
  // Serves the housekeeper.
  (t) => [index('routing_rosters_created_at').on(t.createdAt)],
)
