import { integrations, statement, type Tx, types } from '@askline/db'

/**
 * Returns the system id of the integration that obtained a token, or `undefined` for a personal credential. Needs a
 * transaction of `inSystem`.
 */
export async function findSystemId(tx: Tx, subjectId: string, clientId: string): Promise<string | undefined> {
  const [row] = await tx.query(selectSystemId, [subjectId, clientId])
  return row?.systemId
}

const selectSystemId = statement({
  name: 'select-system-id',
  params: [types.uuid, types.text],
  row: { systemId: integrations.systemId },
  text: `select system_id as "systemId" from integrations
    where id = $1::uuid or id = (select integration_id from credentials where client_id = $2) limit 1`,
})

/** Returns whether `systemId` belongs to an integration of the company. */
export async function isSystemOfCompany(tx: Tx, companyId: string, systemId: string): Promise<boolean> {
  const rows = await tx.query(selectCompanysSystem, [companyId, systemId])
  return rows.length > 0
}

const selectCompanysSystem = statement({
  name: 'select-companys-system',
  params: [types.uuid, types.text],
  row: { systemId: integrations.systemId },
  text: 'select system_id as "systemId" from integrations where company_id = $1 and system_id = $2 and removed_at is null',
})
