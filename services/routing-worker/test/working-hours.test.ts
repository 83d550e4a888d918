import type { WorkingHours } from '@askline/db'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { openTestDatabase } from '@askline/testing'
import { expect, it } from 'vitest'
import { buildRouter } from '../src/routing/router.ts'
import { foundCompany, offersOf, questionRow } from './company.ts'

const db = await openTestDatabase()
const fresh = () => buildRouter(db, buildEvidenceCache(db))
const daily = (from: string, to: string): WorkingHours => ({
  timeZone: 'UTC',
  days: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from, to })),
})

/** Sets a sandbox's clock to this time of tomorrow. */
const clockShows = (companyId: string, time: string) =>
  db.system.query(
    `update companies set clock_offset = ((date_trunc('day', clock_timestamp() at time zone 'UTC') + interval '1 day' + $2::interval)
      at time zone 'UTC') - clock_timestamp() where id = $1`,
    [companyId, time],
  )

it('only experts within their working hours in company time are offered a question', async () => {
  const company = await foundCompany(db, { isSandbox: true })
  const [early, late] = [
    await company.hire({ workingHours: daily('06:00', '14:00') }),
    await company.hire({ workingHours: daily('14:00', '22:00') }),
  ]
  await clockShows(company.companyId, '12:00')
  const noon = await company.ask()
  await fresh().route(noon)
  await clockShows(company.companyId, '21:00')
  const evening = await company.ask()
  await fresh().route(evening)

  expect((await offersOf(db, noon)).map((o) => o.expertId)).toEqual([early])
  expect((await offersOf(db, evening)).map((o) => o.expertId)).toEqual([late])
  const decisions = await company.decisionsOf(noon)
  expect(decisions[0]?.experts.find((one) => one.uuid === late)?.explanation).toMatch(
    /was outside the working hours\.$/,
  )
})

it('working hours end without a change of the expert', async () => {
  const company = await foundCompany(db, { isSandbox: true })
  const bruno = await company.hire({ workingHours: daily('06:00', '14:00') })
  await db.system.query(`update experts set changed_at = changed_at - interval '1 hour' where user_id = $1`, [bruno])
  const cache = buildEvidenceCache(db)
  const router = buildRouter(db, cache)
  await clockShows(company.companyId, '12:00')
  await router.route(await company.ask())
  await clockShows(company.companyId, '14:00')
  await cache.refresh()
  const questionId = await company.ask()

  await router.route(questionId)

  expect(await offersOf(db, questionId)).toEqual([])
})

it("a question is routed in the minute in which an expert's shift begins", async () => {
  const company = await foundCompany(db, { isSandbox: true })
  await company.hire({ workingHours: daily('06:00', '14:00') })
  await clockShows(company.companyId, '05:58:30')
  const [soon, later] = [await company.ask(), await company.ask()]
  await fresh().route(soon)
  await clockShows(company.companyId, '05:00')
  await fresh().route(later)

  const inMs = (await questionRow(db, soon))?.waveInMs ?? 0
  // The wave was planned when the clock showed 5:58:30.
  expect(Math.abs(inMs - 90_000 - 3_510_000)).toBeLessThan(30_000)
  expect((await questionRow(db, later))?.waveInMs).toBeGreaterThan(230_000)
})
