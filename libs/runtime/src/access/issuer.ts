/**
 * The `iss` of access tokens for an API that clients reach at `publicUrl`, with or without the version segment: its origin
 * and path without `/v1`. Whoever mints and whoever verifies must agree on it to the letter.
 */
export const issuerOf = (publicUrl: string): string => publicUrl.replace(/\/+$/, '').replace(/\/v1$/, '')
