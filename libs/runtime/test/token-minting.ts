import { createHmac, createPrivateKey, randomUUID, sign } from 'node:crypto'
import type { TokenClaims } from '@askline/contracts'
import type { SigningKey } from '../src/index.ts'

export const issuer = 'https://askline.test'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export const seconds = () => Math.floor(Date.now() / 1000)

export const claims = (more: Partial<TokenClaims> = {}): TokenClaims => ({
  iss: issuer,
  aud: 'askline',
  sub: randomUUID(),
  jti: randomUUID(),
  iat: seconds(),
  exp: seconds() + 3600,
  scope: 'questions:read',
  client_id: 'client-1',
  cid: randomUUID(),
  kind: 'user',
  ...more,
})

/** Signs any payload with the private key. */
export function mint(key: SigningKey, payload: unknown, header: Record<string, unknown> = {}): string {
  const input = `${encode({ alg: 'EdDSA', typ: 'at+jwt', kid: key.kid, ...header })}.${encode(payload)}`
  return `${input}.${sign(null, Buffer.from(input), createPrivateKey(key.privatePem)).toString('base64url')}`
}

/** Signs header and payload given as text. */
export function mintText(key: SigningKey, payload: string, header: string): string {
  const input = `${Buffer.from(header).toString('base64url')}.${Buffer.from(payload).toString('base64url')}`
  return `${input}.${sign(null, Buffer.from(input), createPrivateKey(key.privatePem)).toString('base64url')}`
}

/** Returns a token signed by HMAC with `secret`. */
export function mintHmac(secret: string, payload: unknown, header: Record<string, unknown>): string {
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

export const unsigned = (payload: unknown, header: Record<string, unknown>, signature = ''): string =>
  `${encode(header)}.${encode(payload)}.${signature}`
