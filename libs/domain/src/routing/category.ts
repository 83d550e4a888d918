import type { CategorySettings, QuestionType } from '@askline/contracts'
import { categories, statement, type Tx, types } from '@askline/db'
import { InvalidValueError } from '../errors.ts'

/** The columns of a category that routing reads. */
export type RoutedCategory = { categoryId: string; type: QuestionType; settings: CategorySettings }

const routed = statement({
  name: 'routed-category',
  params: [types.uuid, types.nullable(types.text)],
  row: { categoryId: categories.id, type: categories.type, settings: categories.settings },
  text: `select id as "categoryId", type, settings from categories
    where company_id = $1 and case when $2::text is null then is_default else name = $2 end`,
})

/** Returns the named category or the company's default. Throws InvalidValueError `category_unknown`. */
export async function findRoutedCategory(tx: Tx, companyId: string, name: string | undefined): Promise<RoutedCategory> {
  const [category] = await tx.query(routed, [companyId, name ?? null])
  if (category) return category
  const message = `The company has no category ${name ?? '(default)'}`
  throw new InvalidValueError('category_unknown', 'questionCategory', 'known', message)
}
