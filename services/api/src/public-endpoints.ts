const linkRules =
  'The token is the part of the link after `#`. Links that are unknown, expired or used have the same answer, except an invitation that was used or replaced: its answer names whom to ask. Wrong tokens from one network are delayed as wrong passwords are.'

/** An endpoint for callers who cannot have a token yet. Its answers have the envelope. Those below `/oauth` exist at the root too. */
export type PublicEndpoint = {
  method: 'POST'
  /** Relative to the versioned base. */
  path: string
  /** The group in the API's documentation. */
  tag: 'setup' | 'links'
  summary: string
  description?: string
}

/** Every endpoint with an envelope that needs no token. Routing and documentation are generated from this table. */
export const publicEndpoints = {
  setUp: {
    method: 'POST',
    path: '/setup',
    tag: 'setup',
    summary: 'Create the first company and its first admin, with the token of the link that the start printed',
    description:
      'Possible once: while a company exists, the answer is 404. Operators create further companies with `askline company create`. Unknown, replaced and expired tokens have the same answer. Wrong tokens from one network are delayed as wrong passwords are.',
  },
  previewLink: {
    method: 'POST',
    path: '/oauth/links/preview',
    tag: 'links',
    summary: 'Return whose password a link sets, and until when. The link stays valid',
    description: linkRules,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/oauth/invitations/accept',
    tag: 'links',
    summary: 'Accept an invitation: set name and password. Ends the sign-ins of the person',
    description: `${linkRules} From a page of this service it also signs the browser in. Other clients get no cookie.`,
  },
  forgotPassword: {
    method: 'POST',
    path: '/oauth/password/forgot',
    tag: 'links',
    summary: 'Ask for a link to set a new password',
    description:
      'The answer is the same whether the address is known or not. Admins see the request of an expert, agent or admin until they make a link. At most ten requests a minute from one network.',
  },
  setForgottenPassword: {
    method: 'POST',
    path: '/oauth/password/reset',
    tag: 'links',
    summary: 'Set a new password with a link. Ends the sign-ins of the person',
    description: `${linkRules} From a page of this service it also signs the browser in. Other clients get no cookie.`,
  },
} as const satisfies Record<string, PublicEndpoint>

export type PublicEndpointName = keyof typeof publicEndpoints
