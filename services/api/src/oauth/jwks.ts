import { createPublicKey } from 'node:crypto'
import { tokenAlgorithm } from '@askline/contracts'
import { type Database, querySystem, signingKeys, statement } from '@askline/db'

const activeKeys = statement({
  name: 'api-active-keys',
  row: { kid: signingKeys.kid, public_pem: signingKeys.publicPem },
  text: `select kid, public_pem from signing_keys
    where is_active and (retires_at is null or retires_at > clock_timestamp()) order by created_at desc`,
})

/** Returns the public keys that verify access tokens, as a JWK set (RFC 7517). */
export async function findPublicKeys(db: Database): Promise<{ keys: object[] }> {
  const rows = await querySystem(db, activeKeys, [])
  const keys = rows.map(({ kid, public_pem }) => ({
    ...createPublicKey(public_pem).export({ format: 'jwk' }),
    kid,
    use: 'sig',
    alg: tokenAlgorithm,
  }))
  return { keys }
}
