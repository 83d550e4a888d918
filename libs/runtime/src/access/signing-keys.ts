import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { type Database, inSystem, newId, type Statement } from '@askline/db'

export type SigningKey = { kid: string; publicPem: string; privatePem: string }

const generate = promisify(generateKeyPair)

// Held to the end of the transaction: of two processes that start on an empty table, the second sees the first one's key.
const lock: Statement = { name: 'signing-key-lock', text: 'select pg_advisory_xact_lock(7204119)' }
const newest: Statement = {
  name: 'signing-key-newest',
  text: 'select kid, public_pem, private_pem from signing_keys where is_active order by created_at desc, kid desc limit 1',
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
    const pair = await generate('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const key = { kid: newId(), publicPem: pair.publicKey, privatePem: pair.privateKey }
    await tx.query(insert, [key.kid, key.publicPem, key.privatePem])
    return key
  })
}

/** The key that signs: the newest active one. Throws when there is none. */
export async function signingKey(db: Database): Promise<SigningKey> {
  const { rows } = await db.system.query<Row>(newest)
  if (!rows[0]) throw new Error('There is no active signing key')
  return keyOf(rows[0])
}
