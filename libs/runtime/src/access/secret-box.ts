import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { Type } from 'typebox'

const key = '[A-Za-z0-9+/_-]{43}=?'

/**
 * The variable `SECRETS_KEY`: one key of 32 bytes in base64, or two separated by a comma. The first key encrypts, both
 * decrypt. `openssl rand -base64 32` prints one.
 */
export const SecretsKey = Type.String({
  pattern: `^${key}(,${key})?$`,
  rule: 'must be 32 bytes in base64, as openssl rand -base64 32 prints them, or two such keys separated by a comma',
})

export type Encrypted = { text: string; keyId: string }

/** Encrypts secrets that the database stores and the service must read again. */
export type SecretBox = {
  /** Ids of the keys at hand; the first one encrypts. */
  readonly keyIds: readonly [string, ...string[]]
  /** Encrypts `plain`. `purpose` names the row and must be the same when it is decrypted. */
  encrypt(plain: string, purpose: string): Encrypted
  /** Throws UnknownSecretsKeyError if no key fits, and an Error if the text was altered or belongs to another purpose. */
  decrypt(encrypted: Encrypted, purpose: string): string
}

/** No key of SECRETS_KEY has the id under which a secret was encrypted. */
export class UnknownSecretsKeyError extends Error {
  override name = 'UnknownSecretsKeyError'
  constructor(what: string, keyId: string, known: readonly string[]) {
    super(
      `${what} is encrypted under the key ${keyId}, but SECRETS_KEY holds ${known.join(' and ')}. Set SECRETS_KEY to the key that belongs to this database (it is part of the backup). If that key is lost, run "askline key rotate --secrets-key-is-lost" to replace the signing key.`,
    )
  }
}

const nonceBytes = 12
const tagBytes = 16

/** Returns a SecretBox (AES-256-GCM) for the value of `SECRETS_KEY`. The id of a key is derived from the key itself. */
export function buildSecretBox(secretsKey: string): SecretBox {
  const keys = secretsKey.split(',').map((text) => {
    const bytes = Buffer.from(text, 'base64')
    return { bytes, id: createHash('sha256').update('askline secrets key').update(bytes).digest('hex').slice(0, 12) }
  })
  const [first] = keys
  if (!first) throw new TypeError('SECRETS_KEY holds no key')
  const keyIds = [first.id, ...keys.slice(1).map(({ id }) => id)] as const

  return {
    keyIds,
    encrypt(plain, purpose) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', first.bytes, nonce).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return { text: Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64'), keyId: first.id }
    },
    decrypt({ text, keyId }, purpose) {
      const fitting = keys.find(({ id }) => id === keyId)
      if (!fitting) throw new UnknownSecretsKeyError(purpose, keyId, keyIds)
      const bytes = Buffer.from(text, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', fitting.bytes, bytes.subarray(0, nonceBytes))
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const body = bytes.subarray(nonceBytes + tagBytes)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
