import type { PasswordLinkPurpose } from '@askline/contracts'

const pages: Record<PasswordLinkPurpose, string> = { INVITATION: 'invitation', RESET: 'password' }

/** Returns the address of a link. The token is in the fragment, which browsers send to no server. */
export const linkUrl = (issuer: string, purpose: PasswordLinkPurpose, token: string): string =>
  `${issuer}/${pages[purpose]}#${token}`
