import { randomBytes } from 'node:crypto'
import { statement, type Tx, types, users } from '@askline/db'
import { hashSecret } from './credentials.ts'

/** Days after its last sign-in for which a browser stays known. */
export const knownDays = 180

/**
 * Returns the addresses of the people who signed in in the browser with this cookie. Needs a transaction of `inSystem`, as
 * everything in this file.
 */
export async function findDeviceAddresses(tx: Tx, secret: string): Promise<string[]> {
  const rows = await tx.query(selectAddresses, [hashSecret(secret)])
  return rows.map(({ email }) => email)
}

const selectAddresses = statement({
  name: 'select-addresses-of-device',
  params: [types.text],
  row: { email: types.present(users.email) },
  text: `select u.email from known_devices d join users u on u.id = d.user_id and u.company_id = d.company_id
    where d.secret_hash = $1 and d.expires_at > clock_timestamp() and u.email is not null`,
})

/**
 * Remembers that a person signed in in a browser. Returns the secret for its cookie: the one that it has, or a new one. Only the
 * SHA-256 is stored. Deletes devices of the company that expired.
 */
export async function rememberDevice(
  tx: Tx,
  { companyId, userId, secret }: { companyId: string; userId: string; secret: string | undefined },
): Promise<string> {
  const kept = secret ?? randomBytes(32).toString('base64url')
  const own = tx.of(companyId)
  own.send(deleteExpired, [])
  await own.query(upsertDevice, [hashSecret(kept), userId])
  return kept
}

const deleteExpired = statement({
  name: 'delete-expired-devices',
  text: 'delete from known_devices where company_id = $company and expires_at < statement_timestamp()',
})
const upsertDevice = statement({
  name: 'upsert-known-device',
  params: [types.text, types.uuid],
  text: `insert into known_devices (secret_hash, company_id, user_id, expires_at)
    values ($1, $company, $2, clock_timestamp() + interval '${knownDays} days')
    on conflict (secret_hash, user_id, company_id) do update set expires_at = excluded.expires_at`,
})

/** Forgets the browsers in which a person signed in, because their password or their access changed. */
export function forgetDevices(tx: Tx, companyId: string, userId: string): void {
  tx.send(deleteDevices, [companyId, userId])
}

const deleteDevices = statement({
  name: 'delete-devices-of-person',
  params: [types.uuid, types.uuid],
  text: 'delete from known_devices where company_id = $1 and user_id = $2',
})
