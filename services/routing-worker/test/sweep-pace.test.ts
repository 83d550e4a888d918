import { openTestDatabase } from '@askline/testing'
import { describe, expect, it, vi } from 'vitest'
import { sweepers } from '../src/loops/sweeper.ts'
import { foundCompany } from './company.ts'
import { logger } from './silent-logger.ts'

const db = await openTestDatabase()
const [busy, idle] = [0, 1]

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
