import type { Tx } from '@askline/db'
import { findCompany } from '@askline/domain'
import { RefusedError } from './command.ts'

/** The company with this tag. Throws RefusedError. */
export async function companyNamed(tx: Tx, tag: string): Promise<string> {
  const company = await findCompany(tx, tag)
  if (!company) throw new RefusedError(`There is no company with the tag ${tag}.`)
  return company.companyId
}
