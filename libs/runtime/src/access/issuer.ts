/**
 * Returns the `iss` of access tokens of an API at `publicUrl`: the address without `/v1` at its end. Signers and verifiers
 * must use the same value.
 */
export const issuerOf = (publicUrl: string): string => publicUrl.replace(/\/+$/, '').replace(/\/v1$/, '')
