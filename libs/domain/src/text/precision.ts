import type { Statement, Tx } from '@askline/db'

/** What is found in a text must be right so often, unless a category asks for more or less. */
export const standardPrecision = 0.9

const asked: Statement = {
  name: 'asked-precision',
  text: `select (settings ->> 'precision')::float8 as precision from categories
    where company_id = $1 and (is_default or name = $2) order by name is not distinct from $2 desc limit 1`,
}

/** How often what is found in a text is to be right: by the category that is named, else by the company's default; undefined where it has set nothing. */
export async function findAskedPrecision(
  tx: Tx,
  companyId: string,
  category: string | undefined,
): Promise<number | undefined> {
  const [row] = await tx.query<{ precision: number | null }>(asked, [companyId, category ?? null])
  return row?.precision ?? undefined
}
