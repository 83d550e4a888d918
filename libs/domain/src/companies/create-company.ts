import type { CompanySettings, PageLanguage } from '@askline/contracts'
import { companies, newId, type Tx } from '@askline/db'
import { asc, eq } from 'drizzle-orm'
import { InvalidValueError } from '../errors.ts'
import { createCategory, type NewCategory } from './create-category.ts'
import { nameOf, slugOf } from './names.ts'

/** The names of the category with which a company begins, by its language. */
export const initialCategoryNames: Record<PageLanguage, string> = { en: 'General', de: 'Allgemein' }

/** The default category of a company that names none. */
export const initialCategory = { name: initialCategoryNames.en, type: 'ONE_TO_ONE' } as const satisfies NewCategory

export type NewCompany = {
  /** Printed in a question's `companies`: a slug, unique in the installation. */
  tag: string
  name: string
  settings?: CompanySettings
  /** A sandbox may move its clock. */
  isSandbox?: boolean
  /** The category of questions that name none; `initialCategory` when absent. */
  defaultCategory?: NewCategory
}

/**
 * Creates a company together with its default category, without which nothing could be asked. Needs `inSystem`: before it
 * exists, no transaction can be fenced to it. Throws InvalidValueError: `company_tag_taken`, or a name that is no name.
 */
export async function createCompany(tx: Tx, input: NewCompany): Promise<{ companyId: string; categoryId: string }> {
  const tag = slugOf(input.tag, 'tag')
  const companyId = newId()
  const created = await tx.orm
    .insert(companies)
    .values({
      id: companyId,
      tag,
      name: nameOf(input.name, 'name'),
      settings: input.settings ?? {},
      isSandbox: input.isSandbox ?? false,
    })
    .onConflictDoNothing({ target: companies.tag })
    .returning({ id: companies.id })
  if (created.length === 0) {
    throw new InvalidValueError('company_tag_taken', 'tag', 'unique', `A company with the tag ${tag} already exists.`)
  }
  const { categoryId } = await createCategory(tx, {
    ...initialCategory,
    ...input.defaultCategory,
    companyId,
    isDefault: true,
  })
  return { companyId, categoryId }
}

/** The company with this tag, if there is one. Needs `inSystem`. */
export async function findCompany(tx: Tx, tag: string): Promise<{ companyId: string; name: string } | undefined> {
  const found = { companyId: companies.id, name: companies.name }
  const [company] = await tx.orm.select(found).from(companies).where(eq(companies.tag, tag))
  return company
}

/** The tags of all companies. Needs `inSystem`. */
export async function listCompanyTags(tx: Tx): Promise<string[]> {
  const found = await tx.orm.select({ tag: companies.tag }).from(companies).orderBy(asc(companies.tag))
  return found.map(({ tag }) => tag)
}
