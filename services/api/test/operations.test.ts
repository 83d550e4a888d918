import { describe, expect, test } from 'vitest'
import type { Body } from './caller.ts'
import { openWorld } from './world.ts'

const { api, ask, bank, offer, tokens } = await openWorld()
const { edda } = tokens

const search = async (query: Record<string, string> = {}, token = edda) =>
  (await api('GET', '/v1/admin/questions', { token, query: { limit: '100', ...query } })).body.data
const subjects = (found: Body): string[] => found.questions.map(({ subject }: Body) => subject)

describe('the search', () => {
  test('finds questions by words of their text and of messages, in any case and order', async () => {
    const { uuid } = await ask({ text: 'Why was my Lastschrift refused in Oslo?' })
    const body = { questionUuid: uuid, text: 'It was for the parking garage, 100% sure.' }
    await api('POST', '/v1/messages', { token: tokens.ada, body })
    await ask({ text: 'Something else entirely, 1000 times' })

    expect(subjects(await search({ text: 'oslo LASTSCHRIFT' }))).toEqual(['Why was my Lastschrift refused in Oslo?'])
    expect(subjects(await search({ text: 'garage 100%' }))).toEqual(['Why was my Lastschrift refused in Oslo?'])
    expect(subjects(await search({ text: 'oslo garage' }))).toEqual([])
    expect(subjects(await search({ text: '1_0' }))).toEqual([])
  })

  test('finds questions by asker, by whoever answered, by stage, status, category and date', async () => {
    const { uuid } = await ask({ text: 'Who may open my safe?' }, tokens.ben)
    await offer(bank, uuid, bank.bruno)
    const found = await search({ person: 'ben@bank.example', stage: 'OFFERED', status: 'UNRESOLVED' })

    expect(subjects(found)).toEqual(['Who may open my safe?'])
    expect(found.questions[0]).toMatchObject({ uuid, asker: { uuid: bank.ben }, holder: null, automatic: null })
    await api('POST', `/v1/questions/${uuid}/responses`, { token: tokens.bruno, body: { text: 'You may.' } })
    expect(subjects(await search({ person: bank.bruno }))).toContain('Who may open my safe?')
    expect(subjects(await search({ person: 'nobody of that name' }))).toEqual([])
    expect(subjects(await search({ category: found.questions[0].category }))).toContain('Who may open my safe?')
    expect(subjects(await search({ automatic: 'GIVEN' }))).toEqual([])
    expect(subjects(await search({ to: '2020-01-01' }))).toEqual([])
    expect(subjects(await search({ from: '2020-01-01', automatic: 'NONE' }))).toContain('Who may open my safe?')
  })

  test('lists the last changed first and continues after a page', async () => {
    const all = await search()
    const first = await search({ limit: '1' })
    const second = await search({ limit: '1', cursor: first.paging.nextCursor })

    expect([...subjects(first), ...subjects(second)]).toEqual(subjects(all).slice(0, 2))
    expect(all.paging.nextCursor).toBeNull()
  })

  test('shows nothing of another company, and nothing to others than admins', async () => {
    await ask()
    expect(subjects(await search({}, tokens.rivalsEdda))).toEqual([])
    expect(subjects(await search({ person: bank.ada }, tokens.rivalsEdda))).toEqual([])
    for (const token of [tokens.ada, tokens.bruno, tokens.dora, tokens.integration])
      expect((await api('GET', '/v1/admin/questions', { token })).status).toBe(403)
  })

  test.each([
    ['from', '30 February', 'date-time'],
    ['stage', 'LOST', 'enum'],
    ['language', 'tlh', 'language'],
  ])('names the field of a wrong value: %s', async (name, value, rule) => {
    const { status, body } = await api('GET', '/v1/admin/questions', { token: edda, query: { [name]: value } })
    expect(status).toBe(400)
    expect(body.error.details[0]).toMatchObject({ field: `query.${name}`, rule })
  })
})

test('the history of a question names each change and who made it, without its text', async () => {
  const { uuid } = await ask({ text: 'Is this in the history?' })
  await offer(bank, uuid, bank.bruno)
  await api('POST', `/v1/questions/${uuid}/claim`, { token: tokens.bruno, body: {} })
  const url = `/v1/admin/questions/${uuid}/events`

  const { body } = await api('GET', url, { token: edda })

  const { events } = body.data
  expect(events.map(({ type }: Body) => type)).toEqual(['QUESTION_APPROVED', 'QUESTION_OFFERED', 'QUESTION_CLAIMED'])
  expect(events[0].actor).toMatchObject({ kind: 'user', uuid: bank.ada })
  expect(events[2].actor).toMatchObject({ kind: 'expert', uuid: bank.bruno, name: expect.any(String) })
  expect(JSON.stringify(body.data)).not.toContain('history')
  expect((await api('GET', url, { token: tokens.rivalsEdda })).status).toBe(404)
})

test('the live picture counts open questions by stage, and only those of the company', async () => {
  const stagesOf = async (token: string) => {
    const { body } = await api('GET', '/v1/admin/live', { token })
    return new Map<string, Body>(body.data.stages.map((found: Body) => [found.stage, found]))
  }
  const before = await stagesOf(edda)
  const { uuid } = await ask({ text: 'Do you count me?' })
  await api('POST', `/v1/questions/${uuid}/reroute`, { token: tokens.ada, body: {} })

  const after = await stagesOf(edda)

  expect([...after.keys()]).toEqual(['WAITING', 'OFFERED', 'CLAIMED', 'ASKER', 'AGENTS'])
  expect(after.get('AGENTS').count).toBe(before.get('AGENTS').count + 1)
  expect((await stagesOf(tokens.rivalsEdda)).get('AGENTS')).toMatchObject({ count: 0, oldest: null })
  const { body } = await api('GET', '/v1/admin/live', { token: edda })
  expect(body.data).toMatchObject({ experts: { available: 2, away: 0 }, model: null, training: null, deadLetters: 0 })
  expect(body.data.lastHour.asked).toBeGreaterThan(0)
})

test('receipts of forget requests are listed, newest first, each for its own company', async () => {
  const forget = (userEmail: string) => api('POST', '/v1/users/forget', { token: edda, body: { userEmail } })
  const first = (await forget('unknown-1@bank.example')).body.data
  const second = (await forget('unknown-2@bank.example')).body.data

  const { body } = await api('GET', '/v1/users/forget', { token: edda })

  expect(body.data.receipts.map(({ uuid }: Body) => uuid)).toEqual([second.uuid, first.uuid])
  expect((await api('GET', '/v1/users/forget', { token: tokens.rivalsEdda })).body.data.receipts).toEqual([])
})

test('the audit log is filtered by outcome, actor and time', async () => {
  const audit = async (query: Record<string, string>) =>
    (await api('GET', '/v1/admin/audit', { token: edda, query })).body.data.entries
  await api('POST', '/v1/users/forget', { token: edda, body: { userEmail: 'unknown-3@bank.example' } })

  expect(await audit({ actorUuid: bank.edda, action: 'user_forgotten' })).not.toEqual([])
  expect(await audit({ actorUuid: bank.bruno })).toEqual([])
  expect(await audit({ outcome: 'failure' })).toEqual([])
  expect(await audit({ to: '2020-01-01' })).toEqual([])
  expect(await audit({ from: '2020-01-01' })).not.toEqual([])
})
