import type { QuestionType } from '@askline/contracts'
import type { CategorySettings, Statement, Tx } from '@askline/db'
import { InvalidValueError } from '../errors.ts'

/** A category as routing looks at it. */
export type RoutedCategory = { categoryId: string; type: QuestionType; settings: CategorySettings }

const routed: Statement = {
  name: 'routed-category',
  text: `select id as "categoryId", type, settings from categories
    where company_id = $1 and case when $2::text is null then is_default else name = $2 end`,
}

/** The category that a question would get: the one it names, else the company's default. Throws InvalidValueError `category_unknown`. */
export async function findRoutedCategory(tx: Tx, companyId: string, name: string | undefined): Promise<RoutedCategory> {
  const [category] = await tx.query<RoutedCategory>(routed, [companyId, name ?? null])
  if (category) return category
  const message = `The company has no category ${name ?? '(default)'}`
  throw new InvalidValueError('category_unknown', 'questionCategory', 'known', message)
}
