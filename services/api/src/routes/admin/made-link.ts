import type { Tx } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { makePasswordLink } from '@askline/domain/access/password-links'
import { dateTime } from '@askline/domain/format/dates'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { WithAside } from '../../act.ts'
import type { PersonActor } from '../../actors.ts'
import { originOf, principalOf } from '../../http/request-state.ts'
import { linkUrl } from '../../oauth/link-url.ts'

export const invitationRules =
  'The link is returned once, works once, and is valid for seven days. The service sends no mail, so pass the link to the person. Another link, a block, a deactivation or forgetting the person invalidates it. Any pending request of the person for a new password is closed.'

export const resetRules =
  'The link is returned once, works once, and is valid for 24 hours. It invalidates an invitation of the person, and closes a pending request for a new password. A blocked or deactivated person is 400 `person_inactive`.'

/** The member of a new person that decides whether they get a link. */
export const Invite = Type.Optional(
  Type.Boolean({
    default: true,
    description:
      'Whether to create an invitation link. An invited expert is OFFLINE until they accept it, unless `availability` is given.',
  }),
)

type MadeLink = { token: string; expiresAt: Date }
type Shown = { url: string | null; endedAt: Date | undefined }

/** Makes and records an invitation of a new person. The audit log has it beside the creation of the person. */
export async function inviteNewPerson(
  tx: Tx,
  request: FastifyRequest,
  { companyId, userId: madeBy }: PersonActor,
  userId: string,
): Promise<MadeLink> {
  const { id, kind } = principalOf(request)
  const act = { companyId, action: 'person_invited', actor: { kind, id }, targetId: userId } as const
  await recordAct(tx, { ...act, ...originOf(request) })
  return makePasswordLink(tx, { companyId, userId, purpose: 'INVITATION', madeBy })
}

/**
 * Returns the result of an act that made a link, as the member `name` of its answer: null without a link. The address is never
 * stored. `endedAt`: from when the tokens of the person are void.
 */
export function withLink(
  data: { uuid: string },
  name: 'invitation' | 'reset',
  { issuer, made, endedAt }: { issuer: string; made: MadeLink | undefined; endedAt?: Date },
): WithAside<Shown> {
  const link = made ? { url: null, dateExpires: dateTime(made.expiresAt) } : null
  const url = made ? linkUrl(issuer, name === 'reset' ? 'RESET' : 'INVITATION', made.token) : null
  return new WithAside({ ...data, [name]: link }, { url, endedAt })
}

/** Puts the address of the link into an answer, unless there is no link or the answer is repeated. */
export function showLink(data: object, name: 'invitation' | 'reset', shown: Shown | undefined): object {
  const link: unknown = Reflect.get(data, name)
  return shown && link ? { ...data, [name]: { ...link, url: shown.url } } : data
}
