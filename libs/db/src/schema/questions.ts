import type { QuestionStatus, QuestionType, RerouteType, Turn } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

/**
 * One row per question, at its present state, its deadlines included.
 *
 * Only libs/domain writes it, through a move: a guarded UPDATE that counts `version` and, in the same transaction,
 * writes the event and the outbox row. An UPDATE anywhere else skips all of that.
 *
 * People, company, category and integration are named without foreign keys: each would lock the same few parent rows on
 * every ask, and none of those parents is ever deleted (a forgotten person keeps the row).
 *
 * The deadlines (`…_due_at`, in the company's time) are columns and not rows of their own: setting and cancelling one
 * is part of the guarded UPDATE, so a deadline can never disagree with the state it belongs to, and an ask writes one row.
 */
export const questions = pgTable(
  'questions',
  {
    id: uuid('id').primaryKey(),
    companyId: uuid('company_id').notNull(),
    askerId: uuid('asker_id').notNull(),
    integrationId: uuid('integration_id'),
    categoryId: uuid('category_id').notNull(),
    type: text('type').$type<QuestionType>().notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    language: text('language'),
    languages: text('languages').array().notNull().default(sql`'{}'`),
    companyTags: text('company_tags').array().notNull(),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
    predictedClass: text('predicted_class'),

    status: text('status').$type<QuestionStatus>().notNull().default('UNRESOLVED'),
    turn: text('turn').$type<Turn>(),
    isRerouted: boolean('is_rerouted').notNull().default(false),
    rerouteType: text('reroute_type').$type<RerouteType>(),
    reroutedAt: instant('rerouted_at'),
    // What the asker or expert said when they rerouted it: for the agents, and erased with its author.
    rerouteReason: text('reroute_reason'),
    closedAt: instant('closed_at'),
    numResponses: integer('num_responses').notNull().default(0),
    firstResponseAt: instant('first_response_at'),

    // When its first wave went out, how many experts could have been asked then, and in how many ms after that the wave
    // promised an answer. Null: not offered yet; too little is known to promise anything.
    firstOfferedAt: instant('first_offered_at'),
    expertsAvailable: integer('experts_available'),
    promisedMs: integer('promised_ms'),

    // Who holds it: an expert under a claim, or the agent who took it over. `fence` counts the claims.
    holderId: uuid('holder_id'),
    fence: integer('fence').notNull().default(0),
    // What the newest claim weighs on its expert's desk: set with it, so that a category may change meanwhile.
    units: integer('units').notNull().default(1),
    // Waves of offers sent since it last came to routing.
    wave: integer('wave').notNull().default(0),
    // Counts how often it came back to routing: offers of an earlier round do not keep an expert from being asked anew.
    round: integer('round').notNull().default(0),
    // When it came to routing first: a declined or returned question keeps its age.
    queuedAt: instant('queued_at').notNull().default(sql`clock_timestamp()`),

    // From then on the next wave may go out although offers of the last one are open: who could not be asked before, can be.
    widensAt: instant('widens_at'),

    // An expert gave it up, and until `opinion_due_at` another may take it instead of the agents. Who it was, and whether they
    // held it: then the asker goes on seeing it as claimed, and nothing of all this.
    opinionOf: uuid('opinion_of'),
    opinionHeld: boolean('opinion_held').notNull().default(false),

    waveDueAt: instant('wave_due_at'),
    leaseDueAt: instant('lease_due_at'),
    promptDueAt: instant('prompt_due_at'),
    escalationDueAt: instant('escalation_due_at'),
    approvalDueAt: instant('approval_due_at'),
    holdDueAt: instant('hold_due_at'),
    expiryDueAt: instant('expiry_due_at'),
    opinionDueAt: instant('opinion_due_at'),
    // The next of them: Postgres keeps it, so it cannot be forgotten.
    nextDueAt: instant('next_due_at').generatedAlwaysAs(
      sql`least(wave_due_at, lease_due_at, prompt_due_at, escalation_due_at, approval_due_at, hold_due_at, expiry_due_at, opinion_due_at)`,
    ),
    // Printed; `expiry_due_at` is the timer and is cancelled by a reroute.
    expiresAt: instant('expires_at').notNull(),

    // Counts the changes; the seq of the event that told of it. ETags and sockets order by it.
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    // The freshness stamp of one question (decisions §3): may run ahead of the clock.
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
    // The real time of the change, for lists.
    changedAt: instant('changed_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    check('questions_open_has_turn', sql`(${t.closedAt} is null) = (${t.turn} is not null)`),
    // Serves the sweeper.
    index('questions_next_due_at').on(t.nextDueAt).where(sql`${t.nextDueAt} is not null`),
    // Serves the reconciler, which goes round all open questions.
    index('questions_open').on(t.id).where(sql`${t.closedAt} is null`),
    // Serves the reconciler as well, and is empty: what is closed has neither a deadline nor an open status.
    index('questions_closed_wrongly')
      .on(t.id)
      .where(
        sql`${t.closedAt} is not null and (${t.nextDueAt} is not null or ${t.status} in ('UNRESOLVED', 'CLOSED_BY_ESCALATION', 'FLAGGED'))`,
      ),
    // Serves an asker's own list, newest first: uuid v7 sorts by creation.
    index('questions_asker').on(t.askerId, t.id),
    // Serves the company's lists and `lastChecked` on them.
    index('questions_company_changed_at').on(t.companyId, t.changedAt),
    // Serves routing workers, who learn from what became of questions lately. Asks do not touch it.
    index('questions_settled_changed_at')
      .on(t.companyId, t.changedAt)
      .where(sql`${t.firstResponseAt} is not null or ${t.reroutedAt} is not null or ${t.closedAt} is not null`),
    // Serves "what does this expert hold".
    index('questions_holder').on(t.holderId).where(sql`${t.holderId} is not null and ${t.closedAt} is null`),
    // Serves the agents' queue, oldest first.
    index('questions_agents_queue')
      .on(t.companyId, t.queuedAt)
      .where(sql`${t.status} in ('CLOSED_BY_ESCALATION', 'FLAGGED')`),
    // Serves the backlog: open, the experts' turn, nobody holds it.
    index('questions_backlog').on(t.companyId, t.queuedAt).where(sql`${t.turn} = 'experts' and ${t.holderId} is null`),
  ],
)

/** The client's own ids for a question: unique per company and system, and so an idempotency key on ask. */
export const questionExternalIds = pgTable(
  'question_external_ids',
  {
    companyId: uuid('company_id').notNull(),
    system: text('system').notNull(),
    externalId: text('external_id').notNull(),
    questionId: uuid('question_id')
      .notNull()
      .references(() => questions.id),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.system, t.externalId] }),
    index('question_external_ids_question').on(t.questionId),
  ],
)

/** Earlier texts of edited questions and messages. */
export const revisions = pgTable(
  'revisions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    companyId: uuid('company_id').notNull(),
    questionId: uuid('question_id')
      .notNull()
      .references(() => questions.id),
    // Null for the question's own text.
    messageId: uuid('message_id'),
    text: text('text').notNull(),
    replacedAt: instant('replaced_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('revisions_question').on(t.questionId)],
)
