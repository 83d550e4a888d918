import { Type } from 'typebox'

/** The answer of POST /oauth/token (RFC 6749 §5.1). */
export const OauthToken = Type.Object({
  access_token: Type.String(),
  token_type: Type.String(),
  expires_in: Type.Integer({ description: 'Lifetime of the access token in seconds.' }),
  scope: Type.String({ description: 'The granted scopes, separated by spaces.' }),
  refresh_token: Type.Optional(
    Type.String({ description: 'The refresh token, only after a sign-in. Each refresh returns a new one.' }),
  ),
})

/** The error answer of the authorization endpoints (RFC 6749 §5.2). */
export const OauthError = Type.Object({
  error: Type.String({
    description: 'An error code of RFC 6749, or `blocked`, `temporarily_unavailable` or `server_error`.',
  }),
  error_description: Type.String(),
})
