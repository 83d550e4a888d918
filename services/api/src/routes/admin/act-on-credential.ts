import type { Tx } from '@askline/db'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { act, type WithAside } from '../../act.ts'
import { asAdmin } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { uuidOf } from '../../repeated-ids.ts'

type Named = { params: { uuid: string }; body: { uuid?: string; clientId: string } }

export const credentialRules =
  'You can add only scopes that your token has. Removing a scope revokes all tokens of the credential. You can lower limits; only an operator can exceed the default (`askline credential limit`). Limits take effect within seconds.'

/**
 * Runs `work` on a credential of the person or integration that the path names. It returns since when the credential's tokens
 * are invalid, if they are. This process refuses them at once, and the others within a second.
 */
export function actOnCredential(
  context: RouteContext,
  request: FastifyRequest & Named,
  reply: FastifyReply,
  audit: 'credential_updated' | 'credential_revoked',
  work: (tx: Tx, companyId: string, holderId: string) => Promise<WithAside<Date | undefined>>,
): Promise<object> {
  const holderId = uuidOf(request)
  return act(context, request, reply, {
    by: asAdmin(request),
    audit,
    inEveryCompany: true,
    work: (tx, { companyId }) => work(tx, companyId, holderId),
    answer: (data, endedAt) => {
      if (endedAt) context.verifier.noteRevoked('credential', request.body.clientId, endedAt)
      return data
    },
  })
}
