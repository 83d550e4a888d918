import { domainOf } from './address.ts'

/** Decides which picture of a person is shown. `avatarHosts`: the hosts whose pictures the company allows. */
export type AvatarRules = { publicUrl: string; avatarHosts: readonly string[] }

/**
 * Returns the address of the picture of an expert or agent. It is their own if the company allows its host; otherwise the API
 * draws one from their uuid. Askers load these pictures, so any other host would learn their addresses.
 */
export const avatarUrlOf = (userId: string, own: string | null, { publicUrl, avatarHosts }: AvatarRules): string =>
  own !== null && isAllowed(own, avatarHosts) ? own : `${publicUrl}/avatars/${userId}`

function isAllowed(address: string, hosts: readonly string[]): boolean {
  if (hosts.length === 0 || !URL.canParse(address)) return false
  const { protocol, username, password, host } = new URL(address)
  return protocol === 'https:' && username + password === '' && hosts.some((allowed) => domainOf(allowed) === host)
}

/** The SQL expression for AvatarRules.avatarHosts of the person `u`. */
export const avatarHostsColumn = `coalesce((select k.settings -> 'avatarHosts' from companies k where k.id = u.company_id), '[]'::jsonb)`
