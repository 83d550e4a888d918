import { inSystem, newId } from '@askline/db'
import { createCompany } from '@askline/domain/companies/create-company'
import { createPerson } from '@askline/domain/companies/create-person'
import { stepClock, takeAdvances } from '@askline/domain/routing/clock-step'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openClock } from '../src/clock.ts'
import { openWorld } from './world.ts'

const w = await openWorld()

/** Creates a sandbox with an admin and an asker. */
async function openSandbox() {
  return inSystem(w.db, async (tx) => {
    const { companyId } = await createCompany(tx, { tag: `s-${newId()}`, name: 'Sandbox', isSandbox: true })
    const person = async (name: string, role: 'user' | 'admin') =>
      (await createPerson(tx, { companyId, email: `${name}@sand.example`, name, role })).userId
    const [admin, asker] = [await person('edda', 'admin'), await person('ada', 'user')]
    return { companyId, edda: w.mint({ companyId }, 'admin', admin), ada: w.mint({ companyId }, 'user', asker) }
  })
}

/** Runs the worker's advances of the clock, without routing. */
function moving(): void {
  let isStopped = false
  const runner = newId()
  const run = async () => {
    while (!isStopped) {
      for (const one of await takeAdvances(w.db, runner)) {
        while ((await stepClock(w.db, one, runner)).kind === 'moved');
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const running = run()
  onTestFinished(async () => {
    isStopped = true
    await running
  })
}

const clock = (token: string, advance?: unknown, headers: Record<string, string> = {}) =>
  w.api(advance === undefined ? 'GET' : 'POST', '/v1/admin/clock', {
    token,
    headers,
    ...(advance === undefined ? {} : { body: { advance } }),
  })

/** Returns the clock once its advance is finished. On a busy machine the answer to the advance comes earlier. */
const arrived = (token: string) =>
  vi.waitFor(
    async () => {
      const answer = await clock(token)
      expect(answer.body.data.advance.isFinished).toBe(true)
      return answer
    },
    { timeout: 20_000, interval: 20 },
  )

const hour = 3_600_000

test('an API without requests does not read the clock, and reads it again before its next answer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const idle = openClock(w.db)
  onTestFinished(() => idle.close())
  await idle.refresh()
  const begun: number[] = []
  const { onTransaction } = w.db
  w.db.onTransaction = (ms) => void begun.push(performance.now() - ms)
  onTestFinished(() => {
    w.db.onTransaction = onTransaction
  })
  await vi.advanceTimersByTimeAsync(11_000)
  const idleSince = performance.now()

  await vi.advanceTimersByTimeAsync(60_000)
  const { companyId } = await openSandbox()

  expect(begun.filter((at) => at > idleSince && at < performance.now())).toEqual([])
  expect(idle.mayJump(companyId)).toBe(true)
})

test('an admin advances the clock of a sandbox, and every answer has the new time at once', async () => {
  const sandbox = await openSandbox()
  moving()
  await w.clock.refresh()
  const before = Date.parse((await clock(sandbox.edda)).body.meta.serverTime)

  const { status, body } = await clock(sandbox.edda, 'PT8H')
  const after = await arrived(sandbox.edda)
  const asked = await w.ask({}, sandbox.ada)

  expect([status, body.data]).toEqual([
    200,
    expect.objectContaining({ advance: 'PT8H', isFinished: true, uuid: expect.any(String) }),
  ])
  expect(Date.parse(body.data.to) - Date.parse(body.data.from)).toBe(8 * hour)
  for (const time of [
    body.meta.serverTime,
    body.data.now,
    after.body.meta.serverTime,
    after.body.data.now,
    asked.lastUpdated,
  ]) {
    expect(Date.parse(time) - before - 8 * hour).toBeGreaterThanOrEqual(0)
    expect(Date.parse(time) - before - 8 * hour).toBeLessThan(10_000)
  }
  expect(after.body.data).toMatchObject({ isSandbox: true, ahead: 'PT8H', advance: { uuid: body.data.uuid } })
  const { entries } = (await w.api('GET', '/v1/admin/audit', { token: sandbox.edda })).body.data
  expect(entries[0]).toMatchObject({ action: 'clock_advanced', targetId: body.data.uuid })
})

test('an advance of a sandbox makes a question expire, but not a token', async () => {
  const sandbox = await openSandbox()
  moving()
  const { uuid } = await w.ask({}, sandbox.ada)
  // Without routing the question would be looked at every 15 seconds of the day.
  await w.db.system.query('update questions set wave_due_at = escalation_due_at where id = $1', [uuid])

  await clock(sandbox.edda, 'P1D')
  await arrived(sandbox.edda)

  const { status, body } = await w.api('GET', `/v1/questions/${uuid}`, { token: sandbox.ada })
  expect([status, body.data.state.status]).toEqual([200, 'CLOSED_BY_ESCALATION'])
})

test('a repeated advance under one key moves the clock once', async () => {
  const sandbox = await openSandbox()
  moving()
  const key = { 'idempotency-key': 'once' }

  const [first, second] = [await clock(sandbox.edda, 'PT1H', key), await clock(sandbox.edda, 'PT1H', key)]

  expect(second.body.data.uuid).toBe(first.body.data.uuid)
  expect(second.headers['idempotency-replayed']).toBe('true')
  expect((await arrived(sandbox.edda)).body.data.ahead).toBe('PT1H')
})

test('without a worker the advance is stored and reported as not finished', async () => {
  const sandbox = await openSandbox()

  const { status, body } = await clock(sandbox.edda, 'PT1H')

  expect([status, body.data.isFinished, body.data.from]).toEqual([200, false, null])
  expect((await clock(sandbox.edda)).body.data).toMatchObject({ ahead: 'PT0S', advance: { isFinished: false } })
}, 15_000)

test('a company in real time can read its clock but not advance it', async () => {
  expect(await clock(w.tokens.edda, 'PT1H')).toMatchObject({ status: 400, body: { error: { code: 'not_a_sandbox' } } })
  expect((await clock(w.tokens.edda)).body.data).toMatchObject({ isSandbox: false, ahead: 'PT0S', advance: null })
})

test.each(['PT0S', 'P1M', '-PT1H', 'P400D', 'tomorrow'])('advance %j is refused by its field', async (advance) => {
  const sandbox = await openSandbox()

  const { status, body } = await clock(sandbox.edda, advance)

  expect([status, body.error.code, body.error.details[0].field]).toEqual([400, 'duration_invalid', 'advance'])
})

test('known answers and categories use the time of a sandbox, integrations use real time', async () => {
  const { edda: token } = await openSandbox()
  moving()
  const post = async (path: string, body: object) =>
    (await w.api('POST', `/v1/admin/${path}`, { token, body })).body.data
  const known = await post('knowledge', { question: 'Where is my card?', answer: 'On its way.' })
  await clock(token, 'P20D')
  await arrived(token)

  const category = await post('categories', { name: 'Cards' })
  const integration = await post('integrations', { systemId: 'app', name: 'App' })
  const stale = async (days: number) =>
    (await w.api('GET', `/v1/admin/answers/stale?days=${days}`, { token })).body.data.answers

  const ahead = (date: string) => Math.round((Date.parse(date) - Date.now()) / (24 * hour))
  expect([ahead(category.dateCreated), Math.abs(ahead(integration.dateCreated))]).toEqual([20, 0])
  expect([await stale(19), await stale(21)]).toEqual([[expect.objectContaining({ uuid: known.uuid })], []])
})
