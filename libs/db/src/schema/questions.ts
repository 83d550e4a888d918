import type { QuestionStatus, QuestionType, Requirement, RerouteType, Turn } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './column-types.ts'

/**
 * The current state of each question, including its deadlines.
 *
 * Only libs/domain writes it, through changes, which increment `version` and write the event and the outbox row in the same
 * transaction. An UPDATE anywhere else skips all of that.
 *
 * People, company, category and integration have no foreign keys, because each would lock the same few parent rows on every ask.
 * Those parents are never deleted; the row of a forgotten person stays.
 *
 * The deadlines (`…_due_at`, in the company's time) are columns and not rows of another table. Each change sets and cancels
 * them, so a deadline can never disagree with the state it belongs to. An ask also writes only one row.
 */
export const questions = pgTable(
  'questions',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    askerId: uuid('asker_id').notNull(),
    integrationId: uuid('integration_id'),
    categoryId: uuid('category_id').notNull(),
    type: text('type').$type<QuestionType>().notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    // The folded subject if the asker gave one, and the folded text, in two lines, for searches. Folded by libs/domain/src/text.
    folded: text('folded').notNull().default(''),
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
    // The reason that the asker or expert gave for a reroute. Only agents see it; it is erased with its author.
    rerouteReason: text('reroute_reason'),
    closedAt: instant('closed_at'),
    numResponses: integer('num_responses').notNull().default(0),
    firstResponseAt: instant('first_response_at'),

    // When the first wave was offered, how many experts could be asked then, and the promised time until an answer, in ms.
    // All are null before the first wave. The promise is also null if too little is known.
    firstOfferedAt: instant('first_offered_at'),
    expertsAvailable: integer('experts_available'),
    promisedMs: integer('promised_ms'),

    // The holder: an expert with a claim, or the agent who took the question over. `fence` counts the claims.
    holderId: uuid('holder_id'),
    fence: integer('fence').notNull().default(0),
    // Units of the holder's capacity that the question takes now. Claims and changes of the turn set them. Stored, because the
    // category's weights may change meanwhile.
    units: integer('units').notNull().default(1),
    // Number of waves since the question last came to routing.
    wave: integer('wave').notNull().default(0),
    // Number of returns to routing. Offers of an earlier round do not prevent asking the same expert again.
    round: integer('round').notNull().default(0),
    // When the question first came to routing. A declined or returned question keeps its age.
    queuedAt: instant('queued_at').notNull().default(sql`clock_timestamp()`),

    // Since when every expert who meets the rule may take the question in this round; null before. Language (null: any) and
    // requirement are the rule. Whether it is still open also depends on status and holder.
    openToAllAt: instant('open_to_all_at'),
    openLanguage: text('open_language'),
    openRequirement: jsonb('open_requirement').$type<Requirement>(),

    // From then on the next wave may start while offers of the last one are open, because more experts can be asked.
    widensAt: instant('widens_at'),

    // The expert who gave the question up. Until `opinion_due_at` another expert may take it instead of the agents.
    opinionOf: uuid('opinion_of'),

    waveDueAt: instant('wave_due_at'),
    leaseDueAt: instant('lease_due_at'),
    promptDueAt: instant('prompt_due_at'),
    escalationDueAt: instant('escalation_due_at'),
    approvalDueAt: instant('approval_due_at'),
    silenceDueAt: instant('silence_due_at'),
    holdDueAt: instant('hold_due_at'),
    expiryDueAt: instant('expiry_due_at'),
    opinionDueAt: instant('opinion_due_at'),
    // The earliest deadline. Postgres generates it, so no statement can forget it.
    nextDueAt: instant('next_due_at').generatedAlwaysAs(
      sql`least(wave_due_at, lease_due_at, prompt_due_at, escalation_due_at, approval_due_at, silence_due_at, hold_due_at, expiry_due_at, opinion_due_at)`,
    ),
    // When the question closes by itself unless a person writes. The API shows it. The timers are `expiry_due_at` before the first
    // response, then `silence_due_at` and `approval_due_at`. Null: never (`silenceMs` 0). A reroute or the end keeps the last value.
    expiresAt: instant('expires_at'),

    // Number of changes, and the `seq` of the newest event. ETags and sockets order by it.
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    // The freshness stamp of the question (decisions/questions.md). It may be ahead of the clock.
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
    // The real time of the change, for lists.
    changedAt: instant('changed_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    primaryKey({ name: 'questions_pkey', columns: [t.id, t.companyId] }),
    check('questions_open_has_turn', sql`(${t.closedAt} is null) = (${t.turn} is not null)`),
    // Index for the sweeper.
    index('questions_next_due_at').on(t.nextDueAt).where(sql`${t.nextDueAt} is not null`),
    // Index for the reconciler, which checks all open questions in turn.
    index('questions_open').on(t.id).where(sql`${t.closedAt} is null`),
    // Index for the reconciler. Normally empty, because a closed question has neither a deadline nor an open status.
    index('questions_closed_wrongly')
      .on(t.id)
      .where(
        sql`${t.closedAt} is not null and (${t.nextDueAt} is not null or ${t.status} in ('UNRESOLVED', 'CLOSED_BY_ESCALATION', 'FLAGGED'))`,
      ),
    // Index for the asker's list, newest first. UUIDv7 sorts by creation.
    index('questions_asker').on(t.askerId, t.id),
    // Index for the company's list, newest first.
    index('questions_company').on(t.companyId, t.id),
    // Index for the company's lists and their `lastChecked`.
    index('questions_company_changed_at').on(t.companyId, t.changedAt),
    // Index for routing workers, which learn from recent outcomes of questions. Asks do not write to it.
    index('questions_settled_changed_at')
      .on(t.companyId, t.changedAt)
      .where(sql`${t.firstResponseAt} is not null or ${t.reroutedAt} is not null or ${t.closedAt} is not null`),
    // Index for the questions that an expert holds.
    index('questions_holder').on(t.holderId).where(sql`${t.holderId} is not null and ${t.closedAt} is null`),
    // Index for the agents' queue, oldest first.
    index('questions_agents_queue')
      .on(t.companyId, t.queuedAt)
      .where(sql`${t.status} in ('CLOSED_BY_ESCALATION', 'FLAGGED')`),
    // Index for the backlog: open questions that wait for experts and have no holder.
    index('questions_backlog').on(t.companyId, t.queuedAt).where(sql`${t.turn} = 'experts' and ${t.holderId} is null`),
    // Index for the inbox: questions that are open to all, oldest first.
    index('questions_open_to_all')
      .on(t.companyId, t.queuedAt, t.id)
      .where(sql`${t.openToAllAt} is not null and ${t.status} = 'UNRESOLVED' and ${t.holderId} is null`),
  ],
)

/** The client's own ids for a question: unique per company and system, and so an idempotency key on ask. */
export const questionExternalIds = pgTable(
  'question_external_ids',
  {
    companyId: uuid('company_id').notNull(),
    system: text('system').notNull(),
    externalId: text('external_id').notNull(),
    questionId: uuid('question_id').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'question_external_ids_question_fk',
      columns: [t.questionId, t.companyId],
      foreignColumns: [questions.id, questions.companyId],
    }),
    // The id comes before the system, because known clients look a question up by its id alone.
    primaryKey({
      name: 'question_external_ids_company_id_system_external_id_pk',
      columns: [t.companyId, t.externalId, t.system],
    }),
    index('question_external_ids_question').on(t.questionId),
  ],
)

/** Earlier texts of edited questions and messages. */
export const revisions = pgTable(
  'revisions',
  {
    id: uuid('id').notNull(),
    companyId: uuid('company_id').notNull(),
    questionId: uuid('question_id').notNull(),
    // Null for the question's own text.
    messageId: uuid('message_id'),
    text: text('text').notNull(),
    replacedAt: instant('replaced_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    foreignKey({
      name: 'revisions_question_fk',
      columns: [t.questionId, t.companyId],
      foreignColumns: [questions.id, questions.companyId],
    }),
    primaryKey({ name: 'revisions_pkey', columns: [t.id, t.companyId] }),
    index('revisions_question').on(t.questionId),
  ],
)
