import { inCompany, type Tx } from '@askline/db'
import { makeChange } from '@askline/domain/changes/make-changes'
import { declineQuestion } from '@askline/domain/questions/claim'
import { expect, test, vi } from 'vitest'
import { type Client, connect, openStage } from './notifier-stage.ts'

const { cast, db, claimsFor, mint, notify, ask, offer, claim, write } = await openStage()
const { companyId } = cast
const run = <T>(work: (tx: Tx) => Promise<T>) => inCompany(db, companyId, work)
const expertOf = (name: 'bruno' | 'carla' | 'carlos') => mint(claimsFor(cast[name], 'expert'))

/** Opens a question to all experts who speak the language, without an offer to anyone. */
const open = (questionId: string, language?: string) =>
  offer(questionId, [], undefined, { isLast: true, isWithoutOffers: true, language })
const inboxOf = (client: Client, questionId: string) =>
  client.inbox.filter(({ questionUuid }) => questionUuid === questionId).map(({ type }) => type)

test('experts to whom a question is open hear when it opens and when it is taken, on every notifier', async () => {
  const [first, second] = await Promise.all([notify(), notify()])
  const [bruno, carla] = [await connect(first, expertOf('bruno')), await connect(second, expertOf('carla'))]
  await Promise.all([first, second].map(isReady))
  const questionId = await ask()

  await open(questionId)
  for (const client of [bruno, carla])
    await vi.waitFor(() => expect(inboxOf(client, questionId)).toEqual(['QUESTION_OFFERED']))
  await claim(questionId, cast.carla)

  for (const client of [bruno, carla])
    await vi.waitFor(() => expect(inboxOf(client, questionId)).toEqual(['QUESTION_OFFERED', 'QUESTION_CLAIMED']))
})

test('experts who do not meet the rule hear nothing of an open question', async () => {
  const notifier = await notify()
  const [bruno, carlos] = [await connect(notifier, expertOf('bruno')), await connect(notifier, expertOf('carlos'))]
  const questionId = await ask()

  await open(questionId, 'es')

  await vi.waitFor(() => expect(inboxOf(carlos, questionId)).toEqual(['QUESTION_OFFERED']))
  expect(inboxOf(bruno, questionId)).toEqual([])
})

test('an expert who subscribed to an open question hears of its changes until they decline it', async () => {
  const notifier = await notify()
  const clients = [await connect(notifier, expertOf('bruno')), await connect(notifier, expertOf('carla'))]
  const questionId = await ask()
  await open(questionId)
  for (const client of clients) expect(await client.subscribe(questionId, 1)).toMatchObject({ version: 2 })
  const versionsOf = (client: Client | undefined) => client?.changes.map(({ version }) => version)
  for (const client of clients) await vi.waitFor(() => expect(versionsOf(client)).toContain(2))

  await write(questionId)
  for (const client of clients) await vi.waitFor(() => expect(versionsOf(client)).toContain(3))
  const actor = { kind: 'expert', userId: cast.carla, companyId } as const
  await run((tx) => makeChange(tx, declineQuestion(actor, { questionId })))
  await write(questionId)

  await vi.waitFor(() => expect(versionsOf(clients[0])).toContain(4))
  expect(versionsOf(clients[1])).not.toContain(4)
})

test('subscribers of an open question hear that one of them is writing', async () => {
  const notifier = await notify()
  const [bruno, carla] = [await connect(notifier, expertOf('bruno')), await connect(notifier, expertOf('carla'))]
  const questionId = await ask()
  await open(questionId)
  for (const client of [bruno, carla]) await client.subscribe(questionId)

  carla.socket.emit('composing', { questionUuid: questionId })

  await vi.waitFor(() => expect(bruno.composing).toMatchObject([{ questionUuid: questionId }]))
})

async function isReady({ port }: { port: number }) {
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200))
}
