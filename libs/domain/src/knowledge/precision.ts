import { categoryDefaults, outOfScopeClass } from '@askline/contracts'
import { categories, statement, type Tx, types } from '@askline/db'
import { verdictsOfCompany } from './verdicts.ts'

/** The assumed share of out-of-scope questions counts as much as this many verdicts. */
const verdictsOfAssumption = 100
/** An estimate above this would withhold nearly everything. */
const mostOutOfScopeShare = 0.5
const newestVerdicts = 1_000

export type PrecisionSettings = { precision: number | undefined; outOfScopeShare: number | undefined }

const asked = statement({
  name: 'asked-precision',
  params: [types.uuid, types.nullable(types.text)],
  row: { precision: types.nullable(types.float), outOfScopeShare: types.nullable(types.float) },
  text: `select (settings ->> 'precision')::float8 as precision, (settings ->> 'outOfScopeShare')::float8 as "outOfScopeShare"
    from categories
    where company_id = $1 and (is_default or name = $2) order by name is not distinct from $2 desc limit 1`,
})

/** Finds the required precision and the assumed share of out-of-scope questions of a category, or of the company's default category. */
export async function findPrecisionSettings(
  tx: Tx,
  companyId: string,
  category: string | undefined,
): Promise<PrecisionSettings> {
  const [row] = await tx.query(asked, [companyId, category ?? null])
  return { precision: row?.precision ?? undefined, outOfScopeShare: row?.outOfScopeShare ?? undefined }
}

const ofCategories = statement({
  name: 'precision-settings-of-categories',
  params: [types.uuid],
  row: { categoryId: categories.id, name: categories.name, settings: categories.settings },
  text: `select id as "categoryId", name, settings from categories where company_id = $1 order by is_default desc, name limit 1000`,
})

/** Finds the precision settings of a company's first 1,000 categories: the default one first, then by name. */
export async function listPrecisionSettings(tx: Tx, companyId: string) {
  const rows = await tx.query(ofCategories, [companyId])
  return rows.map(({ categoryId, name, settings: { precision, outOfScopeShare } }) => ({
    categoryId,
    name,
    precision,
    outOfScopeShare,
  }))
}

const verdicts = statement({
  name: 'count-out-of-scope-verdicts',
  params: [types.uuid, types.int],
  row: { judged: types.int, outOfScope: types.int },
  text: `select count(*)::int as judged, (count(*) filter (where class = '${outOfScopeClass}'))::int as "outOfScope" from (
      select class, at from (
        select e.class, e.created_at as at from training_examples e
        where e.company_id = $1 and e.question_id is not null and e.class is not null
        union all
        select k.class, v.at from ${verdictsOfCompany} v join knowledge k on k.id = v.knowledge_id and k.company_id = $1
        where v.quick_reply = 'ACCEPTED' and k.class is not null
          and not exists (select 1 from training_examples e where e.question_id = v.question_id and e.company_id = $1)
      ) said order by at desc limit $2
    ) newest`,
})

/**
 * Estimates the share of out-of-scope questions, 0 to .5, from the newest 1,000 class verdicts of people. The default of .1 counts as
 * 100 verdicts. People correct mistakes more often than they confirm, so the estimate is rather too high, which keeps the precision.
 */
export async function estimateOutOfScopeShare(tx: Tx, companyId: string): Promise<number> {
  const [row] = await tx.query(verdicts, [companyId, newestVerdicts])
  const { judged, outOfScope } = row ?? { judged: 0, outOfScope: 0 }
  const share = (categoryDefaults.outOfScopeShare * verdictsOfAssumption + outOfScope) / (verdictsOfAssumption + judged)
  return Math.min(mostOutOfScopeShare, share)
}
