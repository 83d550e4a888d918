import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openClient, type Question } from '@askline/client'
import type {
  ClockAdvanceView,
  ClockView,
  CondensedQuestionView,
  MessageView,
  QuestionView,
  ResponseView,
} from '@askline/contracts'
import { openRedisOnce } from '@askline/runtime'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  type Caller,
  type Company,
  fetchToken,
  findFaults,
  type Member,
  openCaller,
  openSocketListener,
  raiseStage,
  type SocketListener,
} from '../src/index.ts'

const stage = await raiseStage({ isAsBuilt: true })
afterAll(() => stage.stop())
const [api, notifier] = [stage.apiUrls[0] ?? '', stage.notifierUrls[0] ?? '']
const company = await stage.found()
const patient = { timeout: 10_000, interval: 20 }

const tokenOf = (who: Member) => fetchToken(api, who)
const askerToken = (name: string, at: Company = company) => fetchToken(api, at.integration, `${name}@example.com`)
const callerOf = async (token: Promise<string>) => openCaller([api], await token)

async function listen(caller: Caller): Promise<SocketListener> {
  const listener = await openSocketListener(notifier, caller.token)
  onTestFinished(() => listener.close())
  return listener
}

const ada = await callerOf(askerToken('ada'))
const dora = await callerOf(tokenOf(company.dora))
const shop = await callerOf(fetchToken(api, company.integration))

const typesIn = (question: QuestionView) => question.conversation.messages.map((message) => message.type)
const see = async (caller: Caller, uuid: string) => (await caller.get<QuestionView>(`/questions/${uuid}`)).data

async function ask(text = 'How do I block my card?'): Promise<string> {
  const asked = await ada.post<QuestionView>('/questions', { text })
  expect(asked.status).toBe(201)
  return asked.data.uuid
}

/** Waits for the first wave and signs in as its best expert. */
async function offeredExpert(uuid: string): Promise<Caller> {
  const experts = await vi.waitFor(async () => {
    const { conversation } = await see(ada, uuid)
    const offered = conversation.messages.flatMap((message) => message.potentialExperts?.experts ?? [])
    expect(offered).toHaveLength(3)
    return offered
  }, patient)
  const expert = company.experts.find(({ userId }) => userId === experts[0]?.uuid)
  if (!expert) throw new Error('The question was offered to a stranger')
  return callerOf(tokenOf(expert))
}

async function inboxOf(expert: Caller, view: 'offered' | 'claimed' | 'answered'): Promise<string[]> {
  const inbox = await expert.get<{ questions: CondensedQuestionView[] }>(`/experts/me/questions?view=${view}&limit=100`)
  return inbox.data.questions.map((question) => question.uuid)
}

async function answered(uuid: string): Promise<{ expert: Caller; responseId: string }> {
  const expert = await offeredExpert(uuid)
  const response = await expert.post<ResponseView>(`/questions/${uuid}/responses`, { text: 'In the app, under Cards.' })
  expect(response.status).toBe(201)
  return { expert, responseId: response.data.uuid }
}

/** Asserts that every event of the question arrived once and in order, and that the last one matches GET. */
async function expectHeardToTheEnd(listener: SocketListener, caller: Caller, uuid: string): Promise<void> {
  await vi.waitFor(async () => {
    const { version } = await caller.get(`/questions/${uuid}`)
    expect(listener.versionOf(uuid)).toBe(version)
  }, patient)
  const versions = listener.changes.filter((change) => change.questionUuid === uuid).map((change) => change.version)
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
}

/** Advances a sandbox's clock and waits for the end, because the API answers after 6 s even if the advance is unfinished. */
async function advanceClock(admin: Caller, advance: string): Promise<void> {
  const { status, data } = await admin.post<ClockAdvanceView>('/admin/clock', { advance })
  expect(status).toBe(200)
  await vi.waitFor(
    async () => {
      const clock = (await admin.get<ClockView>('/admin/clock')).data
      expect(clock.advance).toMatchObject({ uuid: data.uuid, isFinished: true })
    },
    { ...patient, timeout: 60_000 },
  )
}

describe('the life of a question', () => {
  test('sends each change in order to its audience, from the ask to the rating', async () => {
    const asker = openClient({ url: api, socketUrl: notifier, credentials: { token: ada.token } })
    onTestFinished(() => asker.close())
    const listener = await listen(ada)
    const adam = await callerOf(askerToken('adam'))
    const strangers = await Promise.all([adam, await callerOf(askerToken('ada', await stage.found()))].map(listen))
    const bystander = strangers[0]
    const { uuid } = await asker.questions.ask({ text: 'How do I block my card?' })
    const told: Question[] = []
    asker.questions.watch(uuid, (question) => told.push(question))
    const subscribed = await listener.watch(uuid)
    const refusals = await Promise.all(strangers.map((stranger) => stranger.watch(uuid)))

    const expert = await offeredExpert(uuid)
    const expertEar = await listen(expert)
    expect(await inboxOf(expert, 'offered')).toContain(uuid)
    const experts = openClient({ url: api, credentials: { token: expert.token } })
    const { claim } = await experts.experts.claim(uuid)
    await vi.waitFor(() => expect(expertEar.inbox.map(({ questionUuid }) => questionUuid)).toContain(uuid), patient)
    expect([await inboxOf(expert, 'offered'), await inboxOf(expert, 'claimed')]).toEqual([
      expect.not.arrayContaining([uuid]),
      expect.arrayContaining([uuid]),
    ])
    const fence = { fence: claim?.fence ?? 0 }
    const { uuid: responseUuid } = await experts.experts.respond(uuid, { text: 'Under Cards.', ...fence })
    await expertEar.watch(uuid)
    const message = await asker.messages.add({ responseUuid, text: 'Thank you!' })
    const accepted = await asker.responses.accept(responseUuid)
    const rated = await asker.responses.rate(responseUuid, { rating: 'POSITIVE_5' })

    expect([message.body, accepted.isAccepted, rated.rating]).toEqual(['Thank you!', true, 'POSITIVE_5'])
    expect((await see(ada, uuid)).state).toMatchObject({ status: 'RESOLVED', isClosed: true, numResponses: 1 })
    expect(subscribed).toHaveProperty('version')
    await expectHeardToTheEnd(listener, ada, uuid)
    await expectHeardToTheEnd(expertEar, expert, uuid)
    await vi.waitFor(async () => expect(told.at(-1)).toEqual(await asker.questions.get(uuid)), patient)
    expect(listener.typesOf(uuid).slice(-5)).toEqual([
      'QUESTION_CLAIMED',
      'QUESTION_FIRST_RESPONSE',
      'MESSAGE_ADDED',
      'QUESTION_RESOLVED',
      'QUESTION_RATED',
    ])
    expect(refusals).toMatchObject([{ error: 'question_not_found' }, { error: 'question_not_found' }])
    expect(strangers.flatMap(({ changes, inbox }) => [...changes, ...inbox])).toEqual([])
    expect(bystander?.versionOf(uuid)).toBe(0)
    expect(await inboxOf(expert, 'answered')).toContain(uuid)
  })

  test('answers polls with 304 until it changes, then with 200', async () => {
    const uuid = await ask()
    await answered(uuid)
    const { lastUpdated } = await see(ada, uuid)
    const poll = async () => (await ada.get(`/questions/${uuid}?lastChecked=${lastUpdated}`)).status
    const before = [await poll(), await poll()]

    await ada.post('/messages', { questionUuid: uuid, text: 'And my other card?' })

    expect(before).toEqual([304, 304])
    expect([await poll(), await poll()]).toEqual([200, 200])
  })

  test('is reviewed by its asker: contested first, then confirmed', async () => {
    const uuid = await ask()
    const { expert, responseId } = await answered(uuid)
    const listener = await listen(ada)
    await listener.watch(uuid)

    await expert.post(`/responses/${responseId}/markAsResolved`)
    await ada.post(`/questions/${uuid}/reviewMarkAsResolved`, { confirm: false })
    await expert.post('/messages', { responseUuid: responseId, text: 'Which card is it?' })
    await expert.post(`/responses/${responseId}/markAsResolved`)
    const confirmed = await ada.post<QuestionView>(`/questions/${uuid}/reviewMarkAsResolved`, { confirm: true })

    expect(confirmed.data.state.status).toBe('RESOLVED')
    await expectHeardToTheEnd(listener, ada, uuid)
    expect(listener.typesOf(uuid).slice(-5)).toEqual([
      'QUESTION_MARKED_AS_RESOLVED',
      'RESOLUTION_CONTESTED',
      'MESSAGE_ADDED',
      'QUESTION_MARKED_AS_RESOLVED',
      'QUESTION_RESOLVED',
    ])
  })

  test('goes to the agents when its asker reroutes it, and an agent answers and resolves it', async () => {
    const uuid = await ask()
    const [listener, agentEar] = await Promise.all([listen(ada), listen(dora)])
    const expert = await offeredExpert(uuid)
    await listener.watch(uuid)

    const rerouted = await ada.post<QuestionView>(`/questions/${uuid}/reroute`, { reason: 'A person, please.' })
    const again = await ada.post(`/questions/${uuid}/reroute`)
    await vi.waitFor(() => expect(agentEar.inbox.map(({ questionUuid }) => questionUuid)).toContain(uuid), patient)
    const queue = await dora.get<{ questions: CondensedQuestionView[] }>('/agents/questions?limit=100')
    const answer = await dora.post<MessageView>('/agents/messages', { questionUuid: uuid, text: 'I have blocked it.' })
    const resolved = await dora.post<QuestionView>(`/agents/questions/${uuid}/resolve`)

    expect(rerouted.data.state).toMatchObject({ status: 'CLOSED_BY_ESCALATION', rerouteStatus: { type: 'BY_POSTER' } })
    expect([again.status, again.error?.code]).toEqual([400, 'already_rerouted'])
    expect(queue.data.questions.map((question) => question.uuid)).toContain(uuid)
    expect([answer.status, resolved.data.state.status]).toEqual([201, 'RESOLVED'])
    expect(await inboxOf(expert, 'offered')).not.toContain(uuid)
    await expectHeardToTheEnd(listener, ada, uuid)
    expect(listener.typesOf(uuid).slice(-3)).toEqual([
      'QUESTION_ESCALATED_BY_CUSTOMER',
      'QUESTION_RESPONSE',
      'QUESTION_RESOLVED',
    ])
  })

  test.each([
    { move: 'expire', caller: ada, status: 'EXPIRED', notice: 'QUESTION_EXPIRED_SYSTEM_MESSAGE' },
    { move: 'close', caller: ada, status: 'WITHDRAW', notice: 'QUESTION_CLOSED_SYSTEM_MESSAGE' },
    { move: 'close', caller: shop, status: 'CLOSED_BY_COMPANY', notice: 'QUESTION_CLOSED_SYSTEM_MESSAGE' },
  ])('ends with $move as $status, and has no event afterwards', async ({ move, caller, status, notice }) => {
    const uuid = await ask()
    const listener = await listen(ada)
    await offeredExpert(uuid)
    const watched = await listener.watch(uuid)

    const ended = await caller.post<QuestionView>(`/questions/${uuid}/${move}`)
    const late = await ada.post('/messages', { questionUuid: uuid, text: 'One more thing' })

    expect([ended.data.state.status, typesIn(ended.data)]).toEqual([status, [notice]])
    expect([late.status, late.error?.code]).toEqual([400, 'interaction_not_allowed'])
    await expectHeardToTheEnd(listener, ada, uuid)
    // The offer's own event may come after the subscription that already told its version.
    const known = 'version' in watched ? watched.version : Number.NaN
    expect(listener.changes.filter((change) => change.questionUuid === uuid && change.version > known)).toHaveLength(1)
  })
})

describe('in a sandbox whose clock is moved', () => {
  test('an advance of eight hours ends offers, prompts the asker and gives the question to the agents, with events in order', async () => {
    const sandbox = await stage.found({ isSandbox: true, experts: 5 })
    const edda = await callerOf(tokenOf(sandbox.edda))
    const ben = await callerOf(askerToken('ben', sandbox))
    const listener = await listen(ben)
    const { uuid } = (await ben.post<QuestionView>('/questions', { text: 'How do I block my card?' })).data
    await listener.watch(uuid)

    await advanceClock(edda, 'PT8H')

    const question = (await ben.get<QuestionView>(`/questions/${uuid}`)).data
    expect(question.state).toMatchObject({ status: 'CLOSED_BY_ESCALATION', rerouteStatus: { type: 'BY_INACTIVITY' } })
    const asked = Date.parse(question.dateCreated)
    expect(Date.parse(question.lastUpdated) - asked).toBeGreaterThanOrEqual(8 * 3_600_000)
    await expectHeardToTheEnd(listener, ben, uuid)
    expect(listener.typesOf(uuid).filter((type) => type !== 'QUESTION_OFFERED')).toEqual([
      'CUSTOMER_REROUTE_PROMPT',
      'QUESTION_ESCALATED_BY_TIME',
    ])
    const offers = await stage.sql<{ status: string; offers: number }>(
      'select status, count(*)::int as offers from offers where question_id = $1 group by status order by status',
      [uuid],
    )
    expect(offers).toEqual([
      { status: 'timed_out', offers: 3 },
      { status: 'withdrawn', offers: 2 },
    ])
  })

  test('an answered question whose asker is silent is marked by the system, and resolved after a week', async () => {
    const sandbox = await stage.found({ isSandbox: true, experts: 1 })
    const edda = await callerOf(tokenOf(sandbox.edda))
    const ben = await callerOf(askerToken('ben', sandbox))
    const bruno = await callerOf(tokenOf(sandbox.experts[0] as Member))
    const { uuid } = (await ben.post<QuestionView>('/questions', { text: 'How do I block my card?' })).data
    await advanceClock(edda, 'PT1M')
    expect((await bruno.post(`/questions/${uuid}/responses`, { text: 'In the app.' })).status).toBe(201)

    await advanceClock(edda, 'P4D')

    const { state, conversation } = await see(ben, uuid)
    expect(state.status).toBe('UNRESOLVED')
    expect(conversation.responses[0]?.messages.at(-1)?.type).toBe('MARK_AS_RESOLVED_MESSAGE')

    await advanceClock(edda, 'P3D')

    expect((await see(ben, uuid)).state).toMatchObject({ status: 'RESOLVED', isClosed: true, numResponses: 1 })
  })
})

test('every guarantee of the oracle holds afterwards', async () => {
  expect(await findFaults(stage)).toEqual([])
})

test('no text and no name of all that happened is in Redis, its append-only file or the logs', async () => {
  const uuid = await ask('How do I block my card while I travel?')
  const expert = await offeredExpert(uuid)
  expect((await expert.post(`/questions/${uuid}/claim`)).status).toBe(200)
  expect((await expert.post(`/questions/${uuid}/composing`)).status).toBe(200)
  const written = await stage.sql<{ words: string }>(
    `select distinct words from (
       select unnest(array[text, subject]) as words from questions
       union all select body from messages union all select unnest(array[name, email, address]) from users
     ) w where length(words) > 4`,
  )
  expect(written.length).toBeGreaterThan(10)

  const redis = openRedisOnce(stage.redis.url)
  await redis.connect()
  onTestFinished(() => redis.disconnect())
  const [, folder = ''] = (await redis.call('CONFIG', 'GET', 'dir')) as string[]
  const files = readdirSync(join(folder, 'appendonlydir')).map((file) => join(folder, 'appendonlydir', file))
  const stored = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  expect(stored).toContain(uuid)
  const logs = stage.logs()
  expect(written.filter(({ words }) => stored.includes(words) || logs.includes(words))).toEqual([])
})
