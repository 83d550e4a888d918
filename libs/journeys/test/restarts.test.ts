import type { MessageView, QuestionView, ResponseView } from '@askline/contracts'
import { afterAll, expect, test, vi } from 'vitest'
import {
  type Caller,
  fetchToken,
  findFaults,
  killAndAwait,
  openCaller,
  openSocketListener,
  raiseStage,
  type SocketListener,
} from '../src/index.ts'

const conversations = 12
const stage = await raiseStage({ apis: 2, notifiers: 2 })
const listeners: SocketListener[] = []
afterAll(async () => {
  for (const listener of listeners) listener.close()
  await stage.stop()
})
const company = await stage.found()
const patient = { timeout: 40_000, interval: 50 }
const again = { patienceMs: 30_000 }

type Voice = { caller: Caller; listener: SocketListener }

async function join(token: string, n: number): Promise<Voice> {
  const listener = await openSocketListener(stage.notifierUrls[n % 2] ?? '', token)
  listeners.push(listener)
  return { caller: openCaller(stage.apiUrls, token, n), listener }
}

const api = stage.apiUrls[0] ?? ''
const experts = new Map<string, Voice>()
for (const [n, expert] of company.experts.entries()) {
  experts.set(expert.userId, await join(await fetchToken(api, expert), n))
}
const askers: Voice[] = []
for (let n = 0; n < conversations; n++) {
  askers.push(await join(await fetchToken(api, company.integration, `asker${n}@example.com`), n))
}

type Conversation = { uuid: string; asker: Voice; expert: Voice; said: string[]; isSettled: boolean }

/** Waits until the listener has received a version newer than `version`. */
const hearsMore = (listener: SocketListener, uuid: string, version: number) =>
  vi.waitFor(() => expect(listener.versionOf(uuid)).toBeGreaterThan(version), patient)

/** Asks, receives an answer, and lets both write in turn while `goesOn`. Every third conversation is left open. */
async function converse(asker: Voice, n: number, goesOn: () => boolean): Promise<Conversation> {
  const said = [`Question ${n}: where is my card?`]
  const asked = await asker.caller.post<QuestionView>('/questions', { text: said[0] }, again)
  const { uuid } = asked.data
  await asker.listener.watch(uuid)
  const expertId = await vi.waitFor(async () => {
    const { conversation } = (await asker.caller.get<QuestionView>(`/questions/${uuid}`, again)).data
    const [first] = conversation.messages.flatMap((message) => message.potentialExperts?.experts ?? [])
    if (!first) throw new Error('Nobody was offered the question')
    return first.uuid
  }, patient)
  const expert = experts.get(expertId)
  if (!expert) throw new Error('The question was offered to a stranger')
  await expert.caller.post(`/questions/${uuid}/claim`, {}, again)
  await expert.listener.watch(uuid)
  const heardBefore = asker.listener.versionOf(uuid)
  said.push(`Answer ${n}: it is on its way.`)
  const answer = await expert.caller.post<ResponseView>(`/questions/${uuid}/responses`, { text: said[1] }, again)
  const responseUuid = answer.data.uuid
  await hearsMore(asker.listener, uuid, heardBefore)

  const speak = async (from: Voice, to: Voice, text: string) => {
    const heard = to.listener.versionOf(uuid)
    const message = await from.caller.post<MessageView>('/messages', { responseUuid, text }, again)
    expect(message.status).toBe(201)
    said.push(text)
    await hearsMore(to.listener, uuid, heard)
  }
  for (let turn = 0; turn < 3 || goesOn(); turn++) {
    await speak(asker, expert, `Asker ${n}, turn ${turn}`)
    await speak(expert, asker, `Expert ${n}, turn ${turn}`)
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  const isSettled = n % 3 !== 0
  if (isSettled) await asker.caller.post(`/responses/${responseUuid}/accept`, {}, again)
  return { uuid, asker, expert, said, isSettled }
}

async function inboxOf({ caller }: Voice, view: string): Promise<string[]> {
  const inbox = await caller.get<{ questions: QuestionView[] }>(`/experts/me/questions?view=${view}&limit=100`)
  return inbox.data.questions.map((question) => question.uuid).sort()
}

const truths: Record<string, string> = {
  offered: `select question_id as id from offers o join questions q on q.id = o.question_id
    where o.expert_id = $1 and o.status = 'pending' and q.closed_at is null`,
  claimed: 'select id from questions where holder_id = $1 and closed_at is null and not is_rerouted',
  answered: 'select question_id as id from responses where author_id = $1',
}

test('conversations continue without loss while every process is killed', async () => {
  let isQuiet = false
  const running = Promise.all(askers.map((asker, n) => converse(asker, n, () => !isQuiet)))
  running.catch(() => undefined)
  await vi.waitFor(async () => {
    const [row] = await stage.sql<{ count: number }>('select count(*)::int from responses')
    expect(row?.count).toBeGreaterThan(conversations / 2)
  }, patient)

  for (const service of [...stage.apis, ...stage.workers, ...stage.notifiers]) await killAndAwait(service)
  isQuiet = true
  const held = await running
  // These have no answer and are in the inboxes.
  for (const { caller } of askers.slice(0, 5)) await caller.post('/questions', { text: 'What is my limit?' }, again)
  await vi.waitFor(async () => {
    const waiting = await stage.sql(`select 1 from questions where turn = 'experts' and num_responses = 0 and wave = 0`)
    expect(waiting).toEqual([])
  }, patient)

  for (const { uuid, asker, said, isSettled } of held) {
    const { data, version } = await asker.caller.get<QuestionView>(`/questions/${uuid}`)
    const texts = data.conversation.responses.flatMap(({ messages }) => messages).filter((m) => m.type === 'MESSAGE')
    expect([data.conversation.text, ...texts.map((message) => message.body)]).toEqual(said)
    expect(data.state.isClosed).toBe(isSettled)
    await vi.waitFor(() => expect(asker.listener.versionOf(uuid)).toBe(version), patient)
  }
  await vi.waitFor(async () => {
    const rows = await stage.sql<{ id: string; version: number }>('select id, version from questions')
    const versions = new Map(rows.map((row) => [row.id, row.version]))
    for (const { uuid, expert } of held) expect(expert.listener.versionOf(uuid)).toBe(versions.get(uuid))
  }, patient)
  for (const [userId, expert] of experts) {
    for (const [view, truth] of Object.entries(truths)) {
      const rows = await stage.sql<{ id: string }>(truth, [userId])
      expect(await inboxOf(expert, view), `${view} of ${userId}`).toEqual(rows.map(({ id }) => id).sort())
    }
  }
  expect(held.length).toBe(conversations)
  expect(await findFaults(stage)).toEqual([])
})
