import type { CompanySettings, CompanyView } from '@askline/contracts'
import { companies, statement, type Tx, types } from '@askline/db'
import { eq } from 'drizzle-orm'
import { nameOf } from '../companies/names.ts'
import { NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'

/** A company as its admins see it; how its models learn is shown apart (`findTrainingSettings`). Throws NotFoundError. */
export async function describeCompany(tx: Tx, companyId: string): Promise<CompanyView> {
  const [row] = await tx.orm.select().from(companies).where(eq(companies.id, companyId))
  if (!row) throw new NotFoundError('company', companyId)
  const { training: _, ...settings } = row.settings
  return {
    uuid: companyId,
    tag: row.tag,
    name: row.name,
    isSandbox: row.isSandbox,
    settings,
    dateCreated: dateTime(row.createdAt),
  }
}

export type CompanyChanges = {
  name?: string | undefined
  /** Takes the place of all settings but those of training: what it leaves out is the default again. */
  settings?: CompanySettings | undefined
}

const change = statement({
  name: 'admin-change-company',
  params: [types.uuid, types.nullable(types.text), types.nullable(types.jsonText)],
  text: `update companies set name = coalesce($2, name),
      settings = case when $3::jsonb is null then settings
        else $3::jsonb || jsonb_strip_nulls(jsonb_build_object('training', settings -> 'training')) end
    where id = $1`,
})

/**
 * Changes a company; its gates hold for questions that are asked from then on. Needs `inSystem`: the company's row is out of
 * its own role's reach to change. Throws NotFoundError, and InvalidValueError for a name that is no name.
 */
export async function changeCompany(
  tx: Tx,
  companyId: string,
  { name, settings }: CompanyChanges,
): Promise<CompanyView> {
  await tx.query(change, [
    companyId,
    name === undefined ? null : nameOf(name, 'name'),
    settings === undefined ? null : JSON.stringify(settings),
  ])
  return describeCompany(tx, companyId)
}
