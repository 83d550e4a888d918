import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { runCommand } from '../src/command-line/run-command.ts'
import type { Body } from './caller.ts'
import { openWorld } from './world.ts'

const w = await openWorld()
const { bank, rival, tokens } = w

async function letter(companyId: string | null = bank.companyId, name = 'drain-backlog'): Promise<string> {
  const id = randomUUID()
  await w.db.system.query(
    `insert into dead_letters (id, company_id, kind, name, payload, reason, attempts)
      values ($1, $2, 'job', $3, jsonb_build_object('companyId', $4::text), 'postgres_23505', 5)`,
    [id, companyId, name, bank.companyId],
  )
  return id
}

const list = async (token: string, query: Record<string, string> = {}): Promise<Body> =>
  (await w.api('GET', '/v1/admin/dead-letters', { token, query: { limit: '100', ...query } })).body.data
const settle = (id: string, verb: 'replay' | 'discard', token = tokens.edda) =>
  w.api('POST', `/v1/admin/dead-letters/${id}/${verb}`, { token, body: {} })
const uuids = (found: Body): string[] => found.deadLetters.map(({ uuid }: Body) => uuid)

async function askline(...argv: string[]) {
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const { db, clock, config } = w
  const secrets = () => w.context.secrets
  const emptyQueues = async () => 0
  const close = async () => undefined
  const open = async () => ({ db, issuer: config.issuer, secrets, emptyQueues, now: clock.second, close })
  return { code: await runCommand(argv, { say, complain: say }, open), said: said.join('\n') }
}

test('an admin lists dead letters with reason and number of attempts, page by page', async () => {
  const [first, second] = [await letter(), await letter()].sort()

  const found = await list(tokens.edda)
  const page = await list(tokens.edda, { limit: '1' })

  expect(uuids(found)).toEqual(expect.arrayContaining([first, second]))
  expect(found.deadLetters[0]).toMatchObject({
    kind: 'job',
    name: 'drain-backlog',
    reason: 'postgres_23505',
    attempts: 5,
  })
  expect(page.paging.nextCursor).toEqual(expect.any(String))
  expect(uuids(await list(tokens.edda, { limit: '1', cursor: page.paging.nextCursor }))).not.toEqual(uuids(page))
})

test('a dead letter explains what happened and what replay and discard do', async () => {
  const [open, whole] = [await letter(bank.companyId, 'no-such-job'), await letter()]
  const said = async (id: string) => (await list(tokens.edda)).deadLetters.find((l: Body) => l.uuid === id).explanation

  expect(await said(whole)).toBe(
    'Offering waiting questions to experts with free capacity failed 5 times: Postgres returned the error 23505. ' +
      'Replay: the oldest waiting questions are offered at once. Discard: each waiting question is offered when its own wave is due.',
  )
  expect(await said(open)).toContain('A job that is not in the catalogue failed 5 times')
  expect(await said(open)).toContain('Replay: not possible')
  expect((await askline('dead-letters', 'list')).said).toContain(await said(whole))
  expect((await settle(whole, 'replay')).body.data.explanation).toMatch(/23505\. It was replayed\.$/)
})

test('an admin sees only dead letters of their own company, and none without a company', async () => {
  const [ours, nobodys] = [await letter(), await letter(null)]

  expect(uuids(await list(tokens.rivalsEdda))).toEqual([])
  expect(uuids(await list(tokens.edda))).not.toContain(nobodys)
  expect((await settle(ours, 'replay', tokens.rivalsEdda)).status).toBe(404)
  expect((await settle(nobodys, 'discard')).status).toBe(404)
})

test('a replayed dead letter is enqueued once, settled, and recorded in the audit log', async () => {
  const id = await letter()
  await w.db.system.query('delete from outbox')

  const replayed = await settle(id, 'replay')
  const again = await settle(id, 'discard')

  expect([replayed.status, replayed.body.data.outcome]).toEqual([200, 'replayed'])
  expect([again.status, again.body.error.code]).toEqual([400, 'already_settled'])
  const { rows } = await w.db.system.query('select jobs from outbox')
  expect(rows).toEqual([{ jobs: [{ job: 'drain-backlog', payload: { companyId: bank.companyId } }] }])
  expect(uuids(await list(tokens.edda))).not.toContain(id)
  expect(uuids(await list(tokens.edda, { isSettled: 'true' }))).toContain(id)
  const { entries } = (await w.api('GET', '/v1/admin/audit', { token: tokens.edda })).body.data
  expect(entries[0]).toMatchObject({ action: 'dead_letter_replayed', targetId: id, actor: { kind: 'admin' } })
})

test('a dead letter without a known job can only be discarded', async () => {
  const id = await letter(bank.companyId, 'no-such-job')

  expect((await settle(id, 'replay')).body.error.code).toBe('not_replayable')
  expect((await settle(id, 'discard')).body.data.outcome).toBe('discarded')
})

test('the operator lists and settles dead letters of every company, and those of none', async () => {
  const [theirs, nobodys] = [await letter(rival.companyId), await letter(null)]

  const listed = await askline('dead-letters', 'list')
  expect(listed.said).toContain(theirs)
  expect(listed.said).toContain(nobodys)
  expect((await askline('dead-letters', 'list', '--company', 'rival')).said).not.toContain(nobodys)
  expect(await askline('dead-letters', 'replay', theirs)).toMatchObject({
    code: 0,
    said: 'The job drain-backlog is replayed.',
  })
  expect(await askline('dead-letters', 'discard', nobodys)).toMatchObject({ code: 0 })
  expect(await askline('dead-letters', 'discard', nobodys)).toMatchObject({
    code: 1,
    said: expect.stringContaining('already'),
  })
  expect((await askline('dead-letters', 'list', '--settled')).said).toContain('replayed')
  const { entries } = (await w.api('GET', '/v1/admin/audit', { token: tokens.rivalsEdda })).body.data
  expect(entries[0]).toMatchObject({ action: 'dead_letter_replayed', targetId: theirs, actor: { kind: 'operator' } })
})

test('an admin sees every invariant, its violations and its repairs', async () => {
  const { uuid } = await w.ask()
  await w.db.system.query('update questions set expiry_due_at = null where id = $1', [uuid])

  const { status, body } = await w.api('GET', '/v1/admin/invariants', { token: tokens.edda })

  expect(status).toBe(200)
  expect(body.data.paging).toEqual({ limit: body.data.invariants.length, nextCursor: null })
  expect(body.data.invariants.filter(({ violations }: Body) => violations > 0)).toEqual([
    {
      name: 'unresolved-expires',
      description: expect.any(String),
      violations: 1,
      repaired: { total: 0, lastDay: 0, lastDate: null },
    },
  ])
})
