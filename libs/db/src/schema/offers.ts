import type { OfferStatus, PromiseBasis, Requirement, RoutingDecisionKind, RoutingVerdict } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, instant } from './column-types.ts'
import { companyId } from './companies.ts'
import { questions } from './questions.ts'

/**
 * An offer of a question to an expert. Pending until the expert takes or declines it, its wave ends, or the question moves on.
 * Written under the question's row lock.
 */
export const offers = pgTable(
  'offers',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    questionId: uuid('question_id').notNull(),
    expertId: uuid('expert_id').notNull(),
    round: integer('round').notNull(),
    wave: integer('wave').notNull(),
    // Null if the offer stays open until it is taken or the question moves on.
    dueAt: instant('due_at'),
    score: doublePrecision('score'),
    reasons: text('reasons').array(),
    createdAt: createdAt(),
    // The end of an offer changes only these, so that Postgres logs little of the row.
    status: text('status').$type<OfferStatus>().notNull().default('pending'),
    reason: text('reason'),
    closedAt: instant('closed_at'),
  },
  (t) => [
    foreignKey({
      name: 'offers_question_fk',
      columns: [t.questionId, t.companyId],
      foreignColumns: [questions.id, questions.companyId],
    }),
    primaryKey({ name: 'offers_pkey', columns: [t.id, t.companyId] }),
    // The expert comes first, because inboxes read it.
    uniqueIndex('offers_one_pending').on(t.expertId, t.questionId, t.companyId).where(sql`${t.status} = 'pending'`),
    // Index for the record of an expert. New offers do not write to it.
    index('offers_expert_closed').on(t.expertId, t.closedAt).where(sql`${t.status} <> 'pending'`),
    index('offers_question').on(t.questionId),
  ],
)

/**
 * How offers ended that were deleted since: by expert and by the day on which they ended, in UTC of the company's time. Holds
 * numbers only. Written by the statement that deletes the offers; read by the record of an expert.
 */
export const offerDays = pgTable(
  'offer_days',
  {
    companyId: companyId(),
    expertId: uuid('expert_id').notNull(),
    day: date('day').notNull(),
    claimed: integer('claimed').notNull(),
    declined: integer('declined').notNull(),
    missed: integer('missed').notNull(),
    withdrawn: integer('withdrawn').notNull(),
    released: integer('released').notNull(),
    lapsed: integer('lapsed').notNull(),
    escalated: integer('escalated').notNull(),
    // Time from the offer to its claim in ms, for each claimed offer of a wave. A median needs all of them.
    claimMs: doublePrecision('claim_ms').array().notNull(),
  },
  (t) => [
    primaryKey({ name: 'offer_days_pkey', columns: [t.companyId, t.expertId, t.day] }),
    // Index for the housekeeper.
    index('offer_days_day').on(t.day),
  ],
)

/** One expert in a routing decision. `features` are the features of the ranking that are not zero. */
export type RoutingCandidate = {
  expertId: string
  verdict: RoutingVerdict
  score?: number
  features?: Record<string, number>
  /** The part of the requirement that the expert did not meet. */
  unmet?: Requirement
}

/** Facts about the question that a decision used. A fact that was not looked at is omitted. Holds no text. */
export type RoutingFacts = {
  /** The class that the company's classifier predicted, and its confidence, 0 to 1. */
  predictedClass?: string
  classConfidence?: number
  /** The promised time until an answer, in ms, with the basis of the estimate and the number of past questions. */
  promisedMs?: number
  promiseBasis?: PromiseBasis
  promiseCases?: number
  /** Probability that experts resolve it, 0 to 1, the category's minimum, and the number of past questions behind it. */
  chance?: number
  leastChance?: number
  chanceCases?: number
  /** Steps of the category's requirements that no active expert can ever meet, in their order; never empty. */
  passedOver?: Requirement[]
  /** Time from the decision until the requirements relax, in ms. */
  relaxesInMs?: number
}

/**
 * Why routing offered a question to these experts and not to others. One row per wave, written with its offers. A decision to ask
 * no expert is stored too, and `times` counts its repetitions. Rows are kept for 30 days of real time.
 *
 * Has no foreign keys: no data depends on these rows, and checking each key would slow down every wave.
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
    // The category's requirements at that time.
    requirement: json('requirement').$type<Requirement>(),
    isLast: boolean('is_last').notNull().default(false),
    rosterId: uuid('roster_id').notNull(),
    // Ranked experts, best first, also those who were asked, then those whom this question's past rules out.
    candidates: json('candidates').$type<RoutingCandidate[]>().notNull(),
    // Number of experts of the company for each verdict, including those not named.
    counts: json('counts').$type<Partial<Record<RoutingVerdict, number>>>().notNull(),
    facts: json('facts').$type<RoutingFacts>(),
    times: integer('times').notNull().default(1),
    // In the company's time.
    at: instant('at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({
      name: 'routing_decisions_pkey',
      columns: [t.companyId, t.questionId, t.round, t.wave, t.kind],
    }),
    // Index for the housekeeper.
    index('routing_decisions_created_at').on(t.createdAt),
  ],
)

/**
 * A company's experts as a worker saw them for some time, so that decisions of that time need not list them all. Says for each
 * of the first 50 experts why they could not be asked, or that they could.
 */
export const routingRosters = pgTable(
  'routing_rosters',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    named: json('named').$type<RoutingCandidate[]>().notNull(),
    createdAt: createdAt(),
  },
  // Index for the housekeeper.
  (t) => [
    primaryKey({ name: 'routing_rosters_pkey', columns: [t.id, t.companyId] }),
    index('routing_rosters_created_at').on(t.createdAt),
  ],
)
