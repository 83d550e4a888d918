import { io } from 'socket.io-client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect, open, openStage } from './stage.ts'

const { cast, claimsFor, mint, notify, logout, db } = await openStage()
const token = mint(claimsFor(cast.ada, 'user'))

const refusalOf = (client: Pick<ReturnType<typeof open>, 'socket'>) =>
  new Promise<string>((resolve) => {
    client.socket.once('connect_error', (error) => resolve(error.message))
    client.socket.once('connect', () => resolve('let in'))
  })

describe('a socket is let in', () => {
  test('with a token in the handshake, over WebSocket and over polling', async () => {
    const notifier = await notify()

    await connect(notifier, token)
    await connect(notifier, token, { transports: ['polling'] })
  })

  test('from a page whose origin is allowed, or from a program that names none', async () => {
    const notifier = await notify({}, { origins: ['https://desk.test'] })

    await connect(notifier, token)
    await connect(notifier, token, { extraHeaders: { origin: 'https://desk.test' } })
  })
})

describe('a socket is refused', () => {
  test.each([
    ['without a token', undefined],
    ['with a token that is no string', { token }],
    ['with a token that expired', mint(claimsFor(cast.ada, 'user', { exp: 1_000 }))],
    ['with a token of another issuer', mint(claimsFor(cast.ada, 'user', { iss: 'https://evil.test' }))],
    ['with a token it has tampered with', `${token.slice(0, -4)}AAAA`],
  ])('%s', async (_name, shown) => {
    expect(await refusalOf(open(await notify(), shown))).toBe('unauthorized')
  })

  test('with a token in the address only', async () => {
    const client = open(await notify(), undefined, { query: { token, 'auth.token': token } })

    expect(await refusalOf(client)).toBe('unauthorized')
  })

  test('with a token that was logged out', async () => {
    const notifier = await notify()
    const claims = claimsFor(cast.ada, 'user')
    await logout(claims.jti)

    await vi.waitFor(async () => expect(await refusalOf(open(notifier, mint(claims)))).toBe('unauthorized'))
  })

  test.each(['websocket', 'polling'])('from a page of another origin, over %s', async (transport) => {
    const notifier = await notify({}, { origins: ['https://desk.test'] })
    const client = open(notifier, token, { transports: [transport], extraHeaders: { origin: 'https://evil.test' } })

    expect(await refusalOf(client)).toMatch(/error/)
  })
})

describe('a socket is closed', () => {
  test('within two seconds of its logout, on every notifier, and nobody else is', async () => {
    const [first, second] = await Promise.all([notify(), notify()])
    const claims = claimsFor(cast.ada, 'user')
    const mine = await Promise.all([connect(first, mint(claims)), connect(second, mint(claims))])
    const other = await connect(first, mint(claimsFor(cast.ada, 'user')))

    await logout(claims.jti)

    await vi.waitFor(() => expect(mine.map((client) => client.isClosed())).toEqual([true, true]), { timeout: 2_000 })
    expect(other.isClosed()).toBe(false)
  })

  test('when its token expires', async () => {
    const notifier = await notify()
    const client = await connect(notifier, mint(claimsFor(cast.ada, 'user', { exp: Math.ceil(Date.now() / 1000) + 1 })))

    await vi.waitFor(() => expect(client.isClosed()).toBe(true), { timeout: 4_000 })
  })

  test('when its person is removed', async () => {
    const notifier = await notify()
    const client = await connect(notifier, mint(claimsFor(cast.carlos, 'expert')))

    await db.system.query(
      `insert into revocations (kind, subject, revoked_at, expires_at)
       values ('person', $1, clock_timestamp(), clock_timestamp() + interval '1 hour')`,
      [cast.carlos],
    )

    await vi.waitFor(() => expect(client.isClosed()).toBe(true), { timeout: 2_000 })
  })
})

test.each([undefined, token])('nobody is let in outside of the namespace, with a token or without', async (shown) => {
  const { port } = await notify()
  const socket = io(`http://127.0.0.1:${port}`, {
    auth: { token: shown },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  })
  onTestFinished(() => void socket.disconnect())

  expect(await refusalOf({ socket })).toBe('unauthorized')
})
