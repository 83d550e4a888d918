import type { Tx } from '@askline/db'
import { findCompany, listCompanyTags } from '@askline/domain/companies/create-company'
import { RefusedError, UsageError } from './command.ts'

/** Returns the id of the company with this tag. Throws RefusedError if it does not exist. */
export async function companyNamed(tx: Tx, tag: string): Promise<string> {
  const company = await findCompany(tx, tag)
  if (!company) throw new RefusedError(`There is no company with the tag ${tag}.`)
  return company.companyId
}

/** Returns the id of the company with this tag, or of the only company. Throws RefusedError, or UsageError if there are several. */
export async function companyMeant(tx: Tx, tag: string | undefined): Promise<string> {
  if (tag !== undefined) return companyNamed(tx, tag)
  const [only, ...others] = await listCompanyTags(tx)
  if (only === undefined) throw new RefusedError('There is no company yet.')
  if (others.length > 0) throw new UsageError('--company is missing: there are several companies.')
  return companyNamed(tx, only)
}
