import { inSystem, migrateDatabase, openDatabase } from '@askline/db'
import { openTestDatabase, ownPostgres, testSecretsKey } from '@askline/testing'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  buildSecretBox,
  DependencyDownError,
  dropSigningKey,
  ensureSigningKey,
  openTokenVerifier,
  type Revocation,
  rotateSigningKey,
  signingKey,
} from '../src/index.ts'
import { logger } from './silent-logger.ts'
import { claims, issuer, mint, seconds } from './token-minting.ts'

const db = await openTestDatabase()
const secrets = buildSecretBox(testSecretsKey)
const key = await ensureSigningKey(db, secrets)
const here = await openTokenVerifier({ db, issuer, logger })
const there = await openTokenVerifier({ db, issuer, logger })
afterAll(() => {
  here.close()
  there.close()
})

const revoke = (kind: string, subject: string) =>
  db.system.query(
    `insert into revocations (kind, subject, revoked_at, expires_at)
     values ($1, $2, clock_timestamp(), clock_timestamp() + interval '1 hour')`,
    [kind, subject],
  )

test('a revoked token ends in every process', async () => {
  const token = claims()
  await there.verify(mint(key, token))

  await revoke('token', token.jti)

  await vi.waitFor(() => expect(there.verify(mint(key, token))).rejects.toThrow('revoked'), { interval: 20 })
})

test('an idle process stops reading revocations, and reads them before it accepts a token again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const own = openDatabase(db.url)
  onTestFinished(() => own.close())
  const begun: number[] = []
  own.onTransaction = (ms) => void begun.push(performance.now() - ms)
  const idle = await openTokenVerifier({ db: own, issuer, logger })
  onTestFinished(() => idle.close())
  const token = claims()
  await idle.verify(mint(key, token))
  await vi.advanceTimersByTimeAsync(11_000)
  const idleSince = performance.now()

  await vi.advanceTimersByTimeAsync(60_000)
  await revoke('token', token.jti)

  await expect(idle.verify(mint(key, token))).rejects.toThrow('revoked')
  expect(begun.filter((at) => at > idleSince && at < performance.now())).toEqual([])
})

test('the process that revokes a token refuses it at once', async () => {
  const token = claims()
  await here.verify(mint(key, token))

  here.noteRevoked('token', token.jti, new Date())

  await expect(here.verify(mint(key, token))).rejects.toThrow('revoked')
})

test('a revoked credential ends earlier tokens and no later one', async () => {
  const old = claims({ client_id: 'rotated', iat: seconds() - 60 })
  const young = claims({ client_id: 'rotated', iat: seconds() + 5 })

  await revoke('credential', 'rotated')

  await vi.waitFor(() => expect(there.verify(mint(key, old))).rejects.toThrow('revoked'))
  expect(await there.verify(mint(key, young))).toEqual(young)
})

test('revoking a person ends their tokens and no other', async () => {
  const [ada, bruno] = [claims(), claims()]

  await revoke('person', ada.sub)

  await vi.waitFor(() => expect(there.verify(mint(key, ada))).rejects.toThrow('revoked'))
  expect(await there.verify(mint(key, bruno))).toEqual(bruno)
})

test('revoking a key ends all tokens it signed, also those of open sockets', async () => {
  const { kid } = await inSystem(db, (tx) => rotateSigningKey(tx, secrets, 3_600))
  const stolen = await signingKey(db, secrets)
  expect(stolen.kid).toBe(kid)
  const letIn = await there.verify(mint(stolen, claims()))
  expect(there.isRevoked(letIn)).toBe(false)

  await inSystem(db, (tx) => dropSigningKey(tx, secrets, kid))
  await revoke('key', kid)

  await vi.waitFor(() => expect(there.isRevoked(letIn)).toBe(true))
  for (const verifier of [here, there])
    await vi.waitFor(() => expect(verifier.verify(mint(stolen, claims()))).rejects.toThrow(/revoked|names no key/))
  expect(await there.verify(mint(key, claims()))).toBeDefined()
})

test('a process that starts later knows earlier revocations', async () => {
  const token = claims()
  await db.system.query(
    `insert into revocations (kind, subject, revoked_at, expires_at)
     values ('token', $1, clock_timestamp() - interval '30 minutes', clock_timestamp() + interval '30 minutes')`,
    [token.jti],
  )

  const late = await openTokenVerifier({ db, issuer, logger })
  onTestFinished(() => late.close())

  await expect(late.verify(mint(key, token))).rejects.toThrow('revoked')
})

test('listeners are called once per revocation', async () => {
  const heard: Revocation[] = []
  onTestFinished(there.onRevoked((revocation) => heard.push(revocation)))
  const first = claims()
  const second = claims()

  await revoke('token', first.jti)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  await revoke('token', second.jti)

  await vi.waitFor(() => expect(heard.map((one) => one.subject)).toEqual([first.jti, second.jti]))
})

test('a revocation that commits late is not missed', async () => {
  const token = claims()
  const client = await db.system.connect()
  await client.query('begin')
  await client.query(
    `insert into revocations (kind, subject, revoked_at, expires_at)
     values ('token', $1, clock_timestamp(), clock_timestamp() + interval '1 hour')`,
    [token.jti],
  )
  const marker = claims()
  await revoke('token', marker.jti)
  await vi.waitFor(() => expect(there.verify(mint(key, marker))).rejects.toThrow('revoked'))

  await client.query('commit')
  client.release()

  await vi.waitFor(() => expect(there.verify(mint(key, token))).rejects.toThrow('revoked'))
})

test('without Postgres a known token is accepted for at most a second, and again after Postgres returns', async () => {
  const server = await ownPostgres({ log: () => {}, durable: false })
  onTestFinished(() => server.stop())
  await migrateDatabase(server.url)
  const own = openDatabase(server.url)
  const ownKey = await ensureSigningKey(own, secrets)
  const verifier = await openTokenVerifier({ db: own, issuer, logger })
  onTestFinished(async () => {
    verifier.close()
    await own.close()
  })
  const token = mint(ownKey, claims())
  await verifier.verify(token)

  server.freeze()

  await vi.waitFor(() => expect(verifier.verify(token)).rejects.toThrow(DependencyDownError))
  server.thaw()
  await vi.waitFor(() => verifier.verify(token), { timeout: 10_000 })
})
