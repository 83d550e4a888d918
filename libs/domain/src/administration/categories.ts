import type { CategorySettings, CategoryView, QuestionType } from '@askline/contracts'
import { categories, isDuplicate, type RowOf, type Tx } from '@askline/db'
import { and, desc, eq, lt } from 'drizzle-orm'
import { clearDefaultCategory } from '../companies/create-category.ts'
import { nameOf } from '../companies/names.ts'
import { InvalidValueError, NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { idAfter, type PageWish, pageOf } from '../format/page.ts'
import { checkRequirements } from '../people/requirements.ts'

const columns = {
  uuid: categories.id,
  name: categories.name,
  type: categories.type,
  isDefault: categories.isDefault,
  settings: categories.settings,
  createdAt: categories.createdAt,
}

const categoryOf = ({ uuid, name, type, isDefault, settings, createdAt }: RowOf<typeof columns>): CategoryView => ({
  uuid,
  name,
  type,
  isDefault,
  settings,
  dateCreated: dateTime(createdAt),
})

/** A company's categories, newest first. Throws InvalidValueError for an invalid cursor. */
export async function listCategories(
  tx: Tx,
  companyId: string,
  wish: PageWish,
): Promise<{ categories: CategoryView[]; nextCursor: string | null }> {
  const after = idAfter(wish)
  const rows = await tx.orm
    .select(columns)
    .from(categories)
    .where(and(eq(categories.companyId, companyId), after === null ? undefined : lt(categories.id, after)))
    .orderBy(desc(categories.id))
    .limit(wish.limit + 1)
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  return { categories: page.map(categoryOf), nextCursor }
}

const isOne = (companyId: string, categoryId: string) =>
  and(eq(categories.companyId, companyId), eq(categories.id, categoryId))

/** One category of the company. Throws NotFoundError. */
export async function findCategory(tx: Tx, companyId: string, categoryId: string): Promise<CategoryView> {
  const [row] = await tx.orm.select(columns).from(categories).where(isOne(companyId, categoryId))
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
    await clearDefaultCategory(tx, companyId)
  }
  checkRequirements(changes.settings?.requirements)
  const name = changes.name === undefined ? undefined : nameOf(changes.name, 'name')
  const { type, settings, isDefault = categories.isDefault } = changes
  const found = await tx
    .savepoint(() =>
      tx.orm
        .update(categories)
        .set({ name, type, settings, isDefault })
        .where(isOne(companyId, categoryId))
        .returning({ id: categories.id }),
    )
    .catch((error) => {
      if (!isDuplicate(error, 'categories_company_name')) throw error
      throw new InvalidValueError(
        'category_name_taken',
        'name',
        'unique',
        `The company already has a category named ${name}.`,
      )
    })
  if (found.length === 0) throw new NotFoundError('category', categoryId)
}
