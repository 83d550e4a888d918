const pages = { SETUP: 'setup', INVITATION: 'invitation', RESET: 'password' }

/** Returns the address of a link. The token is in the fragment, which browsers send to no server. */
export const linkUrl = (issuer: string, purpose: keyof typeof pages, token: string): string =>
  `${issuer}/${pages[purpose]}#${token}`
