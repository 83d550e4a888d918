import { Type } from 'typebox'

/** What POST /oauth/token answers (RFC 6749 §5.1). */
export const OauthToken = Type.Object({
  access_token: Type.String(),
  token_type: Type.String(),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  scope: Type.String({ description: 'Space-separated.' }),
  refresh_token: Type.Optional(Type.String({ description: 'After a sign-in; the next one comes with each refresh.' })),
})

/** What the authorization endpoints answer when they refuse (RFC 6749 §5.2). */
export const OauthError = Type.Object({
  error: Type.String({ description: 'One of the words of RFC 6749, or `temporarily_unavailable` or `server_error`.' }),
  error_description: Type.String(),
})
