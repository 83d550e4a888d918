import { createPublicKey } from 'node:crypto'
import { tokenAlgorithm } from '@askline/contracts'
import type { Database, Statement } from '@askline/db'

const activeKeys: Statement = {
  name: 'api_active_keys',
  text: `select kid, public_pem from signing_keys
    where is_active and (retires_at is null or retires_at > clock_timestamp()) order by created_at desc`,
}

/** The public halves of the keys that sign access tokens, as RFC 7517 has them. */
export async function findPublicKeys(db: Database): Promise<{ keys: object[] }> {
  const { rows } = await db.system.query<{ kid: string; public_pem: string }>(activeKeys)
  const keys = rows.map(({ kid, public_pem }) => ({
    ...createPublicKey(public_pem).export({ format: 'jwk' }),
    kid,
    use: 'sig',
    alg: tokenAlgorithm,
  }))
  return { keys }
}
