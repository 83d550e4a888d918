import { inCompany } from '@askline/db'
import { recordCompanyEvent } from '@askline/domain/feed/company-events'
import { buildLogger } from '@askline/runtime'
import { openQueues } from '@askline/runtime/queues'
import { inviteCast, openTestDatabase, testRedis } from '@askline/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openChangeBell } from '../src/feed/change-bell.ts'

const db = await openTestDatabase()
const { url: redisUrl, prefix } = testRedis()
const logger = buildLogger('api', 'silent')
const queues = openQueues({ redisUrl, prefix, logger })
const [questionId, companyId, otherId] = ['1', '2', '3'].map((end) => `00000000-0000-7000-8000-00000000000${end}`)

/** Hands a change over to Redis, as the process does that has committed it. */
const change = () =>
  queues.relay([
    {
      id: 0,
      key: crypto.randomUUID(),
      jobs: [
        {
          job: 'question-changed',
          payload: {
            ...{
              questionId: questionId ?? '',
              version: 1,
              type: 'QUESTION_APPROVED',
              lastUpdated: '2026-01-31T09:30:00Z',
            },
            audience: [`user:${otherId}`, `company:${companyId}`],
          },
        },
      ],
    },
  ])

test('a change of a question rings for its company and for no other, until the listener stops', async () => {
  const bell = openChangeBell({ db, redisUrl, prefix, logger })
  onTestFinished(async () => {
    bell.close()
    await queues.close()
  })
  const [own, other] = [vi.fn(), vi.fn()]
  const stop = bell.listen(companyId ?? '', own)
  bell.listen(otherId ?? '', other)

  await vi.waitFor(
    async () => {
      await change()
      expect(own).toHaveBeenCalled()
    },
    { timeout: 10_000, interval: 20 },
  )
  stop()
  const later = vi.fn()
  bell.listen(companyId ?? '', later)
  own.mockClear()
  await change()
  await vi.waitFor(() => expect(later).toHaveBeenCalled(), { timeout: 10_000 })

  expect([own.mock.calls, other.mock.calls]).toEqual([[], []])
})

test('an event of a company rings for it and for no other, also while Redis is away', async () => {
  const bell = openChangeBell({ db, redisUrl: 'redis://127.0.0.1:1', prefix, logger })
  onTestFinished(() => bell.close())
  const [{ companyId: own }, { companyId: other }] = [await inviteCast(db), await inviteCast(db)]
  const [ring, ringOther] = [vi.fn(), vi.fn()]
  bell.listen(own, ring)
  bell.listen(other, ringOther)
  // The first look finds the events with which the companies began.
  await vi.waitFor(() => expect([ring.mock.calls.length, ringOther.mock.calls.length]).toEqual([1, 1]))

  await inCompany(db, own, async (tx) => recordCompanyEvent(tx, 'CATEGORY_CHANGED', { categoryUuid: own }))

  await vi.waitFor(() => expect(ring).toHaveBeenCalledTimes(2), { timeout: 10_000 })
  expect(ringOther).toHaveBeenCalledTimes(1)
})
