import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import {
  type ClientEvents,
  type Composing,
  grantable,
  type InboxChanged,
  type PrincipalKind,
  type QuestionChanged,
  type ServerEvents,
  type SubscribeAnswer,
  socketNamespace,
  type TokenClaims,
} from '@askline/contracts'
import { type Database, inCompany, inSystem, type Tx } from '@askline/db'
import { makeChange } from '@askline/domain/changes/make-changes'
import { addedMessage, addMessage } from '@askline/domain/questions/add-message'
import { askQuestion } from '@askline/domain/questions/ask'
import { claimQuestion, releaseQuestion } from '@askline/domain/questions/claim'
import { offerToExperts, type WavePlan } from '@askline/domain/routing/offer'
import { findRoutable } from '@askline/domain/routing/routable'
import { buildLogger, buildSecretBox, ensureSigningKey } from '@askline/runtime'
import { openQueues } from '@askline/runtime/queues'
import { type Cast, inviteCast, openTestDatabase, testRedis, testSecretsKey } from '@askline/testing'
import { io, type Socket } from 'socket.io-client'
import { afterAll, expect, onTestFinished, vi } from 'vitest'
import { type Config, type Limits, type Notifier, standardLimits, startNotifier } from '../src/index.ts'

export const publicUrl = 'http://localhost/v1'
export const logger = buildLogger('test', 'silent')

/** A socket and the events it received. */
export type Client = {
  socket: Socket<ServerEvents, ClientEvents>
  changes: QuestionChanged[]
  inbox: InboxChanged[]
  composing: Composing[]
  subscribe(questionUuid: string, after?: number): Promise<SubscribeAnswer>
  isClosed(): boolean
}

/** Opens a test database with a company and its people, the queues, and a function that starts notifiers. */
export async function openStage(redis: { url: string; prefix: string } = testRedis()) {
  const db = await openTestDatabase()
  const cast = await inviteCast(db)
  const key = await ensureSigningKey(db, buildSecretBox(testSecretsKey))
  const queues = openQueues({ redisUrl: redis.url, prefix: redis.prefix, logger, db })
  db.handOver = queues.handOver
  afterAll(() => queues.close())

  function claimsFor(subject: string, kind: PrincipalKind, more: Partial<TokenClaims> = {}): TokenClaims {
    const now = Math.floor(Date.now() / 1000)
    return {
      iss: publicUrl,
      aud: 'askline',
      sub: subject,
      jti: randomUUID(),
      iat: now,
      exp: now + 3600,
      scope: grantable[kind].join(' '),
      client_id: 'test',
      cid: cast.companyId,
      kind,
      ...more,
    }
  }
  function mint(claims: TokenClaims): string {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const input = `${encode({ alg: 'EdDSA', typ: 'at+jwt', kid: key.kid })}.${encode(claims)}`
    return `${input}.${sign(null, Buffer.from(input), createPrivateKey(key.privatePem)).toString('base64url')}`
  }

  /** Starts a notifier that ends with the test. */
  async function notify(
    limits: Partial<Limits> = {},
    more: Partial<Config> = {},
    notifierLogger = logger,
  ): Promise<Notifier> {
    const config: Config = {
      port: 0,
      internalPort: 0,
      internalHost: '127.0.0.1',
      host: '127.0.0.1',
      issuer: publicUrl,
      databaseUrl: db.url,
      databasePool: 4,
      redisUrl: redis.url,
      queuePrefix: redis.prefix,
      shutdownDelayMs: 0,
      origins: [],
      limits: { ...standardLimits, ...limits },
      ...more,
    }
    const notifier = await startNotifier(config, notifierLogger)
    let closing: Promise<void> | undefined
    const close = () => {
      closing ??= notifier.close()
      return closing
    }
    onTestFinished(close)
    return { ...notifier, close }
  }

  return { db, cast, queues, redis, claimsFor, mint, notify, ...movesOf(db, cast) }
}

/** Opens a socket with `token` and collects the events it receives. */
export function open(notifier: Notifier, token: unknown, options: Parameters<typeof io>[1] = {}): Client {
  const socket: Socket<ServerEvents, ClientEvents> = io(`http://127.0.0.1:${notifier.port}${socketNamespace}`, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...options,
  })
  onTestFinished(() => void socket.disconnect())
  const client: Client = {
    socket,
    changes: [],
    inbox: [],
    composing: [],
    subscribe: (questionUuid, after) =>
      socket.timeout(5_000).emitWithAck('subscribe', { questionUuid, ...(after === undefined ? {} : { after }) }),
    isClosed: () => !socket.connected,
  }
  socket.on('question-changed', (change) => client.changes.push(change))
  socket.on('inbox-changed', (change) => client.inbox.push(change))
  socket.on('composing', (who) => client.composing.push(who))
  return client
}

/** Opens a socket as `open` does, and waits until it is accepted. */
export async function connect(notifier: Notifier, token: unknown, options?: Parameters<typeof io>[1]): Promise<Client> {
  const client = open(notifier, token, options)
  await vi.waitFor(() => expect(client.socket.connected).toBe(true))
  return client
}

/** Returns the value of a metric, or `undefined` if it has none yet. `label` chooses one of several. */
export async function readMetric({ internalPort }: Notifier, name: string, label = ''): Promise<number | undefined> {
  const published = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text()
  const line = published.split('\n').find((one) => one.startsWith(name) && one.includes(label))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

/** Returns functions that change the questions of a company. */
export function movesOf(db: Database, cast: Cast) {
  const { companyId } = cast
  const run = <T>(work: (tx: Tx) => Promise<T>) => inCompany(db, companyId, work)
  const ada = { kind: 'user', userId: cast.ada, companyId } as const
  return {
    ask: async () => {
      const input = { text: 'Where is my card?', externalIds: [] }
      return (await run((tx) => askQuestion(tx, ada, input, publicUrl))).view.uuid
    },
    write: (questionId: string, correlationId?: string) =>
      run((tx) =>
        makeChange(
          tx,
          addMessage({ ...ada, correlationId }, { questionId, text: 'Anything new?', externalIds: [] }),
        ).then(addedMessage),
      ),
    claim: (questionId: string, userId: string) =>
      run((tx) => makeChange(tx, claimQuestion({ kind: 'expert', userId, companyId }, { questionId }))),
    release: (questionId: string, userId: string) =>
      run((tx) => makeChange(tx, releaseQuestion({ kind: 'expert', userId, companyId }, { questionId }))),
    offer: (questionId: string, expertIds: string[], correlationId?: string, options: Partial<WavePlan> = {}) =>
      inSystem(db, async (tx) => {
        const [q] = await findRoutable(tx, [questionId])
        if (!q) throw new Error('The question is not for experts')
        await offerToExperts(tx, [
          {
            questionId,
            companyId,
            expectedWave: q.wave,
            expectedRound: q.round,
            isLast: false,
            offerMs: 90_000,
            lastResponseMs: 61_000,
            origin: { correlationId },
            experts: expertIds.map((expertId) => ({ expertId, score: 1, reasons: [] })),
            ...options,
          },
        ])
      }),
    logout: (jti: string) =>
      db.system.query(
        `insert into revocations (kind, subject, revoked_at, expires_at)
         values ('token', $1, clock_timestamp(), clock_timestamp() + interval '1 hour')`,
        [jti],
      ),
  }
}
