import { randomBytes } from 'node:crypto'
import { inSystem } from '@askline/db'
import { openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import {
  buildSecretBox,
  dropSigningKey,
  ensureSigningKey,
  openTokenVerifier,
  reencryptSigningKeys,
  rotateSigningKey,
  signingKeyUntil,
  UnknownSecretsKeyError,
} from '../src/index.ts'
import { logger } from './silent-logger.ts'
import { claims, issuer, mint } from './token-minting.ts'

const newKey = () => randomBytes(32).toString('base64')
const first = newKey()
const second = newKey()
const secrets = buildSecretBox(first)

async function dump(db: Awaited<ReturnType<typeof openTestDatabase>>): Promise<string> {
  const { rows } = await db.system.query('select coalesce(json_agg(k), $1)::text as all from signing_keys k', ['[]'])
  return rows[0].all
}

test('a backup of the database contains no private signing key', async () => {
  const db = await openTestDatabase()
  const { privatePem, kid } = await ensureSigningKey(db, secrets)

  const stored = await dump(db)

  expect(stored).toContain(kid)
  expect(stored).toContain(`"encryption_key_id":"${secrets.keyIds[0]}"`)
  for (const line of privatePem.trim().split('\n').slice(1, -1)) expect(stored).not.toContain(line)
})

test('without a fitting SECRETS_KEY the start fails and the message names both key ids and what to do', async () => {
  const db = await openTestDatabase()
  const { kid } = await ensureSigningKey(db, secrets)
  const other = buildSecretBox(second)

  const refused = expect(ensureSigningKey(db, other)).rejects

  await refused.toThrow(UnknownSecretsKeyError)
  await refused.toThrow(
    new RegExp(
      `Signing key ${kid} is encrypted under the key ${secrets.keyIds[0]}, .* holds ${other.keyIds[0]}\\..*rotate`,
    ),
  )
})

test('two keys may be live: the second one decrypts until everything is encrypted under the first', async () => {
  const db = await openTestDatabase()
  const { kid } = await ensureSigningKey(db, secrets)
  const both = buildSecretBox(`${second},${first}`)
  expect((await ensureSigningKey(db, both)).kid).toBe(kid)

  expect(await inSystem(db, (tx) => reencryptSigningKeys(tx, both))).toEqual([kid])

  expect(await inSystem(db, (tx) => reencryptSigningKeys(tx, both))).toEqual([])
  expect((await ensureSigningKey(db, buildSecretBox(second))).kid).toBe(kid)
  await expect(ensureSigningKey(db, secrets)).rejects.toThrow(UnknownSecretsKeyError)
})

test('only if SECRETS_KEY is said to be lost, a rotation under another lets a new key sign while earlier tokens keep verifying', async () => {
  const db = await openTestDatabase()
  const lost = await ensureSigningKey(db, secrets)
  const token = mint(lost, claims())
  const next = buildSecretBox(second)

  await expect(inSystem(db, (tx) => rotateSigningKey(tx, next, 3_600))).rejects.toThrow(UnknownSecretsKeyError)
  await expect(inSystem(db, (tx) => dropSigningKey(tx, next, lost.kid))).rejects.toThrow(UnknownSecretsKeyError)
  expect((await ensureSigningKey(db, secrets)).kid).toBe(lost.kid)
  const { kid, retiring } = await inSystem(db, (tx) => rotateSigningKey(tx, next, 3_600, { isSecretsKeyLost: true }))

  expect(retiring).toMatchObject([{ kid: lost.kid }])
  expect((await ensureSigningKey(db, next)).kid).toBe(kid)
  const verifier = await openTokenVerifier({ db, issuer, logger })
  expect(await verifier.verify(token)).toBeDefined()
  verifier.close()
})

test('a rotated key keeps verifying until its last long-lived token expires', async () => {
  const db = await openTestDatabase()
  await ensureSigningKey(db, secrets)
  const expiresAt = new Date(Date.now() + 400 * 86_400_000)
  const key = await inSystem(db, (tx) => signingKeyUntil(tx, secrets, expiresAt))

  const { retiring } = await inSystem(db, (tx) => rotateSigningKey(tx, secrets, 3_600))

  expect(retiring).toEqual([{ kid: key.kid, retiresAt: expiresAt }])
})

test('a rotated or dropped key leaves no private half in the database', async () => {
  const db = await openTestDatabase()
  const { kid } = await ensureSigningKey(db, secrets)

  await inSystem(db, (tx) => rotateSigningKey(tx, secrets, 3_600))

  const { rows } = await db.system.query(
    'select encrypted_private_key, encryption_key_id from signing_keys where kid = $1',
    [kid],
  )
  expect(rows).toEqual([{ encrypted_private_key: null, encryption_key_id: null }])
})

test('an encrypted secret cannot be moved to another row or altered', () => {
  const encrypted = secrets.encrypt('secret', 'Signing key a')
  const bytes = Buffer.from(encrypted.text, 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1

  expect(secrets.decrypt(encrypted, 'Signing key a')).toBe('secret')
  expect(() => secrets.decrypt(encrypted, 'Signing key b')).toThrow()
  expect(() => secrets.decrypt({ ...encrypted, text: bytes.toString('base64') }, 'Signing key a')).toThrow()
})
