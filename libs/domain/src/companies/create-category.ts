import type { CategorySettings, QuestionType } from '@askline/contracts'
import { newId, type Statement, type Tx } from '@askline/db'
import { InvalidValueError } from '../errors.ts'
import { checkRequirements } from '../routing/requirements.ts'
import { nameOf } from './names.ts'

export type NewCategory = {
  /** Unique in the company: a question names its category by it. */
  name: string
  /** ONE_TO_ONE when absent. */
  type?: QuestionType
  /** Times in ms; members that are missing mean the defaults. */
  settings?: CategorySettings
}

const clearDefault: Statement = {
  name: 'clear-default-category',
  text: 'update categories set is_default = false where company_id = $1 and is_default',
}
const insertCategory: Statement = {
  name: 'insert-category',
  text: `insert into categories (id, company_id, name, type, is_default, settings, created_at)
    values ($1, $2, $3, $4, $5, $6, company_now($2))
    on conflict (company_id, name) do nothing returning id`,
}

/**
 * Creates a category. With `isDefault` it takes the place of the company's default one.
 * Throws InvalidValueError: `category_name_taken`, `requirements_invalid`, or a name that is no name.
 */
export async function createCategory(
  tx: Tx,
  input: NewCategory & { companyId: string; isDefault?: boolean },
): Promise<{ categoryId: string }> {
  const name = nameOf(input.name, 'name')
  checkRequirements(input.settings?.requirements)
  const categoryId = newId()
  if (input.isDefault) await tx.query(clearDefault, [input.companyId])
  const created = await tx.query(insertCategory, [
    categoryId,
    input.companyId,
    name,
    input.type ?? 'ONE_TO_ONE',
    input.isDefault ?? false,
    JSON.stringify(input.settings ?? {}),
  ])
  if (created.length === 0) {
    throw new InvalidValueError('category_name_taken', 'name', 'unique', `There is a category named ${name} already`)
  }
  return { categoryId }
}
