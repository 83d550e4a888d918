import { newId } from '@askline/db'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { describe, expect, it, vi } from 'vitest'
import { sweepers } from '../src/loops/sweeper.ts'
import { buildRouter } from '../src/routing/router.ts'
import { buildPace } from '../src/routing/routing-pace.ts'
import { foundCompany } from './company.ts'
import { logger } from './silent-logger.ts'

const db = await openTestDatabase()
const [busy, idle] = [0, 1]

describe('routing in a burst of asks', () => {
  const now = Date.now()
  const ids = (count: number) => Array.from({ length: count }, newId)

  /** Routes two batches, and returns when each began and what was measured at each look at the processors. */
  async function routeTwice(measures: number[]): Promise<string[]> {
    const log: string[] = []
    const pace = buildPace(
      () => now,
      () => {
        const share = measures.shift() ?? idle
        log.push(share === busy ? 'busy' : 'idle')
        return share
      },
    )
    for (const id of ids(200)) pace.note(id)
    let finish: (() => void) | undefined
    const hasArrived = new Promise<void>((resolve) => {
      finish = resolve
    })
    const readQuestions = async () => {
      log.push('batch')
      await hasArrived
      return new Map()
    }
    const router = buildRouter(db, buildEvidenceCache(db), { pace, readQuestions })
    const first = ids(10).map((id) => router.route(id))
    await vi.waitFor(() => expect(log).toEqual(['batch']))
    const second = ids(10).map((id) => router.route(id))
    finish?.()
    await Promise.all([...first, ...second])
    return log.slice(0, log.lastIndexOf('batch') + 1)
  }

  it('pauses while processors are busy, and goes on as soon as they are idle', async () => {
    expect(await routeTwice([busy, busy, busy, idle])).toEqual(['batch', 'busy', 'busy', 'busy', 'idle', 'batch'])
  })

  it('does not pause while processors are idle', async () => {
    expect(await routeTwice([idle])).toEqual(['batch', 'idle', 'batch'])
  })
})

describe('after a whole batch of due deadlines', () => {
  /** Makes as many deadlines due as one sweep meets. */
  async function sweepersOfBurst(idleShare: number) {
    const company = await foundCompany(db)
    const questionIds = await Promise.all(Array.from({ length: 200 }, () => company.ask()))
    await db.system.query('update questions set expiry_due_at = clock_timestamp() where id = any($1)', [questionIds])
    const woken = vi.fn()
    const met: number[] = []
    const [first, second] = sweepers(
      db,
      logger,
      (lateMs) => met.push(...lateMs),
      () => idleShare,
    )
    second.wakeSignal?.onWake(woken)
    return { first, second, woken, met }
  }

  it('a sweeper goes on at once and wakes the second one while processors are idle', async () => {
    const { first, woken, met } = await sweepersOfBurst(idle)

    expect(await first.work()).toBe(0)
    expect(met).toHaveLength(200)
    expect(woken).toHaveBeenCalledOnce()
  })

  it('a sweeper pauses and wakes no other while processors are busy', async () => {
    const { first, woken, met } = await sweepersOfBurst(busy)

    expect(await first.work()).toBeGreaterThan(0)
    expect(met).toHaveLength(200)
    expect(woken).not.toHaveBeenCalled()
  })

  it.each([
    ['goes on at once while processors are idle', idle, 0],
    ['waits to be woken while processors are busy', busy, undefined],
  ])('the second sweeper %s', async (_rule, idleShare, pauseMs) => {
    const { second, met } = await sweepersOfBurst(idleShare)

    expect(await second.work()).toBe(pauseMs)
    expect(met).toHaveLength(200)
  })
})

it('a sweeper looks again when the next deadline comes, and after half a second if none does', async () => {
  const company = await foundCompany(db)
  const [first] = sweepers(db, logger)
  expect(await first.work()).toBe(500)

  const questionId = await company.ask()
  await db.system.query(`update questions set expiry_due_at = clock_timestamp() + interval '0.4 s' where id = $1`, [
    questionId,
  ])

  // The database rounds a deadline to the next millisecond.
  expect(await first.work()).toBeLessThanOrEqual(401)
})
