import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openTestDatabase, testSecretsKey } from '@askline/testing'
import { afterAll, describe, expect, test } from 'vitest'
import {
  buildSecretBox,
  ensureSigningKey,
  InvalidTokenError,
  openTokenVerifier,
  type SigningKey,
} from '../src/index.ts'
import { logger } from './silent-logger.ts'
import { claims, issuer, mint, mintHmac, mintText, seconds, unsigned } from './token-minting.ts'

const db = await openTestDatabase()
const secrets = buildSecretBox(testSecretsKey)
const key = await ensureSigningKey(db, secrets)
const verifier = await openTokenVerifier({ db, issuer, logger })
afterAll(() => verifier.close())

let calls = 0
const listener = createServer((_request, response) => {
  calls++
  response.end('{}')
})
await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
afterAll(() => listener.close())
const jku = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/jwks.json`

const foreign: SigningKey = { ...(await foreignKey()), kid: key.kid }
const good = claims()
const ours = { typ: 'at+jwt', kid: key.kid }
const [head, body, signature] = mint(key, good).split('.') as [string, string, string]
const text = JSON.stringify(good)
const heading = JSON.stringify({ alg: 'EdDSA', ...ours })
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** 64 bytes leave four bits of the last letter unused, so another letter decodes to the same bytes. */
const respelt = `${signature.slice(0, -1)}${alphabet[alphabet.indexOf(signature.at(-1) ?? '') + 1]}`
const objects = `${'{"a":'.repeat(700)}1${'}'.repeat(700)}`
const nested = JSON.parse('['.repeat(1_000) + ']'.repeat(1_000)) as unknown

test('a valid token is accepted with exactly its claims', async () => {
  expect(await verifier.verify(mint(key, good))).toEqual(good)
  expect(await verifier.verify(mint(key, good, { typ: 'application/at+jwt' }))).toEqual(good)
})

describe('refused', () => {
  const attacks: Record<string, string> = {
    'nothing at all': '',
    'no token': 'Bearer',
    'alg none': unsigned(good, { ...ours, alg: 'none' }),
    'alg None': unsigned(good, { ...ours, alg: 'None' }),
    'alg nOnE with a signature': unsigned(good, { ...ours, alg: 'nOnE' }, signature),
    'alg missing': mint(key, good, { alg: undefined }),
    'HS256 with the public key': mintHmac(key.publicPem, good, { ...ours, alg: 'HS256' }),
    'HS256 with the public key after a line feed': mintHmac(`\n${key.publicPem}`, good, { ...ours, alg: 'HS256' }),
    'HS256 with the trimmed public key': mintHmac(key.publicPem.trim(), good, { ...ours, alg: 'HS256' }),
    'EdDSA header over an HMAC': mintHmac(key.publicPem, good, { ...ours, alg: 'EdDSA' }),
    'alg RS256': mint(key, good, { alg: 'RS256' }),
    'another key under our kid': mint(foreign, good),
    'a signature taken away': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'five parts': `${head}.${body}.${signature}.${body}.${signature}`,
    'a body exchanged': `${head}.${mint(key, claims({ scope: 'admin' })).split('.')[1]}.${signature}`,
    'a bit of the signature turned': `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'typ JWT': mint(key, good, { typ: 'JWT' }),
    'typ missing': mint(key, good, { typ: undefined }),
    'a refresh token': mint(key, good, { typ: 'rt+jwt' }),
    'typ as an array': mint(key, good, { typ: ['at+jwt'] }),
    'kid unknown': mint(key, good, { kid: 'other' }),
    'kid missing': mint(key, good, { kid: undefined }),
    'kid as a path': mint(key, good, { kid: '../../etc/passwd' }),
    'kid as SQL': mint(key, good, { kid: "' or '1'='1" }),
    'kid as a prototype': mint(key, good, { kid: '__proto__' }),
    'kid as an object': mint(key, good, { kid: { kid: key.kid } }),
    'an embedded jwk and no kid': mint(foreign, good, { kid: undefined, jwk: { kty: 'OKP', crv: 'Ed25519', x: 'AA' } }),
    'a jku and a kid of theirs': mint(foreign, good, { kid: 'theirs', jku }),
    'an unknown crit': mint(key, good, { crit: ['exp', 'x'], x: 1 }),
    'b64 false': mint(key, good, { b64: false, crit: ['b64'] }),
    'aud as an array': mint(key, { ...good, aud: ['askline', 'other'] }),
    'aud of somebody else': mint(key, { ...good, aud: 'other' }),
    'aud missing': mint(key, { ...good, aud: undefined }),
    'iss as an array': mint(key, { ...good, iss: [issuer, 'https://evil.test'] }),
    'iss of another environment': mint(key, { ...good, iss: 'https://staging.askline.test' }),
    'a payload that is an array': mint(key, [good]),
    'a payload that is a string': mint(key, 'askline'),
    'a payload that is null': mint(key, null),
    'exp as a string': mint(key, { ...good, exp: String(good.exp) }),
    'exp 1e308': mint(key, { ...good, exp: 1e308 }),
    'exp missing': mint(key, { ...good, exp: undefined }),
    'exp negative': mint(key, { ...good, exp: -1 }),
    'exp with a fraction': mint(key, { ...good, exp: good.exp + 0.5 }),
    expired: mint(key, claims({ exp: seconds() - 1 })),
    'nbf in the future': mint(key, claims({ nbf: seconds() + 600 })),
    'iat in the future': mint(key, claims({ iat: seconds() + 600 })),
    'sub that is no uuid': mint(key, { ...good, sub: 'ada' }),
    'sub as an array': mint(key, { ...good, sub: [good.sub] }),
    'jti missing': mint(key, { ...good, jti: undefined }),
    'cid missing': mint(key, { ...good, cid: undefined }),
    'scope as an array': mint(key, { ...good, scope: ['admin'] }),
    'a kind nobody has': mint(key, { ...good, kind: 'operator' }),
    'a megabyte': mint(key, { ...good, scope: 'a'.repeat(1_000_000) }),
    'a thousand nested arrays': mint(key, { ...good, scope: nested }),
    'nested objects, more than a stack of calls likes': mintText(
      key,
      `${text.slice(0, -1)},"scope":${objects}}`,
      heading,
    ),
    'ten thousand nested objects': mintText(key, `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, heading),
    'a claim twice': mintText(key, `{"scope":"admin",${text.slice(1)}`, heading),
    'a claim twice, the other way round': mintText(key, `${text.slice(0, -1)},"scope":"admin"}`, heading),
    'a claim twice, once in escapes': mintText(key, `${text.slice(0, -1)},"\\u0073cope":"admin"}`, heading),
    'alg twice': mintText(key, text, `{"alg":"none",${heading.slice(1)}`),
    'kid twice': mintText(key, text, `{"kid":"theirs",${heading.slice(1)}`),
    'a byte order mark before its claims': mintText(key, `\ufeff${text}`, heading),
    'the signature spelt otherwise': `${head}.${body}.${respelt}`,
    'padded parts': `${head}=.${body}==.${signature}==`,
    'letters of plain base64': `${head}.${body}.${signature.replaceAll('-', '+').replaceAll('_', '/')}+`,
    'a JWE for our key': `${Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', ...ours })).toString('base64url')}..${body}.${body}.${signature}`,
    'an x5u and a kid of theirs': mint(foreign, good, { kid: 'theirs', x5u: jku }),
    'an x5c beside our kid': mint(foreign, good, { x5c: [foreign.publicPem] }),
    'a jwk beside our kid': mint(foreign, good, { jwk: { kty: 'OKP', crv: 'Ed25519', x: 'AA' } }),
    'alg in other letters': mint(key, good, { alg: 'eddsa' }),
    'alg ES256': mint(key, good, { alg: 'ES256' }),
    'alg as an array': mint(key, good, { alg: ['EdDSA'] }),
    'the header of another token': `${mint(key, claims(), { x: 1 }).split('.')[0]}.${body}.${signature}`,
    'the signature of another token': `${head}.${body}.${mint(key, claims()).split('.')[2]}`,
    'client_id missing': mint(key, { ...good, client_id: undefined }),
    'white space around it': ` ${head}.${body}.${signature}\n`,
  }
  test.each(Object.entries(attacks))('%s', async (_name, token) => {
    await expect(verifier.verify(token)).rejects.toThrow(InvalidTokenError)
  })

  test('no URL named by a token was requested', () => {
    expect(calls).toBe(0)
  })
})

test('processes that start together on an empty table sign with the same key', async () => {
  await db.system.query('delete from signing_keys')

  const made = await Promise.all([1, 2, 3, 4, 5].map(() => ensureSigningKey(db, secrets)))

  expect(new Set(made.map((one) => one.kid)).size).toBe(1)
})

test('a key added later is found by its kid, and a retired one is refused', async () => {
  const later = await foreignKey()
  const early = await ensureSigningKey(db, secrets)
  await db.system.query('insert into signing_keys (kid, public_pem) values ($1, $2)', [later.kid, later.publicPem])
  const second = await openTokenVerifier({ db, issuer, logger })
  await second.verify(mint(later, good))

  await db.system.query('update signing_keys set is_active = false where kid = $1', [early.kid])

  const third = await openTokenVerifier({ db, issuer, logger })
  await expect(third.verify(mint(early, good))).rejects.toThrow('no key')
  second.close()
  third.close()
})

async function foreignKey(): Promise<SigningKey> {
  const { generateKeyPairSync, randomUUID } = await import('node:crypto')
  const pair = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { kid: randomUUID(), publicPem: pair.publicKey, privatePem: pair.privateKey }
}
