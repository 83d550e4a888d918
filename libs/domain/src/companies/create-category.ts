import type { CategorySettings, QuestionType } from '@askline/contracts'
import { categories, newId, type Tx } from '@askline/db'
import { and, eq } from 'drizzle-orm'
import { companyNow } from '../clock/company-time.ts'
import { InvalidValueError } from '../errors.ts'
import { checkRequirements } from '../people/requirements.ts'
import { nameOf } from './names.ts'

export type NewCategory = {
  /** Unique in the company: a question names its category by it. */
  name: string
  /** ONE_TO_ONE when absent. */
  type?: QuestionType
  /** Times in ms; members that are missing mean the defaults. */
  settings?: CategorySettings
}

/** Takes the mark of the default category away. The caller marks another one in the same transaction. */
export async function clearDefaultCategory(tx: Tx, companyId: string): Promise<void> {
  await tx.orm
    .update(categories)
    .set({ isDefault: false })
    .where(and(eq(categories.companyId, companyId), categories.isDefault))
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
  if (input.isDefault) await clearDefaultCategory(tx, input.companyId)
  const created = await tx.orm
    .insert(categories)
    .values({
      id: categoryId,
      companyId: input.companyId,
      name,
      type: input.type ?? 'ONE_TO_ONE',
      isDefault: input.isDefault ?? false,
      settings: input.settings ?? {},
      createdAt: await companyNow(tx, input.companyId),
    })
    .onConflictDoNothing({ target: [categories.companyId, categories.name] })
    .returning({ id: categories.id })
  if (created.length === 0) {
    throw new InvalidValueError(
      'category_name_taken',
      'name',
      'unique',
      `The company already has a category named ${name}.`,
    )
  }
  return { categoryId }
}
