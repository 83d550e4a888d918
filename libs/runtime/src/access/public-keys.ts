import { setTimeout } from 'node:timers/promises'
import { tokenAlgorithm, tokenAudience, tokenType } from '@askline/contracts'
import { type Database, querySystem, signingKeys, statement } from '@askline/db'
import { createVerifier } from 'fast-jwt'

/** Checks the signature and registered claims of one token. Throws the errors of fast-jwt. */
export type KeyVerifier = (token: string) => unknown

const active = statement({
  name: 'signing-keys-active',
  row: { kid: signingKeys.kid, public_pem: signingKeys.publicPem },
  text: `select kid, public_pem from signing_keys
    where is_active and (retires_at is null or retires_at > clock_timestamp())`,
})

/**
 * Minimum ms between two look-ups of unknown kids, so that invented kids cannot cause a flood of queries. Callers in between
 * wait for the next look-up, because the key may be new.
 */
const pauseMs = 250
/** ms after which the keys are read again, so that a retired key is no longer accepted. */
const keepMs = 60_000

/** Returns a cache of the active keys of the table, looked up by kid only. */
export function openPublicKeys(db: Database, issuer: string) {
  let verifiers = new Map<string, KeyVerifier>()
  let readAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read() {
    const startedAt = performance.now()
    triedAt = startedAt
    const rows = await querySystem(db, active, [])
    verifiers = new Map(rows.map((row) => [row.kid, verifierOf(row.public_pem, issuer)]))
    readAt = startedAt
  }
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  let looking: Promise<void> | undefined
  const lookOnce = () => {
    looking ??= setTimeout(Math.max(0, triedAt + pauseMs - performance.now()))
      .then(readOnce)
      .finally(() => {
        looking = undefined
      })
    return looking
  }

  return {
    /** Returns the verifier for `kid`, or `undefined`. Rejects if the table must be read and cannot be. */
    async find(kid: string): Promise<KeyVerifier | undefined> {
      const now = performance.now()
      const known = verifiers.get(kid)
      if (known && now - readAt < keepMs) return known
      if (known && now - triedAt < pauseMs) return known
      await (known ? readOnce() : lookOnce())
      return verifiers.get(kid)
    },
  }
}

function verifierOf(publicPem: string, issuer: string): KeyVerifier {
  return createVerifier({
    key: publicPem.trim(),
    algorithms: [tokenAlgorithm],
    allowedAud: tokenAudience,
    allowedIss: issuer,
    requiredClaims: ['iss', 'aud', 'sub', 'jti', 'iat', 'exp', 'scope', 'client_id', 'cid', 'kind'],
    checkTyp: tokenType,
  })
}
