import { randomUUID } from 'node:crypto'
import {
  grantable,
  type OutboxRow,
  type PrincipalKind,
  type Scope,
  tokenAlgorithm,
  tokenType,
} from '@askline/contracts'
import { inSystem } from '@askline/db'
import { claimsOf } from '@askline/domain/access/tokens'
import { answerTextRequest, findTextRequest } from '@askline/domain/knowledge/text-requests'
import { offerToExperts } from '@askline/domain/routing/offer'
import { openFreshness } from '@askline/domain/views/freshness'
import { buildOutbound } from '@askline/outbound'
import {
  buildHealth,
  buildLogger,
  buildSecretBox,
  ensureSigningKey,
  openHastyRedis,
  openTokenVerifier,
  postgresCheck,
} from '@askline/runtime'
import { openQueues } from '@askline/runtime/queues'
import { ampleRates, openTestDatabase, testSecretsKey } from '@askline/testing'
import { createSigner } from 'fast-jwt'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { readConfig } from '../src/api-config.ts'
import { buildServer } from '../src/build-server.ts'
import { openClock } from '../src/clock.ts'
import { openFeed } from '../src/feed/open-feed.ts'
import { openTextRequests } from '../src/text-requests.ts'
import { openWebhookTests } from '../src/webhook-tests.ts'
import { addAdministered } from './administered.ts'
import { type Call, callerOf, doorTo } from './caller.ts'
import { inviteCompany } from './companies.ts'

/** The cast is the same everywhere: ada and ben ask, bruno and carla are experts, dora is an agent, edda the admin, and max another company's. */
export type World = Awaited<ReturnType<typeof openWorld>>

const nobodyFound = {
  shouldRoute: false,
  confidence: 0,
  cases: 0,
  predictedClass: null,
  estimatedResponseMs: null,
  experts: [],
  modelVersion: 'none',
}
const nothingFound = { predictedClass: null, classConfidence: 0, knowledgeId: null, answerConfidence: 0 }

/** A database without a company, and the API on it. It is closed after the last test. */
export async function openEmptyWorld(env: Record<string, string> = {}) {
  const db = await openTestDatabase()
  const config = readConfig({
    DATABASE_URL: db.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    SECRETS_KEY: testSecretsKey,
    OUTBOUND_ALLOWED: '127.0.0.0/8',
    // A busy machine delays the event loop for seconds, and the API would answer 503.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    ...ampleRates,
    ...env,
  })
  const logger = buildLogger('api', 'silent')
  const secrets = buildSecretBox(config.secretsKey)
  const key = await ensureSigningKey(db, secrets)
  const verifier = await openTokenVerifier({ db, issuer: config.issuer, logger })
  const clock = openClock(db)
  const health = buildHealth('api', [postgresCheck(db)], logger)
  const queues = openQueues({ redisUrl: config.redisUrl, prefix: config.queuePrefix, logger })
  // Without Redis the worker's part is done here: it finds nothing.
  const relay = async (rows: OutboxRow[]) => {
    const ids = rows.flatMap((row) => row.jobs.map(({ payload }) => ('requestId' in payload ? payload.requestId : '')))
    for (const id of ids) {
      await inSystem(db, async (tx) => {
        const request = await findTextRequest(tx, id)
        if (!request) return
        const found = {
          predict: nobodyFound,
          cluster: { clusters: [] },
          conflicts: { groups: [] },
          rules: { rules: [] },
          read: nothingFound,
        }[request.kind]
        await answerTextRequest(tx.of(request.companyId), id, { answer: found })
      })
    }
  }
  const texts = openTextRequests(db, env['REDIS_URL'] === undefined ? { relay } : queues)
  // The API waits 50 ms for the count and lets the request pass. A busy machine can take longer.
  const redis = config.rates.store === 'redis' ? openHastyRedis(config.redisUrl, logger, 'rates', 5_000) : undefined
  const shared = redis ? { redis } : {}
  const context = {
    ...shared,
    config,
    db,
    verifier,
    secrets,
    signingKey: key,
    clock,
    health,
    logger,
    freshness: openFreshness(db),
    texts,
    outbound: buildOutbound({ allowed: config.outboundAllowed }),
    // No courier runs.
    webhookTests: openWebhookTests(db, 100),
    feed: openFeed({
      db,
      verifier,
      redisUrl: config.redisUrl,
      prefix: config.queuePrefix,
      logger,
      lookMs: 100,
      beatMs: 300,
    }),
  }
  const { app, routes, endpoints } = await buildServer(context)
  await app.ready()
  afterAll(async () => {
    await app.close()
    verifier.close()
    clock.close()
    await queues.close()
    redis?.disconnect()
  })

  /** Requests go through the door. */
  const withoutDoor: Omit<FastifyInstance, 'inject'> = app
  const inject = doorTo(app)
  return {
    app: withoutDoor,
    api: callerOf(inject),
    clock,
    config,
    context,
    db,
    endpoints,
    inject,
    key,
    routes,
    verifier,
  }
}

/** A database with two companies in it, and the API on it. Call it at the top of a file; it is closed after the last test. */
export async function openWorld(env: Record<string, string> = {}) {
  const empty = await openEmptyWorld(env)
  const { api, clock, config, db, key } = empty
  const bank = await inviteCompany(db, 'bank')
  const rival = await inviteCompany(db, 'rival')
  const sign = createSigner({
    algorithm: tokenAlgorithm,
    key: key.privatePem,
    kid: key.kid,
    header: { alg: tokenAlgorithm, typ: tokenType },
  })

  /** A token as the API would issue it, without asking for it. */
  function mint(
    { companyId }: { companyId: string },
    kind: PrincipalKind,
    subjectId: string,
    more: { scopes?: readonly Scope[]; lifetimeSeconds?: number; clientId?: string } = {},
  ): string {
    const scopes = more.scopes ?? grantable[kind]
    const credential = { clientId: more.clientId ?? 'test', companyId, kind, subjectId, scopes: [...scopes] }
    const lifetimeSeconds = more.lifetimeSeconds ?? 600
    return sign(claimsOf({ credential, issuer: config.issuer, scopes, issuedAt: clock.second(), lifetimeSeconds }))
  }

  const tokens = {
    integration: mint(bank, 'integration', bank.integrationId, { clientId: bank.client.clientId }),
    ada: mint(bank, 'user', bank.ada),
    ben: mint(bank, 'user', bank.ben),
    bruno: mint(bank, 'expert', bank.bruno),
    carla: mint(bank, 'expert', bank.carla),
    dora: mint(bank, 'agent', bank.dora),
    edda: mint(bank, 'admin', bank.edda),
    rivalsEdda: mint(rival, 'admin', rival.edda),
    rivalsBruno: mint(rival, 'expert', rival.bruno),
    max: mint(rival, 'user', rival.ada),
    rival: mint(rival, 'integration', rival.integrationId, { clientId: rival.client.clientId }),
  }

  /** Offers a question to experts, as the routing worker would. */
  async function offer({ companyId }: { companyId: string }, questionId: string, ...expertIds: string[]) {
    const experts = expertIds.map((expertId) => ({ expertId, score: 1, reasons: ['knows it'] }))
    const wave = { expectedWave: 0, expectedRound: 0, isLast: false, offerMs: 90_000, lastResponseMs: 1_000 }
    const roster = { id: randomUUID(), named: [{ expertId: bank.carla, verdict: 'away' as const }] }
    const counts = { offered: expertIds.length, away: 1 }
    const decision = { policyVersion: 'test', candidates: [], counts, rosterId: roster.id, roster }
    const { offered } = await inSystem(db, (tx) =>
      offerToExperts(tx, [{ questionId, companyId, experts, decision, ...wave }]),
    )
    if (offered.length === 0) throw new Error('The question was not offered')
  }

  const asker = { userEmail: 'ada@bank.example' }
  const ask = async (body: object = {}, token = tokens.ada) =>
    (await api('POST', '/v1/questions', { token, body: { text: 'How do I reset my PIN?', ...body } })).body.data

  /** A question that its expert has claimed and answered. */
  async function askAndAnswer(company = bank, asker = tokens.ada, expert = tokens.bruno) {
    const question = await ask({}, asker)
    await offer(company, question.uuid, company.bruno)
    const answer = { token: expert, body: { text: 'In the app, under Cards.' } }
    const response = (await api('POST', `/v1/questions/${question.uuid}/responses`, answer)).body.data
    return { question, response, message: response.messages[0] }
  }

  /** Calls the administration of the bank as Edda. */
  const admin = (method: string, path: string, options: Call = {}) =>
    api(method, `/v1/admin/${path}`, { token: tokens.edda, ...(method === 'GET' ? {} : { body: {} }), ...options })

  return {
    ...empty,
    addAdministered: (company: { companyId: string; ada: string; integrationId: string }) =>
      addAdministered(db, company),
    admin,
    ask,
    askAndAnswer,
    asker,
    bank,
    mint,
    offer,
    rival,
    tokens,
  }
}
