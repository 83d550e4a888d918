import { randomUUID } from 'node:crypto'
import {
  grantable,
  type OutboxRow,
  type PrincipalKind,
  type Scope,
  tokenAlgorithm,
  tokenType,
} from '@askline/contracts'
import { type Database, inCompany, inSystem, type Tx } from '@askline/db'
import {
  addKnowledge,
  answerTextRequest,
  claimsOf,
  createCategory,
  createCompany,
  createCredential,
  createExpert,
  createIntegration,
  createPerson,
  findTextRequest,
  forgetPerson,
  giveAutomaticAnswer,
  offerToExperts,
  openFreshness,
  storeFile,
} from '@askline/domain'
import {
  buildHealth,
  buildLogger,
  ensureSigningKey,
  openHastyRedis,
  openQueues,
  openTokenVerifier,
  postgresCheck,
} from '@askline/runtime'
import { buildConformity, openTestDatabase } from '@askline/testing'
import { createSigner } from 'fast-jwt'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, expect } from 'vitest'
import { openClock } from '../src/clock.ts'
import { readConfig } from '../src/config.ts'
import { buildServer } from '../src/server.ts'
import { openTextDesk } from '../src/text-desk.ts'

/** The cast is the same everywhere: ada and ben ask, bruno and carla are experts, dora is an agent, edda the admin, and max another company's. */
export type World = Awaited<ReturnType<typeof openWorld>>

const nobodyFound = {
  shouldRoute: false,
  confidence: 0,
  predictedClass: null,
  estimatedResponseMs: null,
  experts: [],
  modelVersion: 'none',
}
const nothingFound = { predictedClass: null, classConfidence: 0, knowledgeId: null, answerConfidence: 0 }

const aFile = {
  type: 'QA',
  name: 'answers.csv',
  format: 'CSV',
  sizeBytes: 0,
  uploader: { kind: 'admin', id: randomUUID() },
  chunks: (async function* () {})(),
} as const

async function keepSomeModel(tx: Tx, companyId: string): Promise<string> {
  const id = randomUUID()
  const text = `insert into models (id, company_id, version, examples, classes, held_out, accuracy, calibration_error, report,
      verdict, judged, size_bytes)
    select $1, $2, coalesce(max(version), 0) + 1, 10, 2, 10, 1, 0, '{"classes": [], "confusions": []}', 'FIRST', '', 0
    from models where company_id = $2`
  await tx.query({ name: 'some-model', text }, [id, companyId])
  return id
}

type Client = { clientId: string; clientSecret: string }

/** A database with two companies in it, and the API on it. Call it at the top of a file; it is closed after the last test. */
export async function openWorld(env: Record<string, string> = {}) {
  const db = await openTestDatabase()
  const config = readConfig({ DATABASE_URL: db.url, REDIS_URL: 'redis://127.0.0.1:1', ...env })
  const logger = buildLogger('api', 'silent')
  const key = await ensureSigningKey(db)
  const verifier = await openTokenVerifier({ db, issuer: config.issuer, logger })
  const clock = openClock(db)
  const health = buildHealth('api', [postgresCheck(db)])
  const queues = openQueues({ redisUrl: config.redisUrl, prefix: config.queuePrefix, logger })
  // Without Redis the worker's part is done here: it finds nothing.
  const relay = async (rows: OutboxRow[]) => {
    const ids = rows.flatMap((row) => row.jobs.map(({ payload }) => ('requestId' in payload ? payload.requestId : '')))
    for (const id of ids) {
      await inSystem(db, async (tx) => {
        const { kind } = (await findTextRequest(tx, id)) ?? {}
        const found = { predict: nobodyFound, cluster: { clusters: [] }, read: nothingFound }[kind ?? 'read']
        await answerTextRequest(tx, id, { answer: found })
      })
    }
  }
  const texts = openTextDesk(db, env['REDIS_URL'] === undefined ? { relay } : queues)
  const redis = config.rates.store === 'redis' ? openHastyRedis(config.redisUrl, logger, 'rates', 50) : undefined
  const shared = redis ? { redis } : {}
  const context = { ...shared, config, db, verifier, clock, health, logger, freshness: openFreshness(db), texts }
  const { app, routes } = await buildServer(context)
  await app.ready()
  afterAll(async () => {
    await app.close()
    verifier.close()
    clock.close()
    await queues.close()
    redis?.disconnect()
  })

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
    const experts = expertIds.map((expertId) => ({ expertId, score: 1, features: {}, reasons: ['knows it'] }))
    const wave = { expectedWave: 0, expectedRound: 0, isLast: false, offerMs: 90_000, lastResponseMs: 1_000 }
    const roster = { id: randomUUID(), named: [{ expertId: bank.carla, verdict: 'away' as const }] }
    const counts = { offered: expertIds.length, away: 1 }
    const decision = { policyVersion: 'test', candidates: [], counts, rosterId: roster.id, roster }
    const { offered } = await inSystem(db, (tx) =>
      offerToExperts(tx, [{ questionId, companyId, experts, decision, ...wave }]),
    )
    if (offered.length === 0) throw new Error('The question was not offered')
  }

  const api = callerOf(app)
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

  /** Something of a company's own in each list that its admins look after, for them to change or end. */
  async function administered({ companyId, ada }: { companyId: string; ada: string }) {
    const name = randomUUID()
    const email = `${randomUUID()}@example.com`
    const letter = randomUUID()
    await db.system.query(
      `insert into dead_letters (id, company_id, kind, name, payload, reason, attempts)
        values ($1, $2::uuid, 'job', 'drain-backlog', jsonb_build_object('companyId', ($2::uuid)::text), 'failed', 5)`,
      [letter, companyId],
    )
    const { receipt } = await inSystem(db, (tx) => forgetPerson(tx, { companyId, email }))
    return inCompany(db, companyId, async (tx) => {
      const person = { companyId, name, email: `${name}@example.com` }
      const expert = { companyId, name, email: `${name}@example.org`, languages: ['en'], topics: [] }
      const answer = { question: 'Where is my card?', answer: 'On its way.' }
      const { knowledgeIds } = await addKnowledge(tx, { companyId, answers: [answer] })
      const found = { predictedClass: null, classConfidence: 0, answerConfidence: 0.9 }
      const knowledgeId = knowledgeIds[0] ?? ''
      const given = await giveAutomaticAnswer(tx, companyId, 'Where is it?', { ...found, knowledgeId }, ada)
      return {
        receipt: { uuid: receipt.uuid },
        model: { uuid: await keepSomeModel(tx, companyId) },
        file: { uuid: (await storeFile(tx, { ...aFile, companyId, sha256: name })).fileId },
        dead_letter: { uuid: letter },
        expert: { uuid: (await createExpert(tx, expert)).userId },
        category: { uuid: (await createCategory(tx, { companyId, name })).categoryId },
        knowledge: { uuid: knowledgeId },
        automatic_answer: { uuid: given.uuid },
        person: { uuid: (await createPerson(tx, { ...person, role: 'user' })).userId },
        integration: { uuid: (await createIntegration(tx, { companyId, systemId: name, name })).integrationId },
      }
    })
  }

  return {
    administered,
    app,
    api,
    ask,
    askAndAnswer,
    asker,
    bank,
    clock,
    config,
    context,
    db,
    key,
    mint,
    offer,
    rival,
    routes,
    tokens,
    verifier,
  }
}

export type Call = {
  token?: string | undefined
  body?: unknown
  raw?: string | Buffer
  headers?: Record<string, string>
  query?: Record<string, string>
}

/** `data`, `error` and `meta` of an envelope, or the members of a bare answer. Tests look into it as they like. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is what is under test, so its shape is not taken for granted
export type Body = any

export type Answer = { status: number; headers: Record<string, unknown>; body: Body; text: string }

/** Calls an API without a port. What it answers must be what its document says. */
export function callerOf(app: FastifyInstance) {
  return async function call(method: string, url: string, options: Call = {}): Promise<Answer> {
    const { token, body, raw, headers, query } = options
    const request: InjectOptions = {
      method: method as 'GET',
      url,
      ...(query ? { query } : {}),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(raw === undefined && body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(raw !== undefined ? { payload: raw } : body !== undefined ? { payload: JSON.stringify(body) } : {}),
    }
    const response = await app.inject(request)
    const isJson = String(response.headers['content-type']).includes('json')
    const answer: Answer = {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: isJson && response.body !== '' ? response.json() : undefined,
    }
    if (isDescribed(method, url)) expect(conformityOf(app)(answer, method, url)).toBeUndefined()
    return answer
  }
}

const conformities = new WeakMap<FastifyInstance, ReturnType<typeof buildConformity>>()

function conformityOf(app: FastifyInstance) {
  let faultOf = conformities.get(app)
  if (!faultOf) {
    faultOf = buildConformity(JSON.parse(JSON.stringify(app.swagger())))
    conformities.set(app, faultOf)
  }
  return faultOf
}

/** The page of the documentation and what browsers ask before they call are no part of the API. */
const isDescribed = (method: string, url: string) => method !== 'OPTIONS' && !url.startsWith('/docs')

async function inviteCompany(db: Database, tag: string) {
  return inSystem(db, async (tx) => {
    const { companyId } = await createCompany(tx, { tag, name: tag })
    const { integrationId } = await createIntegration(tx, { companyId, systemId: `${tag}-desk`, name: 'Desk' })
    const person = async (name: string, role: 'user' | 'agent' | 'admin') =>
      (await createPerson(tx, { companyId, email: `${name}@${tag}.example`, name, role })).userId
    const expert = async (name: string) =>
      (await createExpert(tx, { companyId, email: `${name}@${tag}.example`, name, languages: ['en'], topics: [] }))
        .userId
    const client: Client = await createCredential(tx, { companyId, integrationId })
    const bruno = await expert('bruno')
    return {
      tag,
      companyId,
      integrationId,
      client,
      ada: await person('ada', 'user'),
      ben: await person('ben', 'user'),
      bruno,
      brunosClient: (await createCredential(tx, { companyId, userId: bruno, role: 'expert' })) as Client,
      carla: await expert('carla'),
      dora: await person('dora', 'agent'),
      edda: await person('edda', 'admin'),
    }
  })
}
