import type { CategorySettings, CategoryView, QuestionType } from '@askline/contracts'
import { isDuplicate, type Statement, type Tx } from '@askline/db'
import { nameOf } from '../companies/names.ts'
import { InvalidValueError, NotFoundError } from '../errors.ts'
import { checkRequirements } from '../routing/requirements.ts'
import { dateTime } from '../views/dates.ts'
import { idAfter, type PageWish, pageOf } from '../views/page.ts'

type CategoryRow = {
  uuid: string
  name: string
  type: QuestionType
  isDefault: boolean
  settings: CategorySettings
  createdAt: Date
}

const columns = 'id as uuid, name, type, is_default as "isDefault", settings, created_at as "createdAt"'

const categoryOf = ({ uuid, name, type, isDefault, settings, createdAt }: CategoryRow): CategoryView => ({
  uuid,
  name,
  type,
  isDefault,
  settings,
  dateCreated: dateTime(createdAt),
})

const list: Statement = {
  name: 'admin-list-categories',
  text: `select ${columns} from categories where company_id = $1 and ($2::uuid is null or id < $2)
    order by id desc limit $3`,
}

/** A company's categories, newest first. Throws InvalidValueError for an invalid cursor. */
export async function listCategories(
  tx: Tx,
  companyId: string,
  wish: PageWish,
): Promise<{ categories: CategoryView[]; nextCursor: string | null }> {
  const rows = await tx.query<CategoryRow>(list, [companyId, idAfter(wish), wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  return { categories: page.map(categoryOf), nextCursor }
}

const one: Statement = {
  name: 'admin-category',
  text: `select ${columns} from categories where company_id = $1 and id = $2`,
}

/** One category of the company. Throws NotFoundError. */
export async function findCategory(tx: Tx, companyId: string, categoryId: string): Promise<CategoryView> {
  const [row] = await tx.query<CategoryRow>(one, [companyId, categoryId])
  if (!row) throw new NotFoundError('category', categoryId)
  return categoryOf(row)
}

export type CategoryChanges = {
  name?: string | undefined
  type?: QuestionType | undefined
  isDefault?: true | undefined
  /** Takes the place of all settings: what it leaves out is the default again. */
  settings?: CategorySettings | undefined
}

const clearDefault: Statement = {
  name: 'admin-clear-default-category',
  text: 'update categories set is_default = false where company_id = $1 and is_default and id <> $2',
}
const change: Statement = {
  name: 'admin-change-category',
  text: `update categories set name = coalesce($3, name), type = coalesce($4, type), is_default = is_default or $5,
      settings = coalesce($6::jsonb, settings)
    where company_id = $1 and id = $2 returning id`,
}

/**
 * Changes a category; open questions meet their new times when a deadline is next set. With `isDefault` it takes the
 * place of the default one. Throws NotFoundError, and InvalidValueError (`category_name_taken`, `requirements_invalid`).
 */
export async function changeCategory(
  tx: Tx,
  companyId: string,
  categoryId: string,
  changes: CategoryChanges,
): Promise<void> {
  if (changes.isDefault) {
    await findCategory(tx, companyId, categoryId)
    await tx.query(clearDefault, [companyId, categoryId])
  }
  checkRequirements(changes.settings?.requirements)
  const name = changes.name === undefined ? null : nameOf(changes.name, 'name')
  const settings = changes.settings === undefined ? null : JSON.stringify(changes.settings)
  const values = [companyId, categoryId, name, changes.type ?? null, changes.isDefault ?? false, settings]
  const found = await tx
    .savepoint(() => tx.query(change, values))
    .catch((error) => {
      if (!isDuplicate(error, 'categories_company_name')) throw error
      throw new InvalidValueError('category_name_taken', 'name', 'unique', `There is a category named ${name} already`)
    })
  if (found.length === 0) throw new NotFoundError('category', categoryId)
}
