import type { AddressInfo } from 'node:net'
import { inSystem } from '@askline/db'
import { createCredential } from '@askline/domain/access/credentials'
import { createIntegration } from '@askline/domain/companies/create-integration'
import { setPassword } from '@askline/domain/companies/create-person'
import '@askline/testing/as-documented'
import { findFreePort } from '@askline/testing/servers'
import { OAuth2Client } from '@badgateway/oauth2-client'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../src/oauth/passwords.ts'
import { openBrowser, pkce } from './sign-in-browser.ts'
import { openWorld } from './world.ts'

/** Tests the server with independent client libraries, over a real port. */
const port = await findFreePort()
const origin = `http://127.0.0.1:${port}`
const w = await openWorld({ PUBLIC_URL: origin, RATE_LIMIT_SIGN_IN_PER_ADDRESS: '1000' })
await w.app.listen({ port, host: '127.0.0.1' })
expect((w.app.server.address() as AddressInfo).port).toBe(port)

const { companyId } = w.bank
const callback = 'https://app.bank.example/callback'
const password = 'correct horse battery staple'
const passwordHash = await hashPassword(password)
const client = await inSystem(w.db, async (tx) => {
  await setPassword(tx, w.bank.bruno, passwordHash)
  const app = { companyId, systemId: 'app', name: 'App', redirectUris: [callback] }
  return createCredential(tx, { companyId, ...(await createIntegration(tx, app)) })
})
const { clientId, clientSecret } = client

/** Opens the address of a library, signs bruno in, and returns the address that the page redirects to. */
async function signInAt(address: string | URL): Promise<URL> {
  const url = new URL(address)
  const browser = openBrowser(w.inject, url.pathname)
  await browser.open(Object.fromEntries(url.searchParams))
  const answer = await browser.submit({ email: 'bruno@bank.example', password })
  expect(answer.statusCode).toBe(303)
  return new URL(String(answer.headers.location))
}

const get = async (path: string, token: unknown) =>
  (await fetch(`${origin}/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).status
const me = (token: unknown) => get('/experts/me', token)
const list = (token: unknown) => get('/questions', token)

describe('oauth4webapi', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(origin)
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  const server = await oauth.processDiscoveryResponse(issuer, found)
  const self: oauth.Client = { client_id: clientId }
  const secret = oauth.ClientSecretBasic(clientSecret)

  test('client credentials', async () => {
    const answer = await oauth.clientCredentialsGrantRequest(server, self, secret, new URLSearchParams(), insecure)
    const { access_token, refresh_token } = await oauth.processClientCredentialsResponse(server, self, answer)
    expect(await list(access_token)).toBe(200)
    expect(refresh_token).toBeUndefined()
  })

  test.each([
    ['an integration', self, secret, callback],
    ['the desk', { client_id: 'askline-desk' }, oauth.None(), `${origin}/desk/callback`],
  ] as const)('authorization code with PKCE, refresh and revocation as %s', async (_who, as, authentication, uri) => {
    const verifier = oauth.generateRandomCodeVerifier()
    const url = new URL(server.authorization_endpoint ?? '')
    url.search = new URLSearchParams({
      client_id: as.client_id,
      redirect_uri: uri,
      response_type: 'code',
      scope: 'expert questions:read',
      state: 'state-1',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()

    const back = oauth.validateAuthResponse(server, as, await signInAt(url), 'state-1')
    const redeemed = await oauth.authorizationCodeGrantRequest(
      server,
      as,
      authentication,
      back,
      uri,
      verifier,
      insecure,
    )
    const first = await oauth.processAuthorizationCodeResponse(server, as, redeemed)
    expect(await me(first.access_token)).toBe(200)
    const refreshed = await oauth.refreshTokenGrantRequest(
      server,
      as,
      authentication,
      first.refresh_token ?? '',
      insecure,
    )
    const second = await oauth.processRefreshTokenResponse(server, as, refreshed)
    expect(await me(second.access_token)).toBe(200)

    const { refresh_token = '' } = second
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, as, authentication, refresh_token, insecure),
    )
    expect([await me(first.access_token), await me(second.access_token)]).toEqual([401, 401])
  })
})

describe('openid-client', async () => {
  const options = { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] } as const
  const config = await openid.discovery(new URL(origin), clientId, clientSecret, undefined, {
    ...options,
    execute: [...options.execute],
  })

  test('client credentials', async () => {
    const { access_token } = await openid.clientCredentialsGrant(config, { scope: 'questions:read' })
    expect(await list(access_token)).toBe(200)
  })

  test('authorization code with PKCE, refresh and revocation', async () => {
    expect(config.serverMetadata().supportsPKCE()).toBe(true)
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'expert',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state,
    })
    const back = await signInAt(url)

    const first = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState: state })
    expect(await me(first.access_token)).toBe(200)
    const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '')
    expect(await me(second.access_token)).toBe(200)
    await openid.tokenRevocation(config, second.access_token)
    expect(await me(second.access_token)).toBe(401)
    await expect(openid.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toThrow()
  })
})

describe('@badgateway/oauth2-client', () => {
  const library = new OAuth2Client({ server: `${origin}/`, clientId, clientSecret })

  test('client credentials', async () => {
    const { accessToken } = await library.clientCredentials({ scope: ['questions:read'] })
    expect(await list(accessToken)).toBe(200)
  })

  test('authorization code with PKCE, refresh and revocation', async () => {
    const { verifier: codeVerifier } = pkce()
    const state = 'state-2'
    const uri = { redirectUri: callback, state, codeVerifier, scope: ['expert'] }
    const back = await signInAt(await library.authorizationCode.getAuthorizeUri(uri))

    const given = { redirectUri: callback, state, codeVerifier }
    const first = await library.authorizationCode.getTokenFromCodeRedirect(back, given)
    expect(await me(first.accessToken)).toBe(200)
    const second = await library.refreshToken(first)
    expect(await me(second.accessToken)).toBe(200)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    await library.revoke(second)
    expect(await me(second.accessToken)).toBe(401)
  })
})

describe('simple-oauth2', () => {
  const auth = {
    tokenHost: origin,
    tokenPath: '/v1/oauth/token',
    revokePath: '/v1/oauth/logout',
  }
  const settings = { client: { id: clientId, secret: clientSecret }, auth }

  test('client credentials', async () => {
    const { token } = await new ClientCredentials(settings).getToken({ scope: 'questions:read' })
    expect(await list(token['access_token'])).toBe(200)
  })

  test('authorization code with PKCE, refresh and revocation', async () => {
    const library = new AuthorizationCode({ ...settings, auth: { ...auth, authorizePath: '/v1/oauth/auth' } })
    const { verifier, challenge } = pkce()
    // The library does not know PKCE, but passes the parameters on.
    const challenged = { code_challenge: challenge, code_challenge_method: 'S256' }
    const url = library.authorizeURL({ redirect_uri: callback, scope: 'expert', state: 'state-3', ...challenged })
    const code = (await signInAt(url)).searchParams.get('code') ?? ''

    const wanted = { code, redirect_uri: callback, code_verifier: verifier }
    const first = await library.getToken(wanted)
    expect(await me(first.token['access_token'])).toBe(200)
    const second = await first.refresh()
    expect(await me(second.token['access_token'])).toBe(200)
    await second.revokeAll()
    expect(await me(second.token['access_token'])).toBe(401)
  })
})
