import { errorOf, UnauthorizedError } from './errors.ts'
import { fetchWithRetry, type RetryPolicy } from './retry.ts'
import type { TokenSource } from './token-source.ts'

/** How the client authenticates. */
export type Credentials =
  | {
      /** A token, or a function that obtains one, for example from your own server. It is called again after a 401. */
      token: string | (() => Promise<string>)
    }
  | {
      /** Client credentials of an integration or a person. Use them on servers only, because a page must not hold a secret. */
      clientId: string
      clientSecret: string
      /** Binds the token to this user of the integration's company. */
      userEmail?: string
      userName?: string
      scope?: string
    }
  | {
      /** From a sign-in through `oauth/auth`. A refresh token works once, so `onRefresh` must store the new one. */
      refreshToken: string
      clientId: string
      clientSecret?: string
      /** The access token that came with it. `expiresIn` is its remaining lifetime in seconds. */
      accessToken?: string
      expiresIn?: number
      onRefresh?: (tokens: Tokens) => void | Promise<void>
    }

export type Tokens = { accessToken: string; expiresIn: number; refreshToken: string | undefined }

/** Returns the token source for the credentials. `url` is the base address without the version. */
export function tokenSourceOf(credentials: Credentials, url: string, policy: RetryPolicy): TokenSource {
  if ('token' in credentials) {
    const { token } = credentials
    if (typeof token === 'function') return keep(async () => ({ token: await token(), lifetimeMs: undefined }))
    return { current: async () => token, renew: async () => undefined }
  }
  if ('refreshToken' in credentials) return keepRefreshed(credentials, url, policy)
  const { clientId, clientSecret, ...wishes } = credentials
  return keep(async () => {
    const { accessToken, expiresIn } = await fetchTokens(
      url,
      { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...wishes },
      policy,
    )
    return { token: accessToken, lifetimeMs: expiresIn * 1_000 }
  })
}

function keepRefreshed(
  credentials: Extract<Credentials, { refreshToken: string }>,
  url: string,
  policy: RetryPolicy,
): TokenSource {
  const { clientId, clientSecret, accessToken, expiresIn = 0, onRefresh } = credentials
  let { refreshToken } = credentials
  const first = accessToken === undefined ? undefined : { token: accessToken, lifetimeMs: expiresIn * 1_000 }
  return keep(async () => {
    // No retries, because using the same refresh token twice ends the sign-in.
    const tokens = await fetchTokens(
      url,
      {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: clientId,
        ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      },
      { ...policy, retries: 0 },
    )
    refreshToken = tokens.refreshToken ?? refreshToken
    await onRefresh?.(tokens)
    return { token: tokens.accessToken, lifetimeMs: tokens.expiresIn * 1_000 }
  }, first)
}

async function fetchTokens(url: string, form: Record<string, string>, policy: RetryPolicy): Promise<Tokens> {
  const init = { method: 'POST', body: new URLSearchParams(form) }
  const response = await fetchWithRetry(`${url}/v1/oauth/token`, init, policy)
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw errorOf(response, body)
  const { access_token, expires_in, refresh_token } = Object(body) as Record<string, unknown>
  if (typeof access_token !== 'string')
    throw new UnauthorizedError('The answer of oauth/token holds no token.', {
      code: 'token_missing',
      status: response.status,
    })
  return {
    accessToken: access_token,
    expiresIn: typeof expires_in === 'number' ? expires_in : 0,
    refreshToken: typeof refresh_token === 'string' ? refresh_token : undefined,
  }
}

type Fresh = { token: string; lifetimeMs: number | undefined }
type Held = { token: string; renewAt: number; endsAt: number }

/** Returns how long before its end a token is renewed, in ms: a tenth of its lifetime, at most a minute. */
const marginMs = (lifetimeMs: number) => Math.min(60_000, lifetimeMs / 10)
const triedTooEarlyMs = 5_000

/** Holds a token and renews it before it expires, once for all callers. If that fails, the old token is used until it expires. */
function keep(obtain: () => Promise<Fresh>, first?: Fresh): TokenSource {
  let held = first && hold(first)
  let coming: Promise<Held> | undefined
  const renewed = () => {
    coming ??= obtain()
      .then((fresh) => {
        held = hold(fresh)
        return held
      })
      .finally(() => {
        coming = undefined
      })
    return coming
  }
  return {
    async current() {
      const now = performance.now()
      const old = held
      if (!old || now >= old.endsAt) return (await renewed()).token
      if (now >= old.renewAt) {
        renewed().catch(() => {
          // The current token is still valid. After it expires, callers receive the error.
          old.renewAt = performance.now() + triedTooEarlyMs
        })
      }
      return old.token
    },
    async renew(refused) {
      if (held && held.token !== refused) return held.token
      return (await renewed()).token
    },
  }
}

function hold({ token, lifetimeMs }: Fresh): Held {
  if (lifetimeMs === undefined) return { token, renewAt: Number.POSITIVE_INFINITY, endsAt: Number.POSITIVE_INFINITY }
  const now = performance.now()
  const margin = marginMs(lifetimeMs)
  return { token, renewAt: now + lifetimeMs - margin, endsAt: now + lifetimeMs - margin / 10 }
}
