import type { TokenClaims } from '@askline/contracts'
import type { Database, Statement } from '@askline/db'
import { withDeadline } from '../deadline.ts'
import type { Logger } from '../logger.ts'
import { DependencyDownError } from './errors.ts'

export type RevocationKind = 'token' | 'credential' | 'person' | 'key'
/** `subject` is a jti, a client id, a person's id or a kid; `at` is when, by the database's clock. */
export type Revocation = { kind: RevocationKind; subject: string; at: Date }

const all: Statement = {
  name: 'revocations-all',
  text: `select kind, subject, revoked_at, expires_at, clock_timestamp() as read_at
         from (select 1) one left join revocations on expires_at > clock_timestamp()`,
}
// The overlap covers transactions that commit after a younger one was read.
const recent: Statement = {
  name: 'revocations-recent',
  text: `select kind, subject, revoked_at, expires_at, clock_timestamp() as read_at
         from (select 1) one left join revocations on revoked_at > $1::timestamptz - interval '10 seconds'`,
}
type Row = { kind: RevocationKind | null; subject: string; revoked_at: Date; expires_at: Date; read_at: Date }

const refreshMs = 300
/** ms after which what was read is too old to answer from: logout holds everywhere within a second. */
const freshMs = 900

/**
 * What is no longer accepted, read from Postgres every 300 ms: Redis may be away. When the last reading is older than
 * 900 ms, those who ask wait for a new one, which all of them share.
 */
export function openRevocations(db: Database, logger: Logger) {
  const known = new Map<string, { at: Date; expiresAt: number }>()
  // Few, for ever, and asked for on every request.
  const droppedKeys = new Set<string>()
  const listeners = new Set<(revocation: Revocation) => void>()
  let readTo: Date | undefined
  let freshAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let wasDown = false

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
    const query = readTo ? { ...recent, values: [readTo] } : all
    const { rows } = await withDeadline(db.system.query<Row>(query), 1_000, 'Reading revocations')
    for (const row of rows) if (row.kind) learn(row.kind, row.subject, row.revoked_at, row.expires_at.getTime())
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

  const timer = setInterval(() => {
    refresh().then(
      () => {
        if (wasDown) logger.info('Revocations are read again')
        wasDown = false
      },
      (error) => {
        if (!wasDown) logger.warn({ err: error }, 'Revocations cannot be read')
        wasDown = true
      },
    )
  }, refreshMs)
  const isFresh = () => performance.now() - freshAt <= freshMs

  return {
    refresh,
    /** Throws DependencyDownError when Postgres does not answer in time. */
    async ensureFresh(): Promise<void> {
      // A reading that was under way may have begun too long ago: then a second one decides.
      for (let triesLeft = 2; !isFresh() && triesLeft > 0; triesLeft--) {
        await refresh().catch((error) => {
          throw new DependencyDownError('Postgres', error)
        })
      }
      if (!isFresh()) throw new DependencyDownError('Postgres')
    },
    isFresh,
    /** Whether the key itself is no longer to be believed, whatever it signed and when. */
    isDropped: (kid: string): boolean => droppedKeys.size > 0 && droppedKeys.has(kid),
    isRevoked(claims: TokenClaims): boolean {
      if (known.has(`token:${claims.jti}`)) return true
      const ended = [known.get(`person:${claims.sub}`), known.get(`credential:${claims.client_id}`)]
      return ended.some((one) => one !== undefined && claims.iat <= Math.floor(one.at.getTime() / 1000))
    },
    note: (kind: RevocationKind, subject: string, at: Date) => learn(kind, subject, at, Number.POSITIVE_INFINITY),
    onRevoked(listener: (revocation: Revocation) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      clearInterval(timer)
      listeners.clear()
    },
  }
}
