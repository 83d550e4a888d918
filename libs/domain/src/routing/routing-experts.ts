import type { Availability } from '@askline/contracts'
import type { Statement, Tx, WorkingHours } from '@askline/db'
import { columnsOf, type Window } from './windows.ts'

/** An expert as a router looks at them. Read in the system's transactions; nothing here changes a row. */
export type RoutingExpert = {
  companyId: string
  expertId: string
  isActive: boolean
  availability: Availability
  /** Units held at once, at most, and how many are held. */
  capacity: number
  load: number
  /** ISO 639-1 codes; empty: any language. */
  languages: string[]
  topics: string[]
  /** Topic → 1 to 5, as the company vouches for. */
  topicLevels: Record<string, number>
  /** Categories the expert is assigned to. */
  categoryIds: string[]
  /** None: always at work. */
  workingHours: WorkingHours | null
  isOfficial: boolean
  isCertified: boolean
  isElite: boolean
  lastActiveAt: Date
}

const expertColumns = `e.company_id as "companyId", e.user_id as "expertId", e.is_active as "isActive", e.availability,
  e.capacity, e.load, e.languages, e.topics, e.topic_levels as "topicLevels", e.category_ids as "categoryIds", e.working_hours as "workingHours", e.is_official as "isOfficial", e.is_certified as "isCertified",
  e.is_elite as "isElite", e.last_active_at as "lastActiveAt"`

const expertsOf: Statement = {
  name: 'routing-experts',
  text: `select ${expertColumns} from experts e where e.company_id = $1`,
}

/** Every expert of a company, those who are no longer active too. */
export function findRoutingExperts(tx: Tx, companyId: string): Promise<RoutingExpert[]> {
  return tx.query<RoutingExpert>(expertsOf, [companyId])
}

const changedExperts: Statement = {
  name: 'changed-routing-experts',
  text: `select ${expertColumns} from unnest($1::uuid[], $2::timestamptz[]) as w(company_id, since)
    join experts e on e.company_id = w.company_id and e.changed_at > w.since`,
}

/** Experts in whom something a router looks at changed after their company's `since`, by the database's clock. */
export function findChangedExperts(tx: Tx, windows: Window[]): Promise<RoutingExpert[]> {
  return tx.query<RoutingExpert>(changedExperts, columnsOf(windows))
}
