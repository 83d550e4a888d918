import { inSystem } from '@askline/db'
import { listDeadLetters } from '@askline/domain/dead-letters/settle-dead-letters'
import {
  giveUpQuarantined,
  quarantineQuestions,
  releaseQuarantined,
  takeQuarantined,
} from '@askline/domain/routing/quarantine'
import { rerouteForLack } from '@askline/domain/routing/reroute-for-lack'
import { findBacklog } from '@askline/domain/routing/routable'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { expect, it, onTestFinished, vi } from 'vitest'
import { buildQuarantine } from '../src/loops/quarantine.ts'
import { buildRouter, type Router } from '../src/routing/router.ts'
import { routingHandlers } from '../src/routing-handlers.ts'
import { foundCompany, offersOf } from './company.ts'
import { runLoops } from './running-loops.ts'
import { logger } from './silent-logger.ts'

const db = await openTestDatabase()
const fresh = () => buildRouter(db, buildEvidenceCache(db))
const context = { jobId: 'x', attempt: 1, comebacks: 0, signal: new AbortController().signal, logger }

/** Builds the quarantine of a worker that routes with `router`. An unfinished try blocks others for an hour. */
function quarantineOf(router: Pick<Router, 'routeAlone'>) {
  const quarantine = buildQuarantine(db, router, logger, 3_600_000)
  runLoops(quarantine.loop)
  return quarantine
}
const isQuarantined = async (questionId: string) =>
  (await db.system.query('select from quarantined_questions where question_id = $1', [questionId])).rowCount === 1

it('routes a job of a dead worker alone, not in a batch', async () => {
  const company = await foundCompany(db)
  await company.hire()
  const questionId = await company.ask()
  const route = vi.fn()
  const alone: string[] = []
  const quarantine = quarantineOf({
    async routeAlone(id) {
      alone.push(id)
      await fresh().routeAlone(id)
    },
  })

  await routingHandlers(db, { route }, quarantine)['route-question']({ questionId }, { ...context, comebacks: 1 })

  await vi.waitFor(async () => expect(await isQuarantined(questionId)).toBe(false))
  expect(await offersOf(db, questionId)).toHaveLength(1)
  expect(alone).toEqual([questionId])
  expect(route).not.toHaveBeenCalled()
})

it('keeps a quarantined question out of every batch', async () => {
  const company = await foundCompany(db)
  await company.hire()
  const [quarantined, other] = [await company.ask(), await company.ask()]
  await quarantineQuestions(db, [quarantined])
  onTestFinished(() => releaseQuarantined(db, { questionId: quarantined, companyId: company.companyId }))

  const router = fresh()
  await Promise.all([router.route(quarantined), router.route(other)])

  expect(await offersOf(db, quarantined)).toEqual([])
  expect(await offersOf(db, other)).toHaveLength(1)
  await router.routeAlone(quarantined)
  expect(await offersOf(db, quarantined)).toHaveLength(1)
})

it('quarantines every question of a backlog whose drain killed its worker', async () => {
  const company = await foundCompany(db)
  await company.hire()
  const questionIds = [await company.ask(), await company.ask()]
  const added: string[] = []
  const quarantine = { add: async (ids: string[]) => void added.push(...ids) }

  const drain = routingHandlers(db, fresh(), quarantine)['drain-backlog']
  await drain({ companyId: company.companyId }, { ...context, comebacks: 2 })

  expect(added).toEqual(await inSystem(db, (tx) => findBacklog(tx, company.companyId, 10)))
  expect(added.toSorted()).toEqual(questionIds.toSorted())
})

it('gives a question that alone killed two workers to the agents, writes a dead letter, and does not try it again', async () => {
  const company = await foundCompany(db)
  await company.hire()
  const questionId = await company.ask()
  await quarantineQuestions(db, [questionId])
  await db.system.query(
    `update quarantined_questions set tries = 2, tried_at = clock_timestamp() - interval '2 h' where question_id = $1`,
    [questionId],
  )
  const routeAlone = vi.fn()
  quarantineOf({ routeAlone })

  await vi.waitFor(async () => expect(await isQuarantined(questionId)).toBe(false))

  const [row] = (await db.system.query('select turn, is_rerouted from questions where id = $1', [questionId])).rows
  expect(row).toEqual({ turn: 'agents', is_rerouted: true })
  const { deadLetters } = await company.run((tx) => listDeadLetters(tx, company.companyId, { limit: 10 }))
  expect(deadLetters).toMatchObject([
    { name: 'route-question', questionUuid: questionId, reason: 'stalled', attempts: 3, outcome: null },
  ])
  expect(routeAlone).not.toHaveBeenCalled()
})

it('does not give up a question that another transaction has locked', async () => {
  const company = await foundCompany(db)
  const questionId = await company.ask()
  await quarantineQuestions(db, [questionId])
  onTestFinished(() => releaseQuarantined(db, { questionId, companyId: company.companyId }))
  const given = { questionId, companyId: company.companyId, tries: 3 }

  const isGivenUp = await inSystem(db, async (tx) => {
    await tx.orm.execute(`select from questions where id = '${questionId}' for update`)
    return giveUpQuarantined(db, given)
  })

  expect([isGivenUp, await isQuarantined(questionId)]).toEqual([false, true])
  expect([await giveUpQuarantined(db, given), await isQuarantined(questionId)]).toEqual([true, false])
})

it('accepts only questions that wait for experts', async () => {
  const company = await foundCompany(db)
  const [waiting, rerouted] = [await company.ask(), await company.ask()]
  await inSystem(db, (tx) =>
    rerouteForLack(tx, { questionId: rerouted, companyId: company.companyId }, 'BY_LACK_OF_EXPERTS'),
  )

  await quarantineQuestions(db, [waiting, rerouted])
  onTestFinished(() => releaseQuarantined(db, { questionId: waiting, companyId: company.companyId }))

  expect([await isQuarantined(waiting), await isQuarantined(rerouted)]).toEqual([true, false])
})

it('counts a try before it starts, and does not start a second one meanwhile', async () => {
  const company = await foundCompany(db)
  const questionId = await company.ask()
  await quarantineQuestions(db, [questionId])
  onTestFinished(() => releaseQuarantined(db, { questionId, companyId: company.companyId }))

  expect(await takeQuarantined(db, 3_600_000)).toMatchObject({ questionId, tries: 1 })
  expect(await takeQuarantined(db, 3_600_000)).toBeUndefined()
  expect(await takeQuarantined(db, -1)).toMatchObject({ questionId, tries: 2 })
})

it('takes the next question if another worker holds the first one', async () => {
  const company = await foundCompany(db)
  const [first, second] = [await company.ask(), await company.ask()].sort()
  await quarantineQuestions(db, [first!, second!])
  for (const questionId of [first!, second!]) {
    onTestFinished(() => releaseQuarantined(db, { questionId, companyId: company.companyId }))
  }
  const client = await db.system.connect()

  await client.query('begin')
  await client.query('select from quarantined_questions where question_id = $1 for update', [first])
  const taken = await takeQuarantined(db, 3_600_000)
  await client.query('rollback')
  client.release()

  expect(taken).toMatchObject({ questionId: second, tries: 1 })
})

it('releases a question whose routing failed without a crash', async () => {
  const company = await foundCompany(db)
  const questionId = await company.ask()
  const quarantine = quarantineOf({ routeAlone: () => Promise.reject(new Error('not now')) })

  await quarantine.add([questionId])

  await vi.waitFor(async () => expect(await isQuarantined(questionId)).toBe(false))
  const { deadLetters } = await company.run((tx) => listDeadLetters(tx, company.companyId, { limit: 10 }))
  expect(deadLetters).toEqual([])
})
