import { grantable, type Scope } from '@askline/contracts'
import { credentials, inSystem, statement, types } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import type { Credential } from '@askline/domain/access/credentials'
import { claimsOf, grantedScopes } from '@askline/domain/access/tokens'
import { ensureSigningKey, signingKeyUntil } from '@askline/runtime'
import { type Command, RefusedError, UsageError } from './command.ts'
import { sign } from './sign.ts'

const day = 86_400

export const tokenMint: Command = {
  name: 'token mint',
  usage: '--client <client-id> [--days 3650] [--scope "questions:read …"]',
  summary: 'Creates a long-lived token for a client that cannot refresh. Prints it once, with the id to revoke it by.',
  flags: { required: ['client'], optional: ['days', 'scope'] },
  async run({ db, issuer, now, say, secrets }, { flags }) {
    const days = Number(flags['days'] ?? 3_650)
    if (!Number.isInteger(days) || days < 1 || days > 36_500) throw new UsageError('--days must be 1 to 36500.')
    const box = secrets()
    await ensureSigningKey(db, box)
    const { token, jti } = await inSystem(db, async (tx) => {
      const [row] = await tx.query(findClient, [flags['client'] ?? ''])
      if (!row) throw new RefusedError(`There is no integration with the client id ${flags['client']}.`)
      const most: readonly Scope[] = grantable.integration
      const credential: Credential = { ...row, kind: 'integration', scopes: row.scopes.filter((s) => most.includes(s)) }
      const granted = grantedScopes(credential, false, flags['scope'])
      if (!granted?.length) throw new RefusedError(`--scope must name some of: ${credential.scopes.join(', ')}.`)
      const lifetimeSeconds = days * day
      const claims = claimsOf({ credential, issuer, scopes: granted, issuedAt: now(), lifetimeSeconds })
      const key = await signingKeyUntil(tx, box, new Date(claims.exp * 1000))
      const { companyId } = credential
      await recordAct(tx, { companyId, action: 'token_minted', actor: { kind: 'operator' }, targetId: claims.jti })
      return { token: sign(claims, key), jti: claims.jti }
    })
    say(`token     ${token}`)
    say(`token id  ${jti}`)
  },
}

const findClient = statement({
  name: 'command-find-client',
  params: [types.text],
  row: {
    clientId: credentials.clientId,
    companyId: credentials.companyId,
    subjectId: types.present(credentials.integrationId),
    scopes: credentials.scopes,
  },
  text: `select c.client_id as "clientId", c.company_id as "companyId", c.integration_id as "subjectId", c.scopes
    from credentials c join integrations i on i.id = c.integration_id and i.company_id = c.company_id
    where c.client_id = $1 and (c.revoked_at is null or c.revoked_at > clock_timestamp()) and i.removed_at is null`,
})
