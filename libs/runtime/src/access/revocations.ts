import type { TokenClaims } from '@askline/contracts'
import { type Database, querySystem, revocations, statement, types } from '@askline/db'
import { withDeadline } from '../deadline.ts'
import type { Logger } from '../logger.ts'
import { DependencyDownError } from './token-errors.ts'

export type RevocationKind = 'token' | 'family' | 'credential' | 'person' | 'key'
/** `subject` is a jti, the id of a sign-in, a client id, a person's id or a kid; `at` is when, by the database's clock. */
export type Revocation = { kind: RevocationKind; subject: string; at: Date }

const revocationRow = {
  kind: types.nullable(revocations.kind),
  subject: types.nullable(revocations.subject),
  revoked_at: types.nullable(revocations.revokedAt),
  expires_at: types.nullable(revocations.expiresAt),
  read_at: types.instant,
}

const all = statement({
  name: 'revocations-all',
  row: revocationRow,
  text: `select kind, subject, revoked_at, expires_at, clock_timestamp() as read_at
         from (select 1) one left join revocations on expires_at > clock_timestamp() and revoked_at <= clock_timestamp()`,
})
// The overlap of 10 s covers transactions that commit after a younger one was read. A revocation may lie in the future: the
// secret of a rotated credential works until then.
const recent = statement({
  name: 'revocations-recent',
  params: [types.instant],
  row: revocationRow,
  text: `select kind, subject, revoked_at, expires_at, clock_timestamp() as read_at
         from (select 1) one left join revocations
           on revoked_at > $1::timestamptz - interval '10 seconds' and revoked_at <= clock_timestamp()`,
})

const refreshMs = 300
/** ms after which a reading is too old to answer from, because a logout must hold everywhere within a second. */
const freshMs = 900
/** ms since the last caller after which readings pause, so that an idle process does not read. */
const idleMs = 10_000

/**
 * Reads revocations from Postgres every 300 ms, because Redis may be away. Pauses while it has no listeners and no caller for ten
 * seconds. If the last reading is older than 900 ms, callers wait for a new one, which they share.
 */
export function openRevocations(db: Database, logger: Logger) {
  const known = new Map<string, { at: Date; expiresAt: number }>()
  // Kept apart from `known`: there are few, they never expire, and every request checks them.
  const droppedKeys = new Set<string>()
  const listeners = new Set<(revocation: Revocation) => void>()
  let readTo: Date | undefined
  let freshAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let wasDown = false
  let calledAt = Number.NEGATIVE_INFINITY

  function learn(kind: RevocationKind, subject: string, at: Date, expiresAt: number) {
    if (kind === 'key') droppedKeys.add(subject)
    const key = `${kind}:${subject}`
    const before = known.get(key)
    const isNews = before === undefined || before.at < at
    known.set(key, { at: isNews ? at : before.at, expiresAt })
    if (!isNews) return
    for (const listener of listeners) listener({ kind, subject, at })
  }

  async function read() {
    const startedAt = performance.now()
    const query = readTo ? querySystem(db, recent, [readTo]) : querySystem(db, all, [])
    const rows = await withDeadline(query, 1_000, 'Reading revocations')
    for (const { kind, subject, revoked_at, expires_at } of rows)
      if (kind && subject && revoked_at && expires_at) learn(kind, subject, revoked_at, expires_at.getTime())
    readTo = rows[0]?.read_at ?? readTo
    freshAt = startedAt
    const now = readTo?.getTime() ?? 0
    for (const [key, { expiresAt }] of known) if (expiresAt < now) known.delete(key)
  }
  const refresh = () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  const isAwaited = () => listeners.size > 0 || performance.now() - calledAt < idleMs
  let timer: NodeJS.Timeout | undefined
  function resume() {
    timer ??= setInterval(() => (isAwaited() ? refreshQuietly() : pause()), refreshMs)
  }
  function pause() {
    clearInterval(timer)
    timer = undefined
  }
  function refreshQuietly() {
    refresh().then(
      () => {
        if (wasDown) logger.info('Revocations can be read again')
        wasDown = false
      },
      (error) => {
        if (!wasDown) logger.warn({ err: error }, 'Revocations cannot be read')
        wasDown = true
      },
    )
  }
  const isFresh = () => {
    calledAt = performance.now()
    return calledAt - freshAt <= freshMs
  }

  return {
    refresh,
    /** Waits for a fresh reading. Throws DependencyDownError if Postgres does not answer in time. */
    async ensureFresh(): Promise<void> {
      resume()
      // A reading in progress may have begun too long ago. Then a second one decides.
      for (let triesLeft = 2; !isFresh() && triesLeft > 0; triesLeft--) {
        await refresh().catch((error) => {
          throw new DependencyDownError('Postgres', error)
        })
      }
      if (!isFresh()) throw new DependencyDownError('Postgres')
    },
    /** Returns whether the last reading may be answered from. Call `ensureFresh` if not. */
    isFresh,
    /** Returns whether a key was dropped, so that nothing it signed is accepted. */
    isDropped: (kid: string): boolean => droppedKeys.size > 0 && droppedKeys.has(kid),
    isRevoked(claims: TokenClaims): boolean {
      if (known.has(`token:${claims.jti}`) || known.has(`family:${claims.sid}`)) return true
      const ended = [known.get(`person:${claims.sub}`), known.get(`credential:${claims.client_id}`)]
      return ended.some((one) => one !== undefined && claims.iat <= Math.floor(one.at.getTime() / 1000))
    },
    note: (kind: RevocationKind, subject: string, at: Date) => learn(kind, subject, at, Number.POSITIVE_INFINITY),
    onRevoked(listener: (revocation: Revocation) => void): () => void {
      listeners.add(listener)
      resume()
      return () => listeners.delete(listener)
    },
    close() {
      pause()
      listeners.clear()
    },
  }
}
