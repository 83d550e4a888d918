import { grantable, type Scope } from '@askline/contracts'
import { inSystem, type Statement } from '@askline/db'
import { type Credential, claimsOf, grantedScopes, recordAct } from '@askline/domain'
import { ensureSigningKey, noteLongLivedToken } from '@askline/runtime'
import { type Command, RefusedError, UsageError } from './command.ts'
import { sign } from './sign.ts'

const day = 86_400

export const tokenMint: Command = {
  name: 'token mint',
  usage: '--client <client-id> [--days 3650] [--scope "questions:read …"]',
  summary: 'A token of many years for a client that can hold but one. Prints it, once, and the id to revoke it by.',
  flags: { required: ['client'], optional: ['days', 'scope'] },
  async run({ db, issuer, now, say }, { flags }) {
    const days = Number(flags['days'] ?? 3_650)
    if (!Number.isInteger(days) || days < 1 || days > 36_500) throw new UsageError('--days must be 1 to 36500.')
    await ensureSigningKey(db)
    const { token, jti } = await inSystem(db, async (tx) => {
      const [row] = await tx.query<Row>(findClient, [flags['client']])
      if (!row) throw new RefusedError(`There is no integration with the client id ${flags['client']}.`)
      const most: readonly Scope[] = grantable.integration
      const credential: Credential = { ...row, kind: 'integration', scopes: row.scopes.filter((s) => most.includes(s)) }
      const granted = grantedScopes(credential, false, flags['scope'])
      if (!granted?.length) throw new RefusedError(`--scope must name some of: ${credential.scopes.join(', ')}.`)
      const lifetimeSeconds = days * day
      const claims = claimsOf({ credential, issuer, scopes: granted, issuedAt: now(), lifetimeSeconds })
      // Read and noted in one transaction under the row's lock: a rotation sees the token, or comes first.
      const [key] = await tx.query<KeyRow>(lockSigningKey, [])
      if (!key) throw new RefusedError('There is no signing key.')
      await noteLongLivedToken(tx, key.kid, new Date(claims.exp * 1000))
      const { companyId } = credential
      await recordAct(tx, { companyId, action: 'token_minted', actor: { kind: 'operator' }, targetId: claims.jti })
      return { token: sign(claims, key), jti: claims.jti }
    })
    say(`token     ${token}`)
    say(`token id  ${jti}`)
  },
}

type Row = { clientId: string; companyId: string; subjectId: string; scopes: Scope[] }
type KeyRow = { kid: string; publicPem: string; privatePem: string }

const findClient: Statement = {
  name: 'command-find-client',
  text: `select c.client_id as "clientId", c.company_id as "companyId", c.integration_id as "subjectId", c.scopes
    from credentials c join integrations i on i.id = c.integration_id
    where c.client_id = $1 and c.revoked_at is null and i.removed_at is null`,
}
const lockSigningKey: Statement = {
  name: 'command-lock-signing-key',
  text: `select kid, public_pem as "publicPem", private_pem as "privatePem" from signing_keys
    where is_active and retires_at is null order by created_at desc, kid desc limit 1 for update`,
}
