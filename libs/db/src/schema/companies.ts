import type { QuestionType, RatingOrder } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, interval } from './columns.ts'

/** The scale of ratings: `order` tells whether `values` begin with the best or the worst. */
export type RatingSystem = { name: string; order: RatingOrder; values: string[] }

/** A company's settings for all its questions. Omitted fields have the defaults of decisions/questions.md and decisions/timers.md. */
export type CompanySettings = {
  ratingSystem?: RatingSystem
  /** Markdown in `bodyHtml`; otherwise escaped text with links and line breaks. */
  markdown?: boolean
  /** Questions with one of these words or phrases are refused. */
  bannedKeywords?: string[]
  /** Questions from these e-mail domains or their subdomains are refused. */
  bannedDomains?: string[]
  /** Questions with one of these phrases go straight to the agents. */
  emergencyPhrases?: string[]
  /** Questions with a payment card number or an IBAN go straight to the agents, never to experts. */
  flagPersonalData?: boolean
  /** Hosts whose pictures of experts and agents are shown; none by default. All other people get a drawn picture. */
  avatarHosts?: string[]
  /** Messages by people that a question may hold; 500 by default. */
  maxMessages?: number
  training?: TrainingSettings
}

/** A company's settings for training models. Omitted fields have the defaults of `standardTraining` in libs/domain. */
export type TrainingSettings = {
  /** When a new model replaces the running one: if it is no worse on held-out examples, always, or only by hand. */
  replace?: 'NOT_WORSE' | 'ALWAYS' | 'BY_HAND'
  /** Maximum loss of accuracy with which a new model still counts as no worse than the running one, 0 to 1. */
  tolerance?: number
  /** Whether accepted answers of experts become known answers. */
  learnAnswers?: boolean
  /** Bytes of files a company may upload in 24 hours. */
  bytesPerDay?: number
}

/** Requirements on an expert who is offered a question. Every property that is present must match. */
export type Requirement = {
  /** Topic → minimum level, 1 to 5, that an admin confirmed. */
  topicLevel?: Record<string, number>
  /** Certified or elite. */
  certified?: boolean
  elite?: boolean
  /** Assigned to the question's category. */
  companyCategory?: boolean
}

/** `forMs`: how long the step applies, counted from the end of the previous step. The last step has none and never ends. */
export type RequirementStep = Requirement & { forMs?: number }

/** Factors by which a category changes the weights that ranking learned from its history. */
export type RankingWeights = {
  similar?: number
  words?: number
  activity?: number
  record?: number
  asker?: number
  hour?: number
  profile?: number
  load?: number
}

/** Settings of a category. Times are in ms; decisions/timers.md has the defaults of omitted fields. */
export type CategorySettings = {
  offerMs?: number
  waveSizes?: number[]
  /** Requirements that relax with the question's age in routing; none by default. */
  requirements?: RequirementStep[]
  /** Units of an expert's capacity that a claim takes; 1 by default. */
  weight?: number
  /** Age from which an expert's capacity is reserved for a question of more than one unit. */
  patienceMs?: number
  /** How long other experts may take a question that an expert gave up, before the agents get it; 0 disables this. */
  secondOpinionMs?: number
  /** In the backlog each point counts as ten minutes of age; 0 by default. */
  priority?: number
  /** Factors on the weights of the ranking, by name (`emphasisNames` in libs/text), 0 to 10; 1 by default. */
  weights?: RankingWeights
  /** Factor on the bonus of the expert who knows the asker, 0 to 10; 1 by default. */
  preference?: number
  /** Share of waves whose last place goes to an expert with fewer than five answers, 0 to .5; .1 by default. */
  exploration?: number
  /** Consecutive missed offers at which an expert becomes AWAY; 0 disables this. */
  awayAfterMissed?: number
  /** Required precision of predicted classes and automatic answers, .5 to .999; .9 by default. */
  precision?: number
  /** Share of out-of-scope questions up to which `precision` holds, 0 to .5. By default estimated from class verdicts, starting at .1. */
  outOfScopeShare?: number
  /** Agents get a question at once if experts resolve it with a lower probability, 0 to .5; 0 by default, which means never. */
  leastChance?: number
  /** Share of promised answer times to keep, .5 to .99; .8 by default. */
  promiseShare?: number
  autoHoldMs?: number
  leaseMs?: number
  /** Share of the escalation time after which the asker is prompted to reroute, 0 to 1. */
  rerouteShare?: number
  escalationMs?: number
  approvalMs?: number
  expiryMs?: number
}

export const companies = pgTable('companies', {
  id: uuid('id').primaryKey(),
  /** The tag printed in a question's `companies`. */
  tag: text('tag').notNull().unique(),
  name: text('name').notNull(),
  settings: jsonb('settings').$type<CompanySettings>().notNull().default({}),
  // Added to the database's time. Only a sandbox may change it; for all other companies it is zero.
  isSandbox: boolean('is_sandbox').notNull().default(false),
  clockOffset: interval('clock_offset').notNull().default(sql`'0'::interval`),
  createdAt: createdAt(),
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
    id: uuid('id').primaryKey(),
    companyId: companyId(),
    name: text('name').notNull(),
    type: text('type').$type<QuestionType>().notNull().default('ONE_TO_ONE'),
    isDefault: boolean('is_default').notNull().default(false),
    settings: jsonb('settings').$type<CategorySettings>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('categories_company_name').on(t.companyId, t.name),
    uniqueIndex('categories_one_default').on(t.companyId).where(sql`${t.isDefault}`),
  ],
)

/** A client application of a company. `systemId` is public: it names the system whose external ids it sends. */
export const integrations = pgTable(
  'integrations',
  {
    id: uuid('id').primaryKey(),
    companyId: companyId(),
    systemId: text('system_id').notNull(),
    name: text('name').notNull(),
    // Addresses to which people return after signing in. Compared as whole strings.
    redirectUris: text('redirect_uris').array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    removedAt: instant('removed_at'),
  },
  (t) => [
    uniqueIndex('integrations_company_system').on(t.companyId, t.systemId),
    index('integrations_company').on(t.companyId),
  ],
)
