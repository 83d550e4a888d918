import { audienceKey, type TokenClaims } from '@askline/contracts'
import { newId } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { markAsRead } from '../src/questions/read.ts'
import { mayPoll } from '../src/views/freshness.ts'
import { openWatches } from '../src/views/watches.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const s = stageOf(db, cast)
const { companyId, ada, adam, bruno, carla, dora } = cast

test.each([
  ['its asker', s.user(ada), true],
  ['another asker', s.user(adam), false],
  ['an expert who asked it', s.expert(ada), true],
  ['another expert', s.expert(bruno), 'ask'],
  ['an agent', s.agent(dora), 'ask'],
  ['an integration', s.integration, true],
  ['an agent of another company', { ...s.agent(dora), companyId: newId() }, false],
  ['its asker with a token of another company', { ...s.user(ada), companyId: newId() }, false],
] as const)('whether %s may poll a question is known without its row', (_who, actor, may) => {
  expect(mayPoll({ companyId, askerId: ada, updatedAt: new Date(), version: 1, wasWithAgents: false }, actor)).toBe(may)
})

test('an agent may poll a question that is or was with agents', () => {
  const found = { companyId, askerId: ada, updatedAt: new Date(), version: 1, wasWithAgents: true }
  expect(mayPoll(found, s.agent(dora))).toBe(true)
})

const claimsOf = (kind: TokenClaims['kind'], sub: string, cid = companyId) => ({ kind, sub, cid }) as TokenClaims
const watches = openWatches(db)
const watch = (questionId: string, claims: TokenClaims) => watches.find(claims, questionId)

test('a question is watched under the key of its asker, of an offered expert, of staff or of the company', async () => {
  const questionId = await s.ask()
  await s.offer(questionId, [bruno])

  const offered = { version: 2, lastEvent: 'QUESTION_OFFERED', lastSeq: 2 }
  expect(await watch(questionId, claimsOf('user', ada))).toMatchObject({ key: audienceKey.person(ada), ...offered })
  expect(await watch(questionId, claimsOf('expert', bruno))).toMatchObject({
    key: audienceKey.person(bruno),
    ...offered,
  })
  expect(await watch(questionId, claimsOf('agent', dora))).toMatchObject({
    key: audienceKey.staff(companyId),
    ...offered,
  })
  expect(await watch(questionId, claimsOf('integration', cast.integrationId))).toMatchObject({
    key: audienceKey.company(companyId),
    ...offered,
  })
})

test('a viewer learns only the newest event that they may know, although the version counts all', async () => {
  const { questionId, responseId } = await s.answered(bruno)
  await s.run((tx) => markAsRead(tx, s.user(ada), { responseId }))

  expect(await watch(questionId, claimsOf('agent', dora))).toMatchObject({ lastEvent: 'RESPONSE_READ', version: 4 })
  expect(await watch(questionId, claimsOf('user', ada))).toMatchObject({
    lastEvent: 'QUESTION_FIRST_RESPONSE',
    lastSeq: 3,
    version: 4,
  })
})

test('with agentsRead QUEUE an integration watches a question that no agent may watch', async () => {
  const own = await inviteCast(db)
  const { companyId: cid, dora: agent, integrationId } = own
  await db.system.query(`update companies set settings = '{"agentsRead": "QUEUE"}' where id = $1`, [cid])
  const questionId = await stageOf(db, own).ask()

  expect(await watch(questionId, claimsOf('agent', agent, cid))).toBeUndefined()
  expect(await watch(questionId, claimsOf('integration', integrationId, cid))).toMatchObject({
    key: audienceKey.company(cid),
  })
})

test('a question is not watched by anybody who may not read it', async () => {
  const questionId = await s.ask()
  await s.offer(questionId, [bruno])

  expect(await watch(questionId, claimsOf('user', adam))).toBeUndefined()
  expect(await watch(questionId, claimsOf('expert', carla))).toBeUndefined()
  expect(await watch(questionId, claimsOf('agent', dora, newId()))).toBeUndefined()
  expect(await watch(newId(), claimsOf('agent', dora))).toBeUndefined()
})

test('a hundred requests of a company share a query, and each receives what its own viewer may know', async () => {
  const questionId = await s.ask()
  await s.offer(questionId, [bruno])
  const viewers = [claimsOf('user', ada), claimsOf('expert', carla), claimsOf('agent', dora)] as const
  const before = db.statements.count

  const found = await Promise.all(Array.from({ length: 99 }, (_, n) => watch(questionId, viewers[n % 3] ?? viewers[0])))

  expect(db.statements.count - before).toBe(1)
  expect(found.slice(0, 3)).toMatchObject([
    { key: audienceKey.person(ada), version: 2 },
    undefined,
    { key: audienceKey.staff(companyId), version: 2 },
  ])
  expect(found.filter((one) => one !== undefined)).toHaveLength(66)
})

test('a request that fails does not fail those that share its query', async () => {
  const questionId = await s.ask()

  const [failed, found] = await Promise.allSettled([
    watch(questionId, claimsOf('user', 'no-uuid')),
    watch(questionId, claimsOf('user', ada)),
  ])

  expect(failed).toMatchObject({ status: 'rejected' })
  expect(found).toMatchObject({ status: 'fulfilled', value: { version: 1 } })
})

test('requests of two companies share no query', async () => {
  const [questionId, own] = [await s.ask(), await inviteCast(db)]
  const foreignId = await stageOf(db, own).ask()
  const [one, other] = [claimsOf('agent', dora), claimsOf('agent', own.dora, own.companyId)]

  const found = await Promise.all([
    watch(questionId, one),
    watch(foreignId, other),
    watch(foreignId, one),
    watch(questionId, other),
  ])

  expect(found).toMatchObject([{ version: 1 }, { version: 1 }, undefined, undefined])
})

test('requests whose query takes too long fail together, and not one after the other', async () => {
  const questionId = await s.ask()
  const before = db.statements.count
  const blocker = await db.system.connect()
  await blocker.query('begin')
  await blocker.query('lock table questions')

  const found = await Promise.allSettled(Array.from({ length: 5 }, () => watch(questionId, claimsOf('user', ada))))
  await blocker.query('rollback')
  blocker.release()

  expect(found.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  expect(db.statements.count - before).toBe(1)
})
