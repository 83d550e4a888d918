import type { InvariantView } from '@askline/contracts'
import { repairs, statement, type Tx, types } from '@askline/db'
import { timeOf } from '../clock/company-time.ts'
import { dateTime } from '../format/dates.ts'
import {
  betweenTables,
  brokenBetween,
  held,
  invariants,
  isOverdue,
  ofClosed,
  ofQuestions,
  openStatus,
} from './invariants.ts'

const quoted = (name: string) => `"${name}"`
const violationsOf = statement({
  name: 'count-violations',
  params: [types.uuid],
  row: Object.fromEntries(Object.keys(invariants).map((name) => [name, types.int])),
  text: `select ${[
    ...Object.entries(ofQuestions).map(([name, { broken }]) => [name, `q.closed_at is null and (${broken})`] as const),
    ...Object.entries(ofClosed).map(([name, { broken }]) => [name, `q.closed_at is not null and (${broken})`] as const),
    ['deadlines-are-met', isOverdue(timeOf('q.company_id'))] as const,
  ]
    .map(([name, condition]) => `(count(*) filter (where ${condition}))::int as ${quoted(name)}`)
    .join(', ')},
      ${Object.entries(betweenTables)
        .map(([name, rule]) => `(select count(*)::int ${brokenBetween(rule)} and q.company_id = $1) as ${quoted(name)}`)
        .join(', ')},
      (select count(*)::int from experts e where e.company_id = $1 and e.load <> ${held('e')}) as "load-is-what-is-held"
    -- Each part is found by a partial index. Together they would read all questions of the company.
    from (
      select * from questions q where q.company_id = $1 and q.closed_at is null
      union all
      select * from questions q where q.company_id = $1 and q.closed_at is not null and (q.next_due_at is not null or ${openStatus})
    ) q`,
})

const repairsIn = statement({
  name: 'find-repairs',
  params: [types.uuid],
  row: { invariant: repairs.invariant, total: types.int, lastAt: types.instant, lastDay: types.int },
  text: `select invariant, sum(count)::int as total, max(last_at) as "lastAt",
      coalesce(sum(count) filter (where hour > clock_timestamp() - interval '24 hours'), 0)::int as "lastDay"
    from repairs where company_id = $1 group by invariant`,
})

/** Every invariant of a company: how often it does not hold at this moment, and how often it was mended. */
export async function findInvariants(tx: Tx, companyId: string): Promise<InvariantView[]> {
  const [violations] = await tx.query(violationsOf, [companyId])
  const mended = new Map((await tx.query(repairsIn, [companyId])).map((row) => [row.invariant, row]))
  return Object.entries(invariants).map(([name, description]) => {
    const { total = 0, lastDay = 0, lastAt } = mended.get(name) ?? {}
    const repaired = { total, lastDay, lastDate: lastAt ? dateTime(lastAt) : null }
    return { name, description, violations: violations?.[name] ?? 0, repaired }
  })
}
