import type { Statement, Tx } from '@askline/db'

/**
 * The public id of the system a token's client belongs to: an integration's own, or that of the integration which
 * obtained a user-bound token. Undefined for a person's own credential. Needs a transaction of `inSystem`.
 */
export async function findSystemId(tx: Tx, subjectId: string, clientId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ system_id: string }>(selectSystemId, [subjectId, clientId])
  return row?.system_id
}

const selectSystemId: Statement = {
  name: 'select_system_id',
  text: `select system_id from integrations
    where id = $1::uuid or id = (select integration_id from credentials where client_id = $2) limit 1`,
}

/** Whether `systemId` is the public id of an integration the company has. */
export async function isSystemOfCompany(tx: Tx, companyId: string, systemId: string): Promise<boolean> {
  const rows = await tx.query(selectCompanysSystem, [companyId, systemId])
  return rows.length > 0
}

const selectCompanysSystem: Statement = {
  name: 'select_companys_system',
  text: 'select 1 from integrations where company_id = $1 and system_id = $2 and removed_at is null',
}
