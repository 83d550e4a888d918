import { expect, test, vi } from 'vitest'
import { openClient, type Tokens, UnauthorizedError } from '../src/index.ts'
import { enveloped, openStandIn, refused, type Seen, type Told } from './stand-in.ts'

const question = { uuid: 'q-1' }
const tokenPath = '/v1/oauth/token'
const shown = ({ headers }: Seen) => headers.authorization

/** Issues t-1, t-2 … and accepts the tokens for which `isGood` returns true. */
const openIssuer = (expiresIn: number, isGood: (token: string) => boolean = () => true) => {
  let count = 0
  return openStandIn((seen): Told => {
    if (seen.path !== tokenPath)
      return isGood(shown(seen)?.replace('Bearer ', '') ?? '') ? enveloped(question) : refused(401, 'token_expired')
    count++
    return { body: { access_token: `t-${count}`, expires_in: expiresIn, refresh_token: `r-${count}` } }
  })
}
const integration = { clientId: 'c', clientSecret: 's', userEmail: 'ada@example.com' }

test('a static token is sent unchanged and is not renewed after a 401', async () => {
  const { url, seen } = await openIssuer(60, () => false)
  const client = openClient({ url: `${url}/v1/`, credentials: { token: 'mine' } })

  await expect(client.questions.get('q-1')).rejects.toThrow(UnauthorizedError)
  expect(seen.map(shown)).toEqual(['Bearer mine'])
})

test('concurrent calls with client credentials share one token request', async () => {
  const { url, to } = await openIssuer(3_600)
  const client = openClient({ url, credentials: integration })

  await Promise.all([1, 2, 3, 4, 5].map(() => client.questions.get('q-1')))
  expect(to(tokenPath).map(({ body }) => body)).toEqual([
    'grant_type=client_credentials&client_id=c&client_secret=s&userEmail=ada%40example.com',
  ])
  expect(new Set(to('/v1/questions/q-1').map(shown))).toEqual(new Set(['Bearer t-1']))
})

test('a token is renewed before it expires, without delaying a call', async () => {
  const { url, to } = await openIssuer(1)
  const client = openClient({ url, credentials: integration })
  await client.questions.get('q-1')

  await vi.waitFor(
    async () => {
      await client.questions.get('q-1')
      expect(to('/v1/questions/q-1').map(shown).at(-1)).toBe('Bearer t-2')
    },
    { interval: 20 },
  )
})

test('concurrent 401 answers renew the token once, and each request is sent again', async () => {
  const { url, to } = await openIssuer(3_600, (token) => token !== 't-1')
  const client = openClient({ url, credentials: integration })

  await Promise.all([1, 2, 3].map(() => client.questions.ask({ text: 'Well?' })))
  expect(to(tokenPath)).toHaveLength(2)
  const asked = to('/v1/questions')
  expect(asked.map(({ body }) => body)).toEqual(Array(6).fill('{"text":"Well?"}'))
  expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(3)
})

test('a second 401 is returned to the caller', async () => {
  const { url, to } = await openIssuer(3_600, () => false)
  const client = openClient({ url, credentials: integration })

  await expect(client.questions.get('q-1')).rejects.toMatchObject({ name: 'UnauthorizedError', code: 'token_expired' })
  expect(to(tokenPath)).toHaveLength(2)
})

test('rejected credentials fail with UnauthorizedError and the OAuth code', async () => {
  const { url } = await openStandIn(() => ({
    status: 401,
    body: { error: 'invalid_client', error_description: 'Unknown client.' },
  }))
  await expect(openClient({ url, credentials: integration }).questions.get('q-1')).rejects.toMatchObject({
    name: 'UnauthorizedError',
    code: 'invalid_client',
    message: 'Unknown client.',
  })
})

test('a sign-in uses each refresh token once and passes the next one to onRefresh', async () => {
  const { url, to } = await openIssuer(3_600, (token) => token === 't-2')
  const kept: Tokens[] = []
  const credentials = {
    refreshToken: 'r-0',
    clientId: 'desk',
    accessToken: 'old',
    expiresIn: 3_600,
    onRefresh: (tokens: Tokens) => void kept.push(tokens),
  }
  const client = openClient({ url, credentials })

  await expect(client.questions.get('q-1')).rejects.toThrow(UnauthorizedError)
  await client.questions.get('q-1')
  expect(to('/v1/questions/q-1').map(shown)).toEqual(['Bearer old', 'Bearer t-1', 'Bearer t-1', 'Bearer t-2'])
  expect(to(tokenPath).map(({ body }) => new URLSearchParams(body).get('refresh_token'))).toEqual(['r-0', 'r-1'])
  expect(kept.map(({ refreshToken }) => refreshToken)).toEqual(['r-1', 'r-2'])
})

test('a token function is called again after a 401', async () => {
  const { url } = await openIssuer(60, (token) => token === 'made-2')
  let made = 0
  const client = openClient({ url, credentials: { token: async () => `made-${++made}` } })

  await client.questions.get('q-1')
  expect(made).toBe(2)
})
