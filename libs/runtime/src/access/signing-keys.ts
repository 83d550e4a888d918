import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import {
  type Database,
  inSystem,
  newId,
  querySystem,
  type RowOf,
  signingKeys,
  statement,
  type Tx,
  types,
} from '@askline/db'
import type { SecretBox } from './secret-box.ts'

export type SigningKey = { kid: string; publicPem: string; privatePem: string }

const generate = promisify(generateKeyPair)

// Held until the transaction ends: if two processes start on an empty table, the second sees the key of the first.
const lock = statement({
  name: 'signing-key-lock',
  row: { isLocked: types.boolean },
  text: 'select true as "isLocked" from pg_advisory_xact_lock(7204119)',
})

const keyRow = {
  kid: signingKeys.kid,
  publicPem: signingKeys.publicPem,
  encryptedPrivateKey: signingKeys.encryptedPrivateKey,
  encryptionKeyId: signingKeys.encryptionKeyId,
}
type Row = RowOf<typeof keyRow>

const newestKey = `select kid, public_pem as "publicPem",
    encrypted_private_key as "encryptedPrivateKey", encryption_key_id as "encryptionKeyId"
  from signing_keys where is_active and retires_at is null order by created_at desc, kid desc limit 1`
const newest = statement({ name: 'signing-key-newest', row: keyRow, text: newestKey })

const purposeOf = (kid: string) => `Signing key ${kid}`

/** Decrypts the private half. Throws UnknownSecretsKeyError if no key of `secrets` fits. */
function keyOf({ kid, publicPem, encryptedPrivateKey, encryptionKeyId }: Row, secrets: SecretBox): SigningKey {
  if (encryptedPrivateKey === null || encryptionKeyId === null)
    throw new Error(`Signing key ${kid} has no private key. Run "askline key rotate".`)
  const encrypted = { text: encryptedPrivateKey, keyId: encryptionKeyId }
  return { kid, publicPem, privatePem: secrets.decrypt(encrypted, purposeOf(kid)) }
}

/**
 * Returns the key that signs: the newest active one. Creates an Ed25519 key if no key is active. Several processes may call it at
 * once. Throws UnknownSecretsKeyError.
 */
export async function ensureSigningKey(db: Database, secrets: SecretBox): Promise<SigningKey> {
  return inSystem(db, async (tx) => {
    await tx.query(lock, [])
    const [found] = await tx.query(newest, [])
    return found ? keyOf(found, secrets) : addKey(tx, secrets)
  })
}

async function store(tx: Tx, secrets: SecretBox, kid: string, privatePem: string): Promise<void> {
  const { text, keyId } = secrets.encrypt(privatePem, purposeOf(kid))
  await tx.query(storeEncrypted, [kid, text, keyId])
}

const storeEncrypted = statement({
  name: 'signing-key-store-encrypted',
  params: [types.text, types.text, types.text],
  text: `update signing_keys set encrypted_private_key = $2, encryption_key_id = $3 where kid = $1`,
})

async function addKey(tx: Tx, secrets: SecretBox): Promise<SigningKey> {
  const pair = await generate('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const key = { kid: newId(), publicPem: pair.publicKey, privatePem: pair.privateKey }
  const { text, keyId } = secrets.encrypt(key.privatePem, purposeOf(key.kid))
  await tx.query(insert, [key.kid, key.publicPem, text, keyId])
  return key
}

const insert = statement({
  name: 'signing-key-insert',
  params: [types.text, types.text, types.text, types.text],
  text: `insert into signing_keys (kid, public_pem, encrypted_private_key, encryption_key_id) values ($1, $2, $3, $4)`,
})

/**
 * Creates a key that signs from COMMIT on, in every process and without a restart. The earlier keys keep verifying until the
 * last token they signed expires: `longestTokenSeconds` from now, or when their last long-lived token does. Their private
 * halves are erased. Returns the new kid, and when each earlier key retires. Throws UnknownSecretsKeyError if SECRETS_KEY does not
 * open the key that signs, because running processes could not open the new one; with `isSecretsKeyLost` it rotates anyway.
 */
export async function rotateSigningKey(
  tx: Tx,
  secrets: SecretBox,
  longestTokenSeconds: number,
  { isSecretsKeyLost = false } = {},
): Promise<{ kid: string; retiring: { kid: string; retiresAt: Date }[] }> {
  await tx.query(lock, [])
  if (!isSecretsKeyLost) await mustOpenNewest(tx, secrets)
  const retiring = await tx.query(retire, [longestTokenSeconds])
  return { kid: (await addKey(tx, secrets)).kid, retiring }
}

async function mustOpenNewest(tx: Tx, secrets: SecretBox): Promise<void> {
  const [found] = await tx.query(newest, [])
  if (found) keyOf(found, secrets)
}

const erasePrivateKey = 'encrypted_private_key = null, encryption_key_id = null'
const retire = statement({
  name: 'signing-keys-retire',
  params: [types.int],
  row: { kid: signingKeys.kid, retiresAt: types.present(signingKeys.retiresAt) },
  text: `update signing_keys set ${erasePrivateKey},
      retires_at = greatest(last_expiry_at, clock_timestamp() + $1::int * interval '1 second')
    where is_active and retires_at is null returning kid, retires_at as "retiresAt"`,
})

/**
 * Rejects everything a key signed, from COMMIT on, because a leaked key could sign anything. If it was the key that
 * signs, creates another one. Returns the kid that signs now, or `undefined` if no active key has this kid. The caller also
 * revokes the key in the same transaction, for processes that have read it. Refuses another SECRETS_KEY as `rotateSigningKey` does.
 */
export async function dropSigningKey(
  tx: Tx,
  secrets: SecretBox,
  kid: string,
  { isSecretsKeyLost = false } = {},
): Promise<{ signing: string } | undefined> {
  await tx.query(lock, [])
  if (!isSecretsKeyLost) await mustOpenNewest(tx, secrets)
  const dropped = await tx.query(drop, [kid])
  if (dropped.length === 0) return undefined
  const [left] = await tx.query(newest, [])
  return { signing: left?.kid ?? (await addKey(tx, secrets)).kid }
}

const drop = statement({
  name: 'signing-key-drop',
  params: [types.text],
  row: { kid: signingKeys.kid },
  text: `update signing_keys set is_active = false, ${erasePrivateKey} where kid = $1 and is_active returning kid`,
})

/**
 * Encrypts every private key under the first key of `secrets`. Returns the kids that changed. Throws UnknownSecretsKeyError if
 * `secrets` cannot decrypt one of them.
 */
export async function reencryptSigningKeys(tx: Tx, secrets: SecretBox): Promise<string[]> {
  await tx.query(lock, [])
  const outdated = await tx.query(encryptedElsewhere, [secrets.keyIds[0]])
  for (const row of outdated) await store(tx, secrets, row.kid, keyOf(row, secrets).privatePem)
  return outdated.map(({ kid }) => kid)
}

const encryptedElsewhere = statement({
  name: 'signing-keys-encrypted-elsewhere',
  params: [types.text],
  row: keyRow,
  text: `select kid, public_pem as "publicPem",
      encrypted_private_key as "encryptedPrivateKey", encryption_key_id as "encryptionKeyId"
    from signing_keys
    where encrypted_private_key is not null and encryption_key_id <> $1
    order by kid for update`,
})

/**
 * Returns the kid of the first key that this database ever had, or `undefined` before the first API started. It identifies the
 * installation, because it stays through rotations, restores and upgrades of Postgres.
 */
export async function findFirstKid(tx: Tx): Promise<string | undefined> {
  const [first] = await tx.query(firstKid, [])
  return first?.kid
}

const firstKid = statement({
  name: 'signing-key-first-kid',
  row: { kid: signingKeys.kid },
  text: 'select kid from signing_keys order by created_at, kid limit 1',
})

const activeRow = { kid: signingKeys.kid, createdAt: signingKeys.createdAt, retiresAt: signingKeys.retiresAt }

/** Returns the keys that verify tokens, newest first. The first one without `retiresAt` signs. */
export async function listActiveKeys(tx: Tx): Promise<RowOf<typeof activeRow>[]> {
  return tx.query(activeKeys, [])
}

/** Returns the kids of keys that verify tokens, newest first. */
export async function findActiveKids(tx: Tx): Promise<string[]> {
  return (await listActiveKeys(tx)).map(({ kid }) => kid)
}

const activeKeys = statement({
  name: 'signing-keys-of-command',
  row: activeRow,
  text: `select kid, created_at as "createdAt", retires_at as "retiresAt" from signing_keys where is_active and (retires_at is null or retires_at > clock_timestamp())
    order by created_at desc, kid desc`,
})

/**
 * Returns the key that signs, for a token that expires at `expiresAt` and outlives ordinary ones. The key then verifies until
 * that time at least, even after a rotation. Waits for a rotation that is in progress. Throws if no key signs, and
 * UnknownSecretsKeyError.
 */
export async function signingKeyUntil(tx: Tx, secrets: SecretBox, expiresAt: Date): Promise<SigningKey> {
  await tx.query(lock, [])
  const [row] = await tx.query(newest, [])
  if (!row) throw new Error('There is no active signing key')
  await tx.query(extendExpiry, [row.kid, expiresAt])
  return keyOf(row, secrets)
}

const extendExpiry = statement({
  name: 'signing-key-extend-expiry',
  params: [types.text, types.instant],
  text: `update signing_keys set last_expiry_at = greatest(last_expiry_at, $2::timestamptz) where kid = $1`,
})

/** Returns the key that signs: the newest active one. Throws if no key is active, and UnknownSecretsKeyError. */
export async function signingKey(db: Database, secrets: SecretBox): Promise<SigningKey> {
  const rows = await querySystem(db, newest, [])
  if (!rows[0]) throw new Error('There is no active signing key')
  return keyOf(rows[0], secrets)
}
