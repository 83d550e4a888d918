const linkRules =
  'The token is the part of the link after `#`. Unknown, expired and used links have the same answer. The answer for a used or replaced invitation also names the person who can make another one. Wrong tokens from one network are delayed like wrong passwords.'

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
    summary: 'Create the first company and its first admin, with a setup token',
    description:
      'Possible only while no company exists; later the answer is 404. Operators create further companies with `askline company create`. Unknown, replaced and expired tokens have the same answer. Wrong tokens from one network are delayed like wrong passwords.',
  },
  previewLink: {
    method: 'POST',
    path: '/oauth/links/preview',
    tag: 'links',
    summary: 'Return the owner, purpose and expiry of a link without using it',
    description: linkRules,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/oauth/invitations/accept',
    tag: 'links',
    summary: 'Accept an invitation by setting a name and password, and end all sessions of the person',
    description: `${linkRules} Pages of this service also get a session cookie, which signs the browser in. Other clients get no cookie.`,
  },
  forgotPassword: {
    method: 'POST',
    path: '/oauth/password/forgot',
    tag: 'links',
    summary: 'Request a link to set a new password',
    description:
      'The answer is the same for known and unknown addresses. Admins see the request of an expert, agent or admin until they make a link. A network may send at most ten requests per minute.',
  },
  setForgottenPassword: {
    method: 'POST',
    path: '/oauth/password/reset',
    tag: 'links',
    summary: 'Set a new password with a link, and end all sessions of the person',
    description: `${linkRules} Pages of this service also get a session cookie, which signs the browser in. Other clients get no cookie.`,
  },
} as const satisfies Record<string, PublicEndpoint>

export type PublicEndpointName = keyof typeof publicEndpoints
