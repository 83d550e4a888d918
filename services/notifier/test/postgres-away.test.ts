import { randomUUID } from 'node:crypto'
import { audienceKey } from '@askline/contracts'
import { openPatientRedis, tellNotifiers } from '@askline/runtime'
import { inviteCast } from '@askline/testing'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Notifier } from '../src/index.ts'
import { type Client, connect, logger, movesOf, openStage, readMetric } from './notifier-stage.ts'

const { cast, db, redis, claimsFor, mint, notify, ask, offer, write } = await openStage()
const writer = openPatientRedis(redis.url, logger, 'writer')
afterAll(() => writer.disconnect())
const reconnects = { reconnection: true, reconnectionDelay: 50 }

/** Asks a question that is open to all experts. */
async function askOpen(moves: Pick<ReturnType<typeof movesOf>, 'ask' | 'offer'> = { ask, offer }): Promise<string> {
  const questionId = await moves.ask()
  await moves.offer(questionId, [], undefined, { isLast: true, isWithoutOffers: true })
  return questionId
}

/** Asks an open question and breaks its rule, so that each later query of its experts fails. */
async function askBroken(expert: Client): Promise<string> {
  const questionId = await askOpen()
  await vi.waitFor(() => expect(expert.inbox.at(-1)).toMatchObject({ questionUuid: questionId }))
  const rule = '{"certified": "unreadable"}'
  await db.system.query('update questions set open_requirement = $2 where id = $1', [questionId, rule])
  return questionId
}

/** Returns a change of an open question. All agents of the company hear it too. */
const changeOf = (questionId: string = randomUUID(), companyId = cast.companyId, version = 3) => ({
  questionId,
  version,
  type: 'MESSAGE_ADDED',
  lastUpdated: '2026-01-01T00:00:00Z',
  audience: [audienceKey.experts(companyId)],
  inbox: [audienceKey.staff(companyId), audienceKey.experts(companyId)],
})
/** Returns changes of `count` open questions that do not exist. */
const othersOf = (count: number) => Array.from({ length: count }, () => changeOf())

/** Fails the query of the experts who may take an open question. The other queries of a notifier need no offers of all companies. */
async function failQueryOfExperts() {
  await db.system.query('revoke select on offers from askline_system')
  onTestFinished(async () => {
    await db.system.query('grant select on offers to askline_system')
  })
}

test('if experts cannot be found, the others hear the change, and only experts of the company connect again', async () => {
  const rivals = await inviteCast(db)
  const notifier = await notify({ patienceMs: 100, collectMs: 100 })
  const open = (token: string) => connect(notifier, token, reconnects)
  const bruno = await open(mint(claimsFor(cast.bruno, 'expert')))
  const others = {
    ada: await open(mint(claimsFor(cast.ada, 'user'))),
    dora: await open(mint(claimsFor(cast.dora, 'agent'))),
    rival: await open(mint(claimsFor(rivals.bruno, 'expert', { cid: rivals.companyId }))),
  }
  const questionId = await askOpen()
  for (const client of [bruno, others.ada]) await client.subscribe(questionId)
  await vi.waitFor(() => expect(bruno.inbox).toHaveLength(1))
  const cuts: string[] = []
  for (const [name, { socket }] of Object.entries({ bruno, ...others })) socket.on('disconnect', () => cuts.push(name))
  await failQueryOfExperts()

  await write(questionId)

  await vi.waitFor(() => expect(versionsOf(others.ada)).toContain(3))
  await vi.waitFor(() => expect(cuts).toContain('bruno'))
  await vi.waitFor(() => expect(bruno.isClosed()).toBe(false))
  expect(versionsOf(bruno)).not.toContain(3)
  expect(await bruno.subscribe(questionId, 2)).toMatchObject({ version: 3 })
  await vi.waitFor(() => expect(versionsOf(bruno)).toContain(3))
  expect(cuts).toEqual(['bruno'])
})

test('if Postgres hangs, changes do not wait for the query of earlier ones', async () => {
  const notifier = await notify({ patienceMs: 100, collectMs: 60_000 })
  const { dora } = await connectExpertAndAgent(notifier)
  await lockOffers()

  await tellNotifiers(writer, redis.prefix, { changes: othersOf(160), sentAt: Date.now() })

  // A query takes 16 of them and fails after two seconds. The second one that fails takes the others with it.
  await vi.waitFor(() => expect(dora.inbox).toHaveLength(160))
})

test('if too many changes wait for Postgres, a further one goes to all others at once, and experts connect again', async () => {
  const notifier = await notify({ waitingChanges: 2, collectMs: 100 })
  const { bruno, dora } = await connectExpertAndAgent(notifier)
  const unlock = await lockOffers()
  const changes = othersOf(3)

  await tellNotifiers(writer, redis.prefix, { changes, sentAt: Date.now() })

  await vi.waitFor(() => expect(dora.inbox).toMatchObject([{ questionUuid: changes[2]?.questionId }]))
  await vi.waitFor(() => expect(bruno.isClosed()).toBe(true))
  await unlock()
  await vi.waitFor(() => expect(dora.inbox).toHaveLength(3))
})

test('if too many changes wait for Postgres, one that does not need it reaches everyone and is no failure', async () => {
  const notifier = await notify({ waitingChanges: 2 })
  const { bruno, dora } = await connectExpertAndAgent(notifier)
  await lockOffers()
  const keys = [audienceKey.person(cast.bruno), audienceKey.staff(cast.companyId)]
  const personal = { ...changeOf(), audience: keys, inbox: keys }

  await tellNotifiers(writer, redis.prefix, { changes: [...othersOf(2), personal], sentAt: Date.now() })

  for (const client of [bruno, dora])
    await vi.waitFor(() => expect(client.inbox).toMatchObject([{ questionUuid: personal.questionId }]))
  const countOf = (outcome: string) => readMetric(notifier, 'askline_job_seconds_count', `outcome="${outcome}"`)
  await vi.waitFor(async () => expect(await countOf('completed')).toBe(1))
  expect(await countOf('failed')).toBeUndefined()
})

test('if many changes are given up together, they do not exceed the unread data that an agent may have', async () => {
  const notifier = await notify({ patienceMs: 100, bufferedBytes: 64 * 1024 })
  const { dora } = await connectExpertAndAgent(notifier)
  await failQueryOfExperts()

  // Their events are 130 kB, and the second query that fails gives up almost all of them.
  await tellNotifiers(writer, redis.prefix, { changes: othersOf(1_000), sentAt: Date.now() })

  await vi.waitFor(() => expect(dora.inbox).toHaveLength(1_000))
  expect(dora.isClosed()).toBe(false)
})

test('if queries of experts fail for one company, changes of the others still reach their experts', async () => {
  const rivals = await inviteCast(db)
  const notifier = await notify({ patienceMs: 100 })
  const { bruno } = await connectExpertAndAgent(notifier)
  const rival = await connect(notifier, mint(claimsFor(rivals.bruno, 'expert', { cid: rivals.companyId })))
  const questionId = await askOpen(movesOf(db, rivals))
  const [first, second] = [await askBroken(bruno), await askBroken(bruno)]

  // A query takes 16 of them, so two fail one after the other.
  const broken = [changeOf(first), ...othersOf(15), changeOf(second), ...othersOf(15)]
  const changes = [...broken, changeOf(questionId, rivals.companyId)]
  await tellNotifiers(writer, redis.prefix, { changes, sentAt: Date.now() })

  await vi.waitFor(() => expect(rival.inbox.at(-1)).toMatchObject({ questionUuid: questionId, version: 3 }))
})

test('if two queries of experts fail, but not in a row, the changes that wait for the next one still reach experts', async () => {
  const notifier = await notify({ patienceMs: 100 })
  const { bruno } = await connectExpertAndAgent(notifier)
  const questionId = await askOpen()
  const [first, second] = [await askBroken(bruno), await askBroken(bruno)]

  // A query takes 16 of them, so the first and the third fail.
  const broken = [changeOf(first), ...othersOf(31), changeOf(second), ...othersOf(15)]
  await tellNotifiers(writer, redis.prefix, { changes: [...broken, changeOf(questionId)], sentAt: Date.now() })

  await vi.waitFor(() => expect(bruno.inbox.at(-1)).toMatchObject({ questionUuid: questionId, version: 3 }))
})

/** Lets queries that need offers wait for a lock. Returns a function that releases it. */
async function lockOffers() {
  const holder = await db.system.connect()
  await holder.query('begin; lock table offers in access exclusive mode')
  const unlock = async () => {
    await holder.query('rollback')
  }
  onTestFinished(async () => {
    await unlock()
    holder.release()
  })
  return unlock
}

/** Connects an expert and an agent. Without a connected expert, Postgres is not asked. */
async function connectExpertAndAgent(notifier: Notifier) {
  const bruno = await connect(notifier, mint(claimsFor(cast.bruno, 'expert')))
  const dora = await connect(notifier, mint(claimsFor(cast.dora, 'agent')))
  return { bruno, dora }
}

const versionsOf = (client: Client) => client.changes.map(({ version }) => version)
