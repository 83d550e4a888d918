import { randomBytes } from 'node:crypto'
import { inSystem } from '@askline/db'
import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import { giveAutomaticAnswer, judgeAutomaticAnswer } from '@askline/domain/knowledge/automatic-answers'
import { findOrCreateAsker } from '@askline/domain/people/find-person'
import { findForgetReceipt, forgetPerson } from '@askline/domain/privacy/forget'
import { erasePerson } from '@askline/domain/privacy/forget-erase'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { buildTextCache } from '@askline/learning/texts/text-cache'
import { buildTrainer } from '@askline/learning/texts/text-trainer'
import { buildLogger, openPatientRedis } from '@askline/runtime'
import { openQueues } from '@askline/runtime/queues'
import { openTestDatabase, testRedis } from '@askline/testing'
import { expect, it, onTestFinished, vi } from 'vitest'
import { buildRouter } from '../src/routing/router.ts'
import { startRoutingWorker } from '../src/start-routing-worker.ts'
import { anybody, foundCompany, offersOf } from './company.ts'
import { logger as silent } from './silent-logger.ts'

const db = await openTestDatabase()

const forget = (companyId: string, email: string) => inSystem(db, (tx) => forgetPerson(tx, { companyId, email }))

/** Returns all keys and values of Redis under a prefix as text. */
async function dumpRedis(url: string, prefix: string): Promise<string> {
  const redis = openPatientRedis(url, silent, 'dump')
  try {
    const keys = await redis.keys(`${prefix}*`)
    const read: Record<string, (key: string) => Promise<unknown>> = {
      hash: (key) => redis.hgetall(key),
      string: (key) => redis.get(key),
      list: (key) => redis.lrange(key, 0, -1),
      set: (key) => redis.smembers(key),
      zset: (key) => redis.zrange(key, '0', '-1'),
      stream: (key) => redis.xrange(key, '-', '+'),
    }
    const values = await Promise.all(keys.map(async (key) => read[await redis.type(key)]?.(key)))
    return JSON.stringify([keys, values])
  } finally {
    redis.disconnect()
  }
}

it('F34: a worker erases a forgotten person, and their text is neither in Redis nor in its log', async () => {
  const marker = randomBytes(16).toString('hex')
  const { url, prefix } = testRedis()
  const lines: string[] = []
  const logger = buildLogger('routing-worker', 'trace', { write: (line: string) => void lines.push(line) })
  const config = {
    databaseUrl: db.url,
    databasePool: 6,
    redisUrl: url,
    queuePrefix: prefix,
    internalHost: '127.0.0.1',
    internalPort: 0,
  }
  const worker = await startRoutingWorker(
    { ...config, jobLockMs: 30_000, evidenceQuestions: 1_000, jobConcurrency: 160, shutdownGraceMs: 3_000 },
    logger,
  )
  onTestFinished(() => worker.close())
  const queues = openQueues({ redisUrl: url, prefix, logger, db })
  db.handOver = queues.handOver
  onTestFinished(async () => {
    db.handOver = () => undefined
    await queues.close()
  })
  await vi.waitFor(() => expect(queues.isConnected()).toBe(true))
  const company = await foundCompany(db)
  await company.hire()
  const email = `${marker}@example.com`
  const { companyId } = company
  const { userId } = await company.run((tx) => findOrCreateAsker(tx, { companyId, email, name: marker }))
  const questionId = await company.ask({
    by: userId,
    text: `${marker} where is my card?`,
    metadata: { note: marker },
    externalIds: [{ id: marker, system: 'shop' }],
  })
  await vi.waitFor(async () => expect(await offersOf(db, questionId)).toHaveLength(1))

  const { receipt } = await forget(companyId, email)

  const found = () => inSystem(db, (tx) => findForgetReceipt(tx, companyId, receipt.uuid))
  await vi.waitFor(async () => expect((await found()).erased).toMatchObject({ questions: 1, withdrawn: 1 }))
  const { rows } = await db.system.query('select 1 from questions where text like $1', [`%${marker}%`])
  expect(rows).toEqual([])
  const redis = await dumpRedis(url, prefix)
  expect(redis).toContain(receipt.uuid)
  expect(redis).not.toContain(marker)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain(marker)
  // The last check is due after ten seconds and needs no job. Ten seconds later no worker has the data in memory.
  await db.system.query(
    `update forget_requests set created_at = created_at - interval '10 s', due_at = due_at - interval '10 s' where id = $1`,
    [receipt.uuid],
  )
  await vi.waitFor(async () => {
    const { rowCount } = await db.system.query(
      `update forget_requests set finished_at = finished_at - interval '10 s' where id = $1 and finished_at is not null`,
      [receipt.uuid],
    )
    expect(rowCount).toBe(1)
  })
  await vi.waitFor(async () => expect((await found()).status).toBe('ERASED'))
}, 45_000)

it('questions of a forgotten person are not evidence', async () => {
  const company = await foundCompany(db)
  const [, carla] = [await company.hire(), await company.hire(), await company.hire()]
  const questionId = await company.ask({ text: 'How do I pay off my mortgage early?' })
  await buildRouter(db, buildEvidenceCache(db)).route(questionId)
  await company.settle(questionId, carla)
  const cache = buildEvidenceCache(db)
  await cache.load(company.companyId)
  const reasons = () => {
    const evidence = cache.find(company.companyId)
    const text = 'May I repay the mortgage early?'
    return evidence?.rank({ text }, evidence.roster.free(anybody), 3).find((one) => one.expertId === carla)?.reasons
  }
  const before = reasons()

  const { receipt } = await forget(company.companyId, 'ada@example.com')
  await erasePerson(db, receipt.uuid, { settleMs: 0 })
  await cache.refresh()

  expect(before?.length).toBeGreaterThan(0)
  expect(reasons()).not.toEqual(before)
  const anew = buildEvidenceCache(db)
  await anew.load(company.companyId)
  expect(anew.questions).toBe(0)
})

it('automatic-answer requests of a forgotten person are removed from every model', async () => {
  const marker = randomBytes(16).toString('hex')
  const { companyId, ada, run } = await foundCompany(db)
  await run(async (tx) => {
    const answers = [{ question: 'Where is my card?', answer: 'On its way.' }]
    const [knowledgeId = ''] = (await addKnowledge(tx, { companyId, answers })).knowledgeIds
    const found = { predictedClass: null, classConfidence: 0, answerConfidence: 0.9, knowledgeId }
    const { uuid } = await giveAutomaticAnswer(tx, companyId, `My card ${marker}?`, found, ada)
    await judgeAutomaticAnswer(tx, companyId, { uuid, quickReply: 'ACCEPTED', userId: ada })
  })
  const trainer = buildTrainer()
  onTestFinished(() => trainer.close())
  const learned: string[] = []
  const cache = buildTextCache(db, {
    ...trainer,
    train(material) {
      learned.push(JSON.stringify(material))
      return trainer.train(material)
    },
  })
  await cache.open(companyId)
  expect(learned.at(-1)).toContain(marker)

  const { receipt } = await forget(companyId, 'ada@example.com')
  await erasePerson(db, receipt.uuid, { settleMs: 0 })
  await cache.refresh()

  expect(learned).toHaveLength(2)
  expect(learned.at(-1)).not.toContain(marker)
})
