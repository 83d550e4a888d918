import { auditLog, inSystem, statement, types } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { revokeTokens } from '@askline/domain/access/revoke'
import { type Command, RefusedError } from './command.ts'

export const tokenRevoke: Command = {
  name: 'token revoke',
  usage: '<token or token id>',
  summary: 'Revokes a token everywhere within a second.',
  words: 1,
  flags: {},
  async run({ db, say }, { words: [given = ''] }) {
    const { jti, companyId } = namesOf(given)
    await inSystem(db, async (tx) => {
      const [minted] = await tx.query(findMinted, [jti])
      const ofCompany = minted?.companyId ?? companyId
      if (ofCompany === undefined) throw new RefusedError('No token was minted with this id.')
      await revokeTokens(tx, 'token', jti)
      const actor = { kind: 'operator' } as const
      await recordAct(tx, { companyId: ofCompany, action: 'token_revoked', actor, targetId: jti })
    })
    say(`Token ${jti} is revoked.`)
  },
}

const findMinted = statement({
  name: 'command-find-minted',
  params: [types.text],
  row: { companyId: auditLog.companyId },
  text: `select company_id as "companyId" from audit_log where action = 'token_minted' and target_id = $1 limit 1`,
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the token id, from a token or as given. The signature is not checked, because revoking a foreign token does no harm. */
function namesOf(given: string): { jti: string; companyId?: string } {
  if (uuid.test(given)) return { jti: given }
  try {
    const claims: unknown = JSON.parse(Buffer.from(given.split('.')[1] ?? '', 'base64url').toString())
    const { jti, cid } = Object(claims)
    if (uuid.test(jti) && uuid.test(cid)) return { jti, companyId: cid }
  } catch {
    // Not a token: refused below.
  }
  throw new RefusedError('The value is neither a token nor a token id.')
}
