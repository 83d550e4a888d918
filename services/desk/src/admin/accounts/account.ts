/** How an expert, agent or admin signs in, as their pages show it. */
export type Account = {
  uuid: string
  name: string
  email: string | null
  hasPassword: boolean
  /** Until when an open invitation works. */
  dateInvitationExpires: string | null
  /** When the person asked for a new password. A link meets the request. */
  datePasswordRequested: string | null
}

/** With an invitation a person sets their first password, with a reset another one. */
export type LinkPurpose = 'INVITATION' | 'RESET'

/** A link that was made for a person. The `url` is `null` if it was shown before. */
export type MadeLink = {
  purpose: LinkPurpose
  name: string
  email: string | null
  url: string | null
  dateExpires: string
}

/** A person who was added, with their invitation. */
export type AddedAccount = { uuid: string; link: MadeLink }

/** Returns what the service answers when a person is added and invited. Throws if it made no invitation. */
export function invitationOf({
  uuid,
  name,
  email,
  invitation,
}: Pick<Account, 'uuid' | 'name' | 'email'> & {
  invitation: Pick<MadeLink, 'url' | 'dateExpires'> | null
}): AddedAccount {
  if (!invitation) throw new TypeError('The service made no invitation')
  return { uuid, link: { purpose: 'INVITATION', name, email, ...invitation } }
}

/** Returns which link lets a person sign in again. */
export const purposeFor = ({ hasPassword }: Pick<Account, 'hasPassword'>): LinkPurpose =>
  hasPassword ? 'RESET' : 'INVITATION'
