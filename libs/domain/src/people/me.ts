import { companies, integrations, statement, type Tx, types, users } from '@askline/db'
import { shownNameOf } from '../companies/shown-name.ts'
import { NotFoundError } from '../errors.ts'

/** Returns the caller's name, address and company. Throws NotFoundError if the person was forgotten or the integration removed. */
export async function findMe(
  tx: Tx,
  caller: { id: string; companyId: string },
): Promise<{ name: string; email: string | null; company: { uuid: string; tag: string; name: string } }> {
  const [row] = await tx.query(selectMe, [caller.id, caller.companyId])
  const name = row?.userName ?? row?.integrationName
  if (!row || !name) throw new NotFoundError('person', caller.id)
  return { name, email: row.email, company: { uuid: row.companyUuid, tag: row.companyTag, name: row.companyName } }
}

const selectMe = statement({
  name: 'select-me',
  params: [types.uuid, types.uuid],
  row: {
    companyUuid: companies.id,
    companyTag: companies.tag,
    companyName: companies.name,
    userName: types.nullable(users.name),
    email: users.email,
    integrationName: types.nullable(integrations.name),
  },
  text: `select c.id as "companyUuid", c.tag as "companyTag", c.name as "companyName", ${shownNameOf('u')} as "userName", u.email,
      i.name as "integrationName"
    from companies c
      left join users u on u.id = $1 and u.company_id = c.id and u.forgotten_at is null
      left join integrations i on i.id = $1 and i.company_id = c.id and i.removed_at is null
    where c.id = $2`,
})
