import { setTimeout } from 'node:timers/promises'
import { tokenAlgorithm, tokenAudience, tokenType } from '@askline/contracts'
import type { Database, Statement } from '@askline/db'
import { createVerifier } from 'fast-jwt'

/** Checks the signature and registered claims of one token. Throws what fast-jwt throws. */
export type KeyVerifier = (token: string) => unknown

const active: Statement = {
  name: 'signing-keys-active',
  text: `select kid, public_pem from signing_keys
    where is_active and (retires_at is null or retires_at > clock_timestamp())`,
}

/**
 * ms between two looks for an unknown kid: a flood of invented kids must not become a flood of queries. Who comes in
 * between waits for the next look: the kid may be that of a key made a moment ago.
 */
const pauseMs = 250
/** ms after which the keys are read again unasked, so that a retired key stops being accepted. */
const keepMs = 60_000

/** The keys whose signatures are accepted: the active ones of the table, looked up by kid and nothing else. */
export function openPublicKeys(db: Database, issuer: string) {
  let verifiers = new Map<string, KeyVerifier>()
  let readAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read() {
    const startedAt = performance.now()
    triedAt = startedAt
    const { rows } = await db.system.query<{ kid: string; public_pem: string }>(active)
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
    /** The verifier for `kid`, or undefined. Rejects when the table had to be read and could not. */
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
