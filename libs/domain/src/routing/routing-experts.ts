import { experts, type RowOf, selectList, statement, type Tx, types } from '@askline/db'
import { columnsOf, type Window } from './windows.ts'

/** The columns of table `experts` that routing reads. */
const columns = {
  companyId: experts.companyId,
  expertId: experts.userId,
  availability: experts.availability,
  /** Most units that may be held at once. `load` is the number of units held. */
  capacity: experts.capacity,
  load: experts.load,
  /** ISO 639-1 codes; empty: any language. */
  languages: experts.languages,
  topics: experts.topics,
  /** Maps a topic to a level from 1 to 5, given by the company. */
  topicLevels: experts.topicLevels,
  /** Categories the expert is assigned to. */
  categoryIds: experts.categoryIds,
  /** Null: always at work. */
  workingHours: experts.workingHours,
  isOfficial: experts.isOfficial,
  isCertified: experts.isCertified,
  isElite: experts.isElite,
  lastActiveAt: experts.lastActiveAt,
} as const
/** `isActive` is false for a blocked expert too. */
const expertRow = { ...columns, isActive: experts.isActive } as const
export type RoutingExpert = RowOf<typeof expertRow>

const expertColumns = `${selectList(columns, 'e')}, e.is_active and not u.is_blocked as "isActive"`
const person = 'join users u on u.id = e.user_id and u.company_id = e.company_id'

// `offset 0`: the company is found by its index. Postgres would otherwise walk through the experts of all companies in order.
const expertsOf = statement({
  name: 'routing-experts',
  params: [types.uuid, types.nullable(types.uuid), types.int],
  row: expertRow,
  text: `select ${expertColumns} from (select * from experts where company_id = $1 offset 0) e ${person}
    where $2::uuid is null or e.user_id > $2 order by e.user_id limit $3`,
})

/** Experts per statement. Reading ten thousand at once blocks the event loop for a fifth of a second. */
const pageSize = 1_000

/** Returns every expert of a company, including inactive ones. Other work runs between the pages that it reads. */
export async function findRoutingExperts(tx: Tx, companyId: string): Promise<RoutingExpert[]> {
  const found: RoutingExpert[] = []
  for (;;) {
    const page = await tx.query(expertsOf, [companyId, found.at(-1)?.expertId ?? null, pageSize])
    found.push(...page)
    if (page.length < pageSize) return found
  }
}

const changedExperts = statement({
  name: 'changed-routing-experts',
  params: [types.array(types.uuid), types.array(types.instant)],
  row: expertRow,
  text: `select ${expertColumns} from unnest($1::uuid[], $2::timestamptz[]) as w(company_id, since)
    join experts e on e.company_id = w.company_id and e.changed_at > w.since ${person}`,
})

/** Returns experts whose routing columns changed after their company's `since`, by the database's clock. */
export function findChangedExperts(tx: Tx, windows: Window[]): Promise<RoutingExpert[]> {
  return tx.query(changedExperts, columnsOf(windows))
}
