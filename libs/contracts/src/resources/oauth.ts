import { Type } from 'typebox'

/** The answer of POST /oauth/token (RFC 6749 §5.1). */
export const OauthToken = Type.Object({
  access_token: Type.String(),
  token_type: Type.String(),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  scope: Type.String({ description: 'Space-separated.' }),
  refresh_token: Type.Optional(Type.String({ description: 'After a sign-in; the next one comes with each refresh.' })),
})

/** The error answer of the authorization endpoints (RFC 6749 §5.2). */
export const OauthError = Type.Object({
  error: Type.String({
    description: 'One of the words of RFC 6749, or `blocked`, `temporarily_unavailable` or `server_error`.',
  }),
  error_description: Type.String(),
})
