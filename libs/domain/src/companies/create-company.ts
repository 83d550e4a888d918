import type { CompanySettings } from '@askline/contracts'
import { newId, type Statement, type Tx } from '@askline/db'
import { InvalidValueError } from '../errors.ts'
import { createCategory, type NewCategory } from './create-category.ts'
import { nameOf, slugOf } from './names.ts'

export type NewCompany = {
  /** Printed in a question's `companies`: a slug, unique in the installation. */
  tag: string
  name: string
  settings?: CompanySettings
  /** A sandbox may move its clock. */
  isSandbox?: boolean
  /** The category of questions that name none; "General", one to one, when absent. */
  defaultCategory?: NewCategory
}

const insertCompany: Statement = {
  name: 'insert-company',
  text: `insert into companies (id, tag, name, settings, is_sandbox) values ($1, $2, $3, $4, $5)
    on conflict (tag) do nothing returning id`,
}

/**
 * Creates a company together with its default category, without which nothing could be asked. Needs `inSystem`: before it
 * exists, no transaction can be fenced to it. Throws InvalidValueError: `company_tag_taken`, or a name that is no name.
 */
export async function createCompany(tx: Tx, input: NewCompany): Promise<{ companyId: string; categoryId: string }> {
  const tag = slugOf(input.tag, 'tag')
  const companyId = newId()
  const created = await tx.query(insertCompany, [
    companyId,
    tag,
    nameOf(input.name, 'name'),
    JSON.stringify(input.settings ?? {}),
    input.isSandbox ?? false,
  ])
  if (created.length === 0) {
    throw new InvalidValueError('company_tag_taken', 'tag', 'unique', `There is a company with the tag ${tag} already`)
  }
  const { categoryId } = await createCategory(tx, {
    name: 'General',
    ...input.defaultCategory,
    companyId,
    isDefault: true,
  })
  return { companyId, categoryId }
}

const selectCompany: Statement = { name: 'find-company', text: 'select id, name from companies where tag = $1' }

/** The company with this tag, if there is one. Needs `inSystem`. */
export async function findCompany(tx: Tx, tag: string): Promise<{ companyId: string; name: string } | undefined> {
  const [company] = await tx.query<{ id: string; name: string }>(selectCompany, [tag])
  return company && { companyId: company.id, name: company.name }
}

const selectTags: Statement = { name: 'list-company-tags', text: 'select tag from companies order by tag' }

/** The tags of all companies. Needs `inSystem`. */
export async function listCompanyTags(tx: Tx): Promise<string[]> {
  const companies = await tx.query<{ tag: string }>(selectTags, [])
  return companies.map(({ tag }) => tag)
}
