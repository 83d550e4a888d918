import { randomUUID } from 'node:crypto'
import type { OutboxRow } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { keepDeadDeadline, keepDeadJobs, keepDeadOutboxRow } from '@askline/domain/dead-letters/keep'
import { discardDeadLetter, listDeadLetters, replayDeadLetter } from '@askline/domain/dead-letters/settle-dead-letters'
import { moveDueQuestions } from '@askline/domain/routing/due'
import { findInvariants } from '@askline/domain/routing/find-invariants'
import { deadJobsOfRow, openQueues, startWorker, type WorkerSettings } from '@askline/runtime/queues'
import { openTestDatabase, ownRedis, testRedis } from '@askline/testing'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { routingHandlers } from '../src/routing-handlers.ts'
import { foundCompany, noQuarantine, questionRow, type TestCompany } from './company.ts'
import { logger } from './silent-logger.ts'

const { redisIsReal } = inject('askline')
const db = await openTestDatabase()
const patient = { timeout: 20_000, interval: 50 }

type RoutingHandlers = ReturnType<typeof routingHandlers>

/** Starts a worker that stores its dead jobs, and returns queues that send it jobs. */
function working(
  redisUrl: string,
  prefix: string,
  handlers: Partial<RoutingHandlers>,
  more: Partial<WorkerSettings> = {},
) {
  const queues = openQueues({ redisUrl, prefix, logger })
  const keepDead: WorkerSettings['keepDead'] = async (letters) => {
    await keepDeadJobs(db, letters)
  }
  const all = { ...routingHandlers(db, { route: async () => undefined }, noQuarantine), ...handlers }
  const worker = startWorker('routing', all, { redisUrl, prefix, logger, keepDead, ...more })
  onTestFinished(async () => {
    await worker.close(1_000)
    await queues.close()
  })
  return { queues }
}

const rowOf = (...jobs: OutboxRow['jobs']): OutboxRow => ({ id: 1, key: randomUUID(), jobs })
const routing = (questionId: string) => ({ job: 'route-question', payload: { questionId } }) as const

const lettersOf = async ({ companyId }: Pick<TestCompany, 'companyId'>, isSettled = false) =>
  (await inSystem(db, (tx) => listDeadLetters(tx, companyId, { limit: 100, isSettled }))).deadLetters

const letterOf = (company: TestCompany) =>
  vi.waitFor(async () => {
    const [letter] = await lettersOf(company)
    if (!letter) throw new Error('There is no dead letter yet')
    return letter
  }, patient)

const replay = (letterId: string) => inSystem(db, (tx) => replayDeadLetter(tx, letterId))

describe('a job', () => {
  it('that fails on every attempt becomes a dead letter of its company, and other jobs are done', async () => {
    const company = await foundCompany(db)
    const [poisoned, ...others] = await Promise.all(Array.from({ length: 20 }, () => company.ask()))
    const done = new Set<string>()
    const { url, prefix } = testRedis()
    const { queues } = working(url, prefix, {
      async 'route-question'({ questionId }) {
        if (questionId === poisoned) throw new TypeError(`a text that must not be kept: ${questionId}`)
        done.add(questionId)
      },
    })
    await vi.waitFor(() => queues.relay([rowOf(...[poisoned!, ...others].map(routing))]))

    const letter = await letterOf(company)

    expect(letter).toMatchObject({
      kind: 'job',
      name: 'route-question',
      reason: 'type_error',
      questionUuid: poisoned,
      attempts: 5,
    })
    expect(done).toEqual(new Set(others))
    await vi.waitFor(async () => expect((await queues.counts()).routing.failed).toBe(0), patient)
    expect(await lettersOf(company)).toHaveLength(1)
    const { rows } = await db.system.query('select d::text as text from dead_letters d where company_id = $1', [
      company.companyId,
    ])
    expect(JSON.stringify(rows)).not.toContain('must not be kept')
  }, 30_000)

  it('runs again when its dead letter is replayed, and the letter is settled', async () => {
    const company = await foundCompany(db)
    const questionId = await company.ask()
    await keepDeadJobs(db, [
      {
        name: 'route-question',
        jobKey: randomUUID(),
        payload: { questionId },
        ids: { questionId },
        reason: 'failed',
        attempts: 5,
      },
    ])
    const letter = await letterOf(company)

    await db.system.query('delete from outbox')
    await replay(letter.uuid)

    const { rows } = await db.system.query<OutboxRow>('select jobs from outbox where company_id = $1', [
      company.companyId,
    ])
    expect(rows.flatMap(({ jobs }) => jobs)).toEqual([routing(questionId)])
    expect(await lettersOf(company)).toEqual([])
    expect(await lettersOf(company, true)).toMatchObject([{ uuid: letter.uuid, outcome: 'replayed' }])
    await expect(replay(letter.uuid)).rejects.toMatchObject({ code: 'already_settled' })
  })

  it('with an invalid payload becomes a dead letter without payload, which cannot be replayed', async () => {
    const { url, prefix } = testRedis()
    const { queues } = working(url, prefix, {})
    const company = await foundCompany(db)
    const text = 'My card number is 4111'
    const payload = { companyId: company.companyId, correlationId: 7, note: text }

    await vi.waitFor(() => queues.relay([rowOf({ job: 'drain-backlog', payload } as never)]))

    const letter = await letterOf(company)
    expect(letter).toMatchObject({ name: 'drain-backlog', reason: 'malformed_payload', attempts: 1 })
    const { rows } = await db.system.query('select d::text as text from dead_letters d where company_id = $1', [
      company.companyId,
    ])
    expect(JSON.stringify(rows)).not.toContain('4111')
    await expect(replay(letter.uuid)).rejects.toMatchObject({ code: 'not_replayable' })
    await inSystem(db, (tx) => discardDeadLetter(tx, letter.uuid))
    expect(await lettersOf(company)).toEqual([])
  })

  it.each([
    ['requestId', `insert into forget_requests (id, company_id, email_hash) values ($1, $2, '')`],
    ['advanceId', 'insert into clock_advances (id, company_id, advance_ms, finished_at) values ($1, $2, 1, now())'],
    [
      'fileId',
      `insert into files (id, company_id, type, name, sha256, size_bytes, status, uploader_kind, uploader_id)
        values ($1, $2, 'HISTORY', '', '', 0, 'FAILED', 'admin', $1)`,
    ],
  ])('belongs to the company of the row that its %s names', async (name, insert) => {
    const company = await foundCompany(db)
    const id = randomUUID()
    await db.system.query(insert, [id, company.companyId])
    const letter = { name: 'a-job', jobKey: randomUUID(), payload: null, reason: 'failed', attempts: 5 }

    await keepDeadJobs(db, [{ ...letter, ids: { questionId: randomUUID(), [name]: id.toUpperCase() } }])

    expect(await lettersOf(company)).toMatchObject([{ name: 'a-job', questionUuid: null }])
  })

  it('of no company is visible only to the operator', async () => {
    const jobKey = randomUUID()
    const letter = {
      name: 'route-question',
      jobKey,
      payload: { questionId: randomUUID() },
      ids: {},
      reason: 'failed',
      attempts: 5,
    }
    expect([await keepDeadJobs(db, [letter]), await keepDeadJobs(db, [letter])]).toEqual([1, 0])

    const { deadLetters } = await inSystem(db, (tx) => listDeadLetters(tx, undefined, { limit: 100 }))
    expect(deadLetters.filter(({ companyId }) => companyId === null)).toHaveLength(1)
  })

  it('uses up no attempts while Postgres is unavailable', async () => {
    const company = await foundCompany(db)
    const questionId = await company.ask()
    const { url, prefix } = testRedis()
    let calls = 0
    const { queues } = working(url, prefix, {
      async 'route-question'() {
        if (++calls <= 7) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      },
    })
    await vi.waitFor(() => queues.relay([rowOf(routing(questionId))]))

    await vi.waitFor(() => expect(calls).toBe(8), { timeout: 25_000, interval: 50 })
    expect(await lettersOf(company)).toEqual([])
  }, 30_000)

  it.skipIf(!redisIsReal)(
    'that is a dead letter survives a wiped Redis',
    async () => {
      const redis = await ownRedis({ log: () => undefined })
      onTestFinished(() => redis.stop())
      const company = await foundCompany(db)
      const questionId = await company.ask()
      const { queues } = working(redis.url, 'dead', {
        async 'route-question'() {
          throw new Error('never')
        },
      })
      await vi.waitFor(() => queues.relay([rowOf(routing(questionId))]))
      const letter = await letterOf(company)

      await redis.kill('SIGKILL')
      await redis.wipe()

      expect(await lettersOf(company)).toEqual([letter])
      await replay(letter.uuid)
    },
    30_000,
  )
})

describe('an outbox row that the queues reject', () => {
  it('becomes a dead letter for each of its jobs', async () => {
    const company = await foundCompany(db)
    const { rows } = await db.system.query<{ id: number }>(
      `insert into outbox (company_id, jobs) values ($1, $2) returning id`,
      [company.companyId, JSON.stringify([{ job: 'no-such-job', payload: { note: 'a text' } }, routing(randomUUID())])],
    )

    const bury = () =>
      keepDeadOutboxRow(db, { id: rows[0]!.id, companyId: company.companyId }, (row) =>
        deadJobsOfRow(row, 'type_error', 5),
      )
    expect([await bury(), await bury()]).toEqual([2, 0])

    expect((await lettersOf(company)).map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'outbox no-such-job',
      'outbox route-question',
    ])
  })
})

describe('a deadline that fails', () => {
  const due = (questionId: string) =>
    db.system.query(`update questions set prompt_due_at = clock_timestamp() - interval '1 second' where id = $1`, [
      questionId,
    ])
  const isBlocked = async (questionId: string) => {
    await db.system.query(
      `insert into question_events (question_id, seq, company_id, type, actor_kind, audience)
        select id, version + 1, company_id, 'QUESTION_EDITED', 'system', '{}' from questions where id = $1`,
      [questionId],
    )
  }
  const unblock = (questionId: string) =>
    db.system.query(`delete from question_events where question_id = $1 and type = 'QUESTION_EDITED'`, [questionId])

  async function dead(company: TestCompany) {
    const questionId = await company.ask()
    await due(questionId)
    await isBlocked(questionId)
    const { failed } = await moveDueQuestions(db, 50)
    const one = failed.find(({ question }) => question.id === questionId)!
    await keepDeadDeadline(db, one.question, { reason: 'postgres_23505', attempts: 5 })
    return { questionId, letter: await letterOf(company) }
  }

  it('is not tried again until it is replayed, and then succeeds', async () => {
    const company = await foundCompany(db)
    const { questionId, letter } = await dead(company)
    const { failed, nextDueInMs } = await moveDueQuestions(db, 50)
    expect([failed, (nextDueInMs ?? 1) > 0]).toEqual([[], true])

    await unblock(questionId)
    await replay(letter.uuid)
    await moveDueQuestions(db, 50)

    const { rows } = await db.system.query(
      `select type from question_events where question_id = $1 and type = 'CUSTOMER_REROUTE_PROMPT'`,
      [questionId],
    )
    expect(rows).toHaveLength(1)
  })

  it('is removed from its question when it is discarded, and the question is not in limbo', async () => {
    const company = await foundCompany(db)
    const { questionId, letter } = await dead(company)

    await inSystem(db, (tx) => discardDeadLetter(tx, letter.uuid))

    const { rows } = await db.system.query('select prompt_due_at from questions where id = $1', [questionId])
    expect(rows).toEqual([{ prompt_due_at: null }])
    const invariants = await company.run((tx) => findInvariants(tx, company.companyId))
    expect(invariants.filter(({ violations }) => violations > 0)).toEqual([])
    expect(await questionRow(db, questionId)).toMatchObject({ turn: 'experts' })
    await unblock(questionId)
  })
})
