import type pg from 'pg'
import type { Database } from './open.ts'
import type { Statement } from './statement.ts'

/**
 * Postgres keeps the plan of a statement with a name. Without names are those that are planned for their values, and all behind a
 * pooler that knows no prepared statements. Throws if the statement reads `$company` and there is none.
 */
export function queryOf(
  { pooler }: Database,
  { name, text, isPlannedForValues, namesCompany }: Omit<Statement, 'declared' | 'run'>,
  given: readonly unknown[],
  companyId?: string,
): pg.QueryConfig {
  if (namesCompany && companyId === undefined) {
    throw new Error(`The statement ${name} needs a company. Run it in inCompany, or with tx.of(companyId).`)
  }
  const values = namesCompany ? [...given, companyId] : [...given]
  return pooler === 'transaction' || isPlannedForValues ? { text, values } : { name, text, values }
}
