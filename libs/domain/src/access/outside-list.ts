import { type Database, inSystem, revocations, statement, type Tx, types } from '@askline/db'

/**
 * The end of a token, sign-in or signing key, of a credential (`secret`), or of all tokens of a sign-in, credential or person.
 * Stored outside of the database, because a restored backup lacks later ones. A credential whose tokens ended may work on.
 */
export type OutsideRevocation = {
  kind: 'token' | 'family' | 'credential' | 'person' | 'key' | 'sign-in' | 'secret'
  /** A jti, client id, uuid of a person, kid, or id of a sign-in. */
  subject: string
  revokedAt: string
  expiresAt: string
}

const listed = statement({
  name: 'list-revocations',
  params: [types.text, types.text, types.instant, types.int],
  row: {
    kind: types.textOf<OutsideRevocation['kind']>(),
    subject: types.text,
    revokedAt: revocations.revokedAt,
    expiresAt: revocations.expiresAt,
  },
  text: `select * from (
      select kind, subject, revoked_at as "revokedAt", max(expires_at) as "expiresAt" from revocations
        where expires_at > clock_timestamp() group by kind, subject, revoked_at
      union all
      select 'secret', client_id, revoked_at, revoked_at + interval '100 years' from credentials where revoked_at is not null
      union all
      select 'sign-in', id::text, ended_at, expires_at from token_families
        where ended_at is not null and expires_at > clock_timestamp()) r
    where (kind, subject, "revokedAt") > ($1, $2, $3) order by kind, subject, "revokedAt" limit $4`,
})

/** Returns the revocations that still matter, by kind, subject and time, after `after`. Needs a transaction of `inSystem`. */
export async function listOutsideRevocations(
  tx: Tx,
  after: OutsideRevocation | undefined,
  limit: number,
): Promise<OutsideRevocation[]> {
  const { kind, subject, revokedAt } = after ?? { kind: '', subject: '', revokedAt: 0 }
  const rows = await tx.query(listed, [kind, subject, new Date(revokedAt), limit])
  return rows.map((row) => ({
    ...row,
    revokedAt: row.revokedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
}

const replay = statement({
  name: 'replay-revocations',
  params: [types.jsonText],
  row: { kind: types.textOf<OutsideRevocation['kind']>(), subject: types.text },
  text: `with given as (
      select * from jsonb_to_recordset($1::jsonb)
        as g(kind text, subject text, "revokedAt" timestamptz, "expiresAt" timestamptz)
    ), added as (
      insert into revocations (kind, subject, revoked_at, expires_at)
      select g.kind, g.subject, g."revokedAt", g."expiresAt" from given g
      where g.kind not in ('sign-in', 'secret') and g."expiresAt" > clock_timestamp() and not exists (
        select 1 from revocations r where r.kind = g.kind and r.subject = g.subject and r.revoked_at = g."revokedAt")
      returning kind, subject
    ), secret as (
      update credentials c set revoked_at = g.at
      from (select subject, min("revokedAt") as at from given where kind = 'secret' group by subject) g
      where c.client_id = g.subject and (c.revoked_at is null or c.revoked_at > g.at)
      returning c.client_id
    ), family as (
      update token_families f set ended_at = g."revokedAt" from given g
      where f.ended_at is null and (
        (g.kind = 'sign-in' and f.id::text = g.subject)
        or (g.kind = 'person' and f.user_id::text = g.subject and f.created_at <= g."revokedAt"))
      returning f.id
    ), device as (
      delete from known_devices d using given g where g.kind = 'person' and d.user_id::text = g.subject
    )
    select kind, subject from added union all select 'secret', client_id from secret
      union all select 'sign-in', id::text from family`,
})

/**
 * Revokes again what a restored backup brought back. Returns what was added. A `key` only refuses its tokens: the caller drops
 * it. Idempotent.
 */
export async function replayOutsideRevocations(
  db: Database,
  given: readonly OutsideRevocation[],
): Promise<Pick<OutsideRevocation, 'kind' | 'subject'>[]> {
  return inSystem(db, (tx) => tx.query(replay, [JSON.stringify(given)]))
}
