import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { type Database, inSystem, newId, type Statement, type Tx } from '@askline/db'

export type SigningKey = { kid: string; publicPem: string; privatePem: string }

const generate = promisify(generateKeyPair)

// Held to the end of the transaction: of two processes that start on an empty table, the second sees the first one's key.
const lock: Statement = { name: 'signing-key-lock', text: 'select pg_advisory_xact_lock(7204119)' }
const newest: Statement = {
  name: 'signing-key-newest',
  text: `select kid, public_pem, private_pem from signing_keys where is_active and retires_at is null
    order by created_at desc, kid desc limit 1`,
}
const insert: Statement = {
  name: 'signing-key-insert',
  text: 'insert into signing_keys (kid, public_pem, private_pem) values ($1, $2, $3)',
}

type Row = { kid: string; public_pem: string; private_pem: string }
const keyOf = (row: Row): SigningKey => ({ kid: row.kid, publicPem: row.public_pem, privatePem: row.private_pem })

/** The key that signs: the newest active one, made (Ed25519) where there is none. Safe to call from several processes at once. */
export async function ensureSigningKey(db: Database): Promise<SigningKey> {
  return inSystem(db, async (tx) => {
    await tx.query(lock, [])
    const [found] = await tx.query<Row>(newest, [])
    if (found) return keyOf(found)
    return addKey(tx)
  })
}

async function addKey(tx: Tx): Promise<SigningKey> {
  const pair = await generate('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const key = { kid: newId(), publicPem: pair.publicKey, privatePem: pair.privateKey }
  await tx.query(insert, [key.kid, key.publicPem, key.privatePem])
  return key
}

/**
 * Makes a new key that signs from COMMIT on, in every process and without a restart: those that verify look a kid up that
 * they do not know. The keys before it verify until the last token that they signed has expired: `longestTokenSeconds`
 * from now, or when the last long-lived one does. Answers with the new kid, and when the old ones retire.
 */
export async function rotateSigningKey(
  tx: Tx,
  longestTokenSeconds: number,
): Promise<{ kid: string; retiring: { kid: string; retiresAt: Date }[] }> {
  await tx.query(lock, [])
  const retiring = await tx.query<{ kid: string; retiresAt: Date }>(retire, [longestTokenSeconds])
  return { kid: (await addKey(tx)).kid, retiring }
}

const retire: Statement = {
  name: 'signing-keys-retire',
  text: `update signing_keys set retires_at = greatest(last_expiry_at, clock_timestamp() + $1::int * interval '1 second')
    where is_active and retires_at is null returning kid, retires_at as "retiresAt"`,
}

/**
 * Stops believing a key from COMMIT on: whoever holds it could sign anything. Where it was the one that signs, a new one
 * does; answers with that one's kid. The caller revokes the key as well, in the same transaction, for those that have read it.
 * Undefined, and nothing done, where no active key has this kid.
 */
export async function dropSigningKey(tx: Tx, kid: string): Promise<{ signing: string } | undefined> {
  await tx.query(lock, [])
  const dropped = await tx.query(drop, [kid])
  if (dropped.length === 0) return undefined
  const [left] = await tx.query<Row>(newest, [])
  return { signing: (left ? keyOf(left) : await addKey(tx)).kid }
}

const drop: Statement = {
  name: 'signing-key-drop',
  text: 'update signing_keys set is_active = false where kid = $1 and is_active returning 1',
}

/** Kids of the keys that are believed, newest first. */
export async function findActiveKids(tx: Tx): Promise<string[]> {
  return (await tx.query<{ kid: string }>(activeKids, [])).map(({ kid }) => kid)
}

const activeKids: Statement = {
  name: 'signing-key-active-kids',
  text: `select kid from signing_keys where is_active and (retires_at is null or retires_at > clock_timestamp())
    order by created_at desc, kid desc`,
}

/** Notes that a key signed a token that outlives ordinary ones: it verifies until `expiresAt` at least, also once rotated. */
export async function noteLongLivedToken(tx: Tx, kid: string, expiresAt: Date): Promise<void> {
  await tx.query(noteExpiry, [kid, expiresAt])
}

// A key that was rotated a moment ago stays as long as the token, too.
const noteExpiry: Statement = {
  name: 'signing-key-note-expiry',
  text: `update signing_keys set last_expiry_at = greatest(last_expiry_at, $2::timestamptz),
      retires_at = case when retires_at is not null then greatest(retires_at, $2::timestamptz) end
    where kid = $1`,
}

/** The key that signs: the newest active one. Throws when there is none. */
export async function signingKey(db: Database): Promise<SigningKey> {
  const { rows } = await db.system.query<Row>(newest)
  if (!rows[0]) throw new Error('There is no active signing key')
  return keyOf(rows[0])
}
