import type { PasswordLinkState } from '@askline/contracts'
import { passwordLinks, type RowOf, types, users } from '@askline/db'
import { dateTime } from '../format/dates.ts'

/** The password links of a person, as admins see them. Only statements that run in `inSystem` can read it. */
export const passwordLinkRow = {
  hasPassword: types.boolean,
  invitationExpiresAt: types.nullable(passwordLinks.expiresAt),
  passwordRequestedAt: users.passwordRequestedAt,
}

/** Returns the select list of `passwordLinkRow` of a person. `person`: the table `users` or its alias. */
export const passwordLinkColumns = (person: string) => `${person}.password_hash is not null as "hasPassword",
  (select l.expires_at from password_links l where l.company_id = ${person}.company_id and l.user_id = ${person}.id
    and l.purpose = 'INVITATION' and l.ended_at is null and l.expires_at > clock_timestamp()) as "invitationExpiresAt",
  ${person}.password_requested_at as "passwordRequestedAt"`

/** Returns the members of a view for `passwordLinkRow`. */
export const passwordLinkView = ({
  hasPassword,
  invitationExpiresAt,
  passwordRequestedAt,
}: RowOf<typeof passwordLinkRow>): PasswordLinkState => ({
  hasPassword,
  dateInvitationExpires: invitationExpiresAt && dateTime(invitationExpiresAt),
  datePasswordRequested: passwordRequestedAt && dateTime(passwordRequestedAt),
})
