import type { QuestionType, RatingOrder } from '@askline/contracts'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, interval } from './columns.ts'

/** What a company may set for all its questions. Missing members mean the defaults of decisions §3 and §8. */
export type CompanySettings = {
  ratingSystem?: { name: string; order: RatingOrder; values: string[] }
  /** Markdown in `bodyHtml`; otherwise escaped text with links and line breaks. */
  markdown?: boolean
  /** Questions with one of these words or phrases are turned away. */
  bannedKeywords?: string[]
  /** Questions from these e-mail domains, or below them, are turned away. */
  bannedDomains?: string[]
  /** Questions with one of these phrases go straight to the agents. */
  emergencyPhrases?: string[]
  /** Questions with a payment card number or an IBAN go straight to the agents, never to experts. */
  flagPersonalData?: boolean
  training?: TrainingSettings
}

/** How a company's models learn. Missing members mean the defaults of libs/domain's `standardTraining`. */
export type TrainingSettings = {
  /** When a newly trained model replaces the running one: where it is no worse on held-out examples, always, or by hand only. */
  replace?: 'NOT_WORSE' | 'ALWAYS' | 'BY_HAND'
  /** What of the running model's accuracy a new one may lack and still count as no worse, 0 to 1. */
  tolerance?: number
  /** Whether accepted answers of experts become known answers. */
  learnAnswers?: boolean
  /** Bytes of files a company may upload in 24 hours. */
  bytesPerDay?: number
}

/** What an expert must have to be offered a question; all members that are there. */
export type Requirement = {
  /** Topic → the least level, 1 to 5, that the company vouches for. */
  topicLevel?: Record<string, number>
  /** Certified or elite. */
  certified?: boolean
  elite?: boolean
  /** Assigned to the question's category. */
  companyCategory?: boolean
}

/** `forMs`: how long the step is in force, counted from where the one before it ends; missing in the last: for good. */
export type RequirementStep = Requirement & { forMs?: number }

/** What a category weighs more or less than its history says. */
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

/** Times in ms, decisions §8. Missing members mean the defaults. */
export type CategorySettings = {
  offerMs?: number
  waveSizes?: number[]
  /** Requirements that relax with the question's age in routing; none unless set. */
  requirements?: RequirementStep[]
  /** Units of an expert's capacity that a claim takes; 1 unless set. */
  weight?: number
  /** Age from which on a question that fits on no desk keeps lighter, younger ones from the desk it waits for. */
  patienceMs?: number
  /** How long others may take a question instead of the agents after an expert gave it up; 0: not at all. */
  secondOpinionMs?: number
  /** Its questions are routed from the backlog as if they were so many times ten minutes older; 0 unless set. */
  priority?: number
  /** Factors on what the ranking weighs, by name (libs/text `emphasisNames`), 0 to 10; 1 unless set. */
  weights?: RankingWeights
  /** Factor on the bonus of the expert who knows the asker, 0 to 10; 1 unless set. */
  preference?: number
  /** Share of waves whose last place goes to an expert with fewer than five answers, 0 to .5; .1 unless set. */
  exploration?: number
  /** Offers an expert may miss in a row before they count as AWAY; 0: any number. */
  awayAfterMissed?: number
  /** A class is found in a question's text, and an automatic answer given, only if that is right so often, .5 to .999; .9 unless set. */
  precision?: number
  /** Agents get at once what experts resolve with less than this probability, 0 to .5; 0, and so never, unless set. */
  leastChance?: number
  /** So many of the promised answer times are to be kept, .5 to .99; .8 unless set. */
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
  // A sandbox has its own time: the database's plus this. Zero everywhere else, and only a sandbox may move it.
  isSandbox: boolean('is_sandbox').notNull().default(false),
  clockOffset: interval('clock_offset').notNull().default(sql`'0'::interval`),
  createdAt: createdAt(),
})

/** Whose row it is. */
export const companyId = () =>
  uuid('company_id')
    .notNull()
    .references(() => companies.id)

/** Each category sets the type and the times of its questions. A company always has one default category. */
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
    // Where people who sign in through it are sent back to, each compared as a whole string.
    redirectUris: text('redirect_uris').array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    removedAt: instant('removed_at'),
  },
  (t) => [
    uniqueIndex('integrations_company_system').on(t.companyId, t.systemId),
    index('integrations_company').on(t.companyId),
  ],
)
