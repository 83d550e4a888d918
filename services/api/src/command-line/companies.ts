import type { Tx } from '@askline/db'
import { findCompany, listCompanyTags } from '@askline/domain'
import { RefusedError, UsageError } from './command.ts'

/** The company with this tag. Throws RefusedError. */
export async function companyNamed(tx: Tx, tag: string): Promise<string> {
  const company = await findCompany(tx, tag)
  if (!company) throw new RefusedError(`There is no company with the tag ${tag}.`)
  return company.companyId
}

/** The company with this tag or, where none is given, the only one there is. Throws RefusedError, UsageError among several. */
export async function companyMeant(tx: Tx, tag: string | undefined): Promise<string> {
  if (tag !== undefined) return companyNamed(tx, tag)
  const [only, ...others] = await listCompanyTags(tx)
  if (only === undefined) throw new RefusedError('There is no company yet.')
  if (others.length > 0) throw new UsageError('--company is missing: there are several companies.')
  return companyNamed(tx, only)
}
