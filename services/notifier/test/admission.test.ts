import type { TokenClaims } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { endSessionOf } from '@askline/domain/access/session-list'
import { io } from 'socket.io-client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { connect, open, openStage } from './notifier-stage.ts'

const { cast, claimsFor, mint, notify, logout, db } = await openStage()
const token = mint(claimsFor(cast.ada, 'user'))

/** Waits for the refusal, and returns its code and message, or 'accepted'. */
const refusalOf = (client: Pick<ReturnType<typeof open>, 'socket'>) =>
  new Promise<{ code: string; message: string } | 'accepted'>((resolve) => {
    client.socket.once('connect_error', (error: Error & { data?: { code?: string } }) =>
      resolve({ code: error.data?.code ?? '', message: error.message }),
    )
    client.socket.once('connect', () => resolve('accepted'))
  })

describe('a socket is accepted', () => {
  test('with a token in the handshake, over WebSocket and over polling', async () => {
    const notifier = await notify()

    await connect(notifier, token)
    await connect(notifier, token, { transports: ['polling'] })
  })

  test.each(['websocket', 'polling'])(
    'from a program whose library sends the address that it called as its origin, over %s',
    async (transport) => {
      const notifier = await notify({}, { origins: ['https://desk.test'] })
      const origin = `http://127.0.0.1:${notifier.port}`

      await connect(notifier, token, { transports: [transport], extraHeaders: { origin } })
    },
  )

  test('from a page whose origin is allowed, or from a program that names none', async () => {
    const notifier = await notify({}, { origins: ['https://desk.test'] })

    await connect(notifier, token)
    await connect(notifier, token, { extraHeaders: { origin: 'https://desk.test' } })
  })
})

describe('a socket is refused with the code of REST and a message that says what to do', () => {
  test.each([
    ['no token', undefined, 'token_missing', 'auth.token'],
    ['an empty token', '', 'token_missing', 'auth.token'],
    ['a token that is not a string', { token }, 'token_invalid', 'string'],
    ['a token that expired', mint(claimsFor(cast.ada, 'user', { exp: 1_000 })), 'token_expired', 'oauth/token'],
    [
      'a token of another issuer',
      mint(claimsFor(cast.ada, 'user', { iss: 'https://evil.test' })),
      'token_invalid',
      'oauth/token',
    ],
    ['a manipulated token', `${token.slice(0, -4)}AAAA`, 'token_invalid', 'oauth/token'],
  ])('%s', async (_name, shown, code, hint) => {
    expect(await refusalOf(open(await notify(), shown))).toEqual({ code, message: expect.stringContaining(hint) })
  })

  test('a token in the query string only', async () => {
    const client = open(await notify(), undefined, { query: { token, 'auth.token': token } })

    expect(await refusalOf(client)).toMatchObject({ code: 'token_missing' })
  })

  test('a token that was revoked', async () => {
    const notifier = await notify()
    const claims = claimsFor(cast.ada, 'user')
    await logout(claims.jti)

    await vi.waitFor(async () =>
      expect(await refusalOf(open(notifier, mint(claims)))).toMatchObject({ code: 'token_revoked' }),
    )
  })

  test.each(['websocket', 'polling'])('a page of another origin over %s', async (transport) => {
    const notifier = await notify({}, { origins: ['https://desk.test'] })
    const client = open(notifier, token, { transports: [transport], extraHeaders: { origin: 'https://evil.test' } })

    expect(await refusalOf(client)).toEqual({
      code: 'origin_not_allowed',
      message: expect.stringMatching(/https:\/\/evil\.test.*CORS_ORIGINS/),
    })
  })
})

describe('the raw handshake of a WebSocket', () => {
  const called = 'notify.test:8443'
  const accepted = expect.stringMatching(/^40\/v1,\{"sid":/)
  const refused = expect.stringMatching(/^44\/v1,\{.*"code":"origin_not_allowed"/)
  test.each([
    ['no origin', undefined, called, accepted],
    ['the address that was called', `http://${called}`, called, accepted],
    ['the address that was called, behind a proxy that ends TLS', `https://${called}`, called, accepted],
    ['the address that was called, in capital letters', 'HTTP://NOTIFY.TEST:8443', called, accepted],
    ['the address that was called, with its standard port', 'https://notify.test:443', 'notify.test', accepted],
    ['the address that was called as a WebSocket', 'wss://notify.test', 'notify.test:443', accepted],
    ['an address of IPv6', 'http://[::1]:3001', '[::1]:3001', accepted],
    ['an allowed page', 'https://desk.test', called, accepted],
    ['another port of the address', 'http://notify.test:8444', called, refused],
    ['another host', 'https://evil.test', called, refused],
    ['a host that begins like the address', 'http://notify.test:8443.evil.test', called, refused],
    ['the address as a user name', 'http://notify.test:8443@evil.test', called, refused],
    ['a document without an origin', 'null', called, refused],
    ['a file', 'file://', called, refused],
    ['an empty origin', '', called, refused],
  ])('with %s', async (_name, origin, host, answer) => {
    const { port } = await notify({}, { origins: ['https://desk.test'] })
    const headers = { host, ...(origin === undefined ? {} : { origin }) }
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, { headers })
    onTestFinished(() => socket.terminate())
    const packets: string[] = []
    socket.on('message', (packet) => packets.push(String(packet)))

    await vi.waitFor(() => expect(packets).toHaveLength(1))
    socket.send(`40/v1,${JSON.stringify({ token })}`)

    await vi.waitFor(() => expect(packets[1]).toEqual(answer))
  })

  test('a page of any origin may read by polling why it is refused', async () => {
    const { port } = await notify({}, { origins: ['https://desk.test'] })
    const headers = { origin: 'https://evil.test' }
    const { headers: answered } = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`, {
      headers,
    })

    expect(answered.get('access-control-allow-origin')).toBe('https://evil.test')
    expect(answered.get('access-control-allow-credentials')).toBeNull()
  })
})

/** Inserts a sign-in of a person, and returns its id. */
async function openSession(userId: string): Promise<string> {
  const { rows } = await db.system.query(
    `insert into token_families (id, company_id, user_id, client_id, scopes, expires_at)
     values (gen_random_uuid(), $1, $2, 'askline-desk', '{}', clock_timestamp() + interval '1 hour') returning id`,
    [cast.companyId, userId],
  )
  return rows[0].id
}

/** Ends a sign-in, as `POST /me/sessions/{uuid}/end` does. */
const endSession = (userId: string, id: string) => inSystem(db, (tx) => endSessionOf(tx.of(cast.companyId), userId, id))

describe('a socket is closed', () => {
  const ends: [what: string, end: (claims: TokenClaims) => Promise<unknown>][] = [
    ['its logout', ({ jti }) => logout(jti)],
    ['the end of its session', ({ sub, sid = '' }) => endSession(sub, sid)],
  ]
  test.each(ends)('within two seconds of %s, on every notifier, while other sockets stay open', async (_what, end) => {
    const [first, second] = await Promise.all([notify(), notify()])
    const claims = claimsFor(cast.ada, 'user', { sid: await openSession(cast.ada) })
    const mine = await Promise.all([connect(first, mint(claims)), connect(second, mint(claims))])
    const other = await connect(first, mint(claimsFor(cast.ada, 'user', { sid: await openSession(cast.ada) })))

    await end(claims)

    await vi.waitFor(() => expect(mine.map((client) => client.isClosed())).toEqual([true, true]))
    expect(other.isClosed()).toBe(false)
  })

  test('when its token expires', async () => {
    const notifier = await notify()
    const client = await connect(notifier, mint(claimsFor(cast.ada, 'user', { exp: Math.ceil(Date.now() / 1000) + 1 })))

    await vi.waitFor(() => expect(client.isClosed()).toBe(true))
  })

  test('when its token expires after another one, whichever connected first', async () => {
    const notifier = await notify()
    const second = Math.ceil(Date.now() / 1000)
    const open = (exp: number) => connect(notifier, mint(claimsFor(cast.ada, 'user', { exp })))
    const [last, middle, first] = [await open(second + 60), await open(second + 3), await open(second + 1)]
    const closed = () => [first, middle, last].map((client) => client.isClosed())

    await vi.waitFor(() => expect(closed()).toEqual([true, false, false]))
    await vi.waitFor(() => expect(closed()).toEqual([true, true, false]))
  })

  test('when its person is removed', async () => {
    const notifier = await notify()
    const client = await connect(notifier, mint(claimsFor(cast.carlos, 'expert')))

    await db.system.query(
      `insert into revocations (kind, subject, revoked_at, expires_at)
       values ('person', $1, clock_timestamp(), clock_timestamp() + interval '1 hour')`,
      [cast.carlos],
    )

    await vi.waitFor(() => expect(client.isClosed()).toBe(true))
  })
})

test.each([
  ['without a token', undefined],
  ['with a token', token],
])('the namespace / refuses a socket %s and names /v1', async (_name, shown) => {
  const { port } = await notify()
  const socket = io(`http://127.0.0.1:${port}`, {
    auth: { token: shown },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  })
  onTestFinished(() => void socket.disconnect())

  expect(await refusalOf({ socket })).toEqual({
    code: 'path_not_found',
    message: expect.stringContaining('/v1'),
  })
})
