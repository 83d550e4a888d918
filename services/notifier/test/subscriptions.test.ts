import { randomUUID } from 'node:crypto'
import { inCompany } from '@askline/db'
import { updateExpertProfile } from '@askline/domain/administration/expert-profile'
import { makeChange } from '@askline/domain/changes/make-changes'
import { declineQuestion } from '@askline/domain/questions/claim'
import { markAsRead } from '@askline/domain/questions/read'
import { rerouteQuestion } from '@askline/domain/questions/reroute'
import { addedResponse, respond } from '@askline/domain/questions/respond'
import { inviteCast } from '@askline/testing'
import { describe, expect, test, vi } from 'vitest'
import { connect, movesOf, openStage, publicUrl } from './notifier-stage.ts'

const stage = await openStage()
const { cast, db, claimsFor, mint, notify, ask, offer, claim, release, write } = stage
const tokenOf = (name: 'ada' | 'adam' | 'bruno' | 'carla' | 'dora' | 'edda') => {
  const kinds = { ada: 'user', adam: 'user', bruno: 'expert', carla: 'expert', dora: 'agent', edda: 'admin' } as const
  return mint(claimsFor(cast[name], kinds[name]))
}
type Expert = { kind: 'expert'; userId: string; companyId: string }
const refused = (error: string) => ({ error, message: expect.stringMatching(/^[A-Z`].{15}/) })
const notFound = refused('question_not_found')

describe('a subscription is accepted', () => {
  test('from exactly those who may GET the question', async () => {
    const notifier = await notify()
    const questionId = await ask()
    await offer(questionId, [cast.bruno])
    const stranger = await inviteCast(db)

    const answers = await Promise.all(
      [
        tokenOf('ada'),
        tokenOf('bruno'),
        tokenOf('dora'),
        tokenOf('edda'),
        mint(claimsFor(cast.integrationId, 'integration')),
        tokenOf('adam'),
        tokenOf('carla'),
        mint(claimsFor(stranger.integrationId, 'integration', { cid: stranger.companyId })),
        mint(claimsFor(cast.ada, 'user', { cid: stranger.companyId })),
      ].map(async (token) => (await connect(notifier, token)).subscribe(questionId)),
    )

    const watched = { version: 2, lastUpdated: expect.stringMatching(/^\d{4}-.*Z$/) }
    expect(answers).toEqual([watched, watched, watched, watched, watched, notFound, notFound, notFound, notFound])
  })

  test('with agentsRead QUEUE, from an agent only if the question is or was with agents', async () => {
    const own = await inviteCast(db)
    const moves = movesOf(db, own)
    const tokenOfStaff = (userId: string, kind: 'agent' | 'admin') =>
      mint(claimsFor(userId, kind, { cid: own.companyId }))
    await db.system.query(`update companies set settings = '{"agentsRead": "QUEUE"}' where id = $1`, [own.companyId])
    const questionId = await moves.ask()
    await moves.offer(questionId, [own.bruno])
    const notifier = await notify()
    const dora = await connect(notifier, tokenOfStaff(own.dora, 'agent'))
    const edda = await connect(notifier, tokenOfStaff(own.edda, 'admin'))

    expect(await dora.subscribe(questionId)).toEqual(notFound)
    expect(await edda.subscribe(questionId)).toMatchObject({ version: 2 })
    await moves.claim(questionId, own.bruno)
    await vi.waitFor(() => expect(edda.changes.map(({ type }) => type)).toEqual(['QUESTION_CLAIMED']))
    expect([dora.changes, dora.inbox]).toEqual([[], []])

    const ada = { kind: 'user', userId: own.ada, companyId: own.companyId } as const
    await inCompany(db, own.companyId, (tx) => makeChange(tx, rerouteQuestion(ada, { questionId })))
    await vi.waitFor(() => expect(dora.inbox.map(({ questionUuid }) => questionUuid)).toEqual([questionId]))
    expect(await dora.subscribe(questionId)).toMatchObject({ version: 4 })
  })

  test('only with the scope questions:read', async () => {
    const client = await connect(await notify(), mint(claimsFor(cast.ada, 'user', { scope: 'answers' })))

    expect(await client.subscribe(await ask())).toEqual(refused('insufficient_scope'))
  })

  test('only for a uuid, in upper or lower case', async () => {
    const client = await connect(await notify({ messagesPerSecond: 100 }), tokenOf('ada'))
    const questionId = await ask()

    expect(await client.subscribe(questionId.toUpperCase())).toMatchObject({ version: 1 })
    await write(questionId)
    await vi.waitFor(() => expect(client.changes.map((change) => change.version)).toEqual([2]))
    expect(await client.subscribe(randomUUID())).toEqual(notFound)
    const invalid = ['', 'x', `${questionId}'--`]
    for (const questionUuid of invalid)
      expect(await client.socket.emitWithAck('subscribe', { questionUuid })).toEqual(refused('invalid_uuid'))
    for (const request of [
      {},
      { questionUuid: null },
      { questionUuid: { $ne: 1 } },
      { questionUuid: ['a'] },
      null,
      'x',
    ])
      expect(await client.socket.emitWithAck('subscribe', JSON.parse(JSON.stringify(request)))).toEqual(
        refused('invalid_request'),
      )
    expect(await client.socket.emitWithAck('subscribe', { questionUuid: questionId, after: -1 })).toMatchObject({
      error: 'invalid_request',
      message: expect.stringContaining('after'),
    })
  })
})

describe('a socket receives', () => {
  test('every change of its question, once, in the order of versions', async () => {
    const client = await connect(await notify(), tokenOf('ada'))
    const questionId = await ask()
    await client.subscribe(questionId)

    for (let n = 0; n < 10; n++) await write(questionId)

    const heard = () => client.changes.filter((change) => change.questionUuid === questionId)
    await vi.waitFor(() => expect(heard().at(-1)?.version).toBe(11))
    expect(heard().map((change) => change.version)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(heard()[0]).toEqual({
      questionUuid: questionId,
      version: 2,
      type: 'MESSAGE_ADDED',
      lastUpdated: expect.stringMatching(/Z$/),
      correlationId: null,
    })
  })

  test('the newest change at once if it missed one while it was away', async () => {
    const url = await notify()
    const [client, watcher] = await Promise.all([connect(url, tokenOf('ada')), connect(url, tokenOf('ada'))])
    const questionId = await ask()
    await watcher.subscribe(questionId)
    await write(questionId)
    await write(questionId)
    // Live changes that are still on their way would arrive after the subscription too.
    await vi.waitFor(() => expect(watcher.changes.at(-1)).toMatchObject({ version: 3 }))

    expect(await client.subscribe(questionId, 3)).toMatchObject({ version: 3 })
    expect(client.changes).toEqual([])
    expect(await client.subscribe(questionId, 1)).toMatchObject({ version: 3 })
    await vi.waitFor(() => expect(client.changes).toMatchObject([{ version: 3, type: 'MESSAGE_ADDED' }]))
  })

  test('the correlation id of the request that changed the question, live and after a reconnect', async () => {
    const client = await connect(await notify(), tokenOf('ada'))
    const questionId = await ask()
    await client.subscribe(questionId)

    await write(questionId, 'request-1')
    await vi.waitFor(() => expect(client.changes.at(-1)).toMatchObject({ version: 2, correlationId: 'request-1' }))
    const later = await connect(await notify(), tokenOf('ada'))
    await later.subscribe(questionId, 1)

    await vi.waitFor(() => expect(later.changes.at(-1)).toMatchObject({ version: 2, correlationId: 'request-1' }))
  })

  test('the correlation id of an offer after a reconnect', async () => {
    const client = await connect(await notify(), tokenOf('bruno'))
    const questionId = await ask()
    await offer(questionId, [cast.bruno], 'routing-2')

    await client.subscribe(questionId, 1)

    await vi.waitFor(() =>
      expect(client.changes.at(-1)).toMatchObject({
        version: 2,
        type: 'QUESTION_OFFERED',
        correlationId: 'routing-2',
      }),
    )
  })

  test('null as the correlation id of a change without a request', async () => {
    const client = await connect(await notify(), tokenOf('ada'))
    const questionId = await ask()
    await write(questionId)

    await client.subscribe(questionId, 1)

    await vi.waitFor(() => expect(client.changes.at(-1)).toMatchObject({ version: 2, correlationId: null }))
  })

  test('nothing of a question without a subscription', async () => {
    const client = await connect(await notify(), tokenOf('ada'))
    const [left, never, kept] = [await ask(), await ask(), await ask()]
    await client.subscribe(left)
    await client.subscribe(kept)

    expect(await client.socket.emitWithAck('unsubscribe', { questionUuid: left })).toEqual({ ok: true })
    for (const questionId of [left, never, kept]) await write(questionId)

    await vi.waitFor(() => expect(client.changes.map((change) => change.questionUuid)).toEqual([kept]))
  })

  test('nothing after the right to the question is lost', async () => {
    const notifier = await notify()
    const questionId = await ask()
    await offer(questionId, [cast.bruno, cast.carla])
    const [ada, bruno, carla] = await Promise.all(
      (['ada', 'bruno', 'carla'] as const).map((name) => connect(notifier, tokenOf(name))),
    )
    for (const client of [ada, bruno, carla]) await client?.subscribe(questionId)

    await claim(questionId, cast.bruno)
    await write(questionId)
    await release(questionId, cast.bruno)
    await write(questionId)

    const versions = (client: typeof ada) => client?.changes.map((change) => change.version)
    await vi.waitFor(() => expect(versions(ada)).toEqual([3, 4, 5, 6]))
    expect(versions(bruno)).not.toContain(6)
    expect(versions(carla)?.filter((version) => version > 3)).toEqual([])
    expect(await carla?.subscribe(questionId)).toEqual(notFound)
  })
})

describe('inboxes', () => {
  test('experts receive offers and their end without a subscription, askers do not', async () => {
    const notifier = await notify()
    const [bruno, carla, ada] = await Promise.all(
      (['bruno', 'carla', 'ada'] as const).map((name) => connect(notifier, tokenOf(name))),
    )
    const questionId = await ask()

    await offer(questionId, [cast.bruno, cast.carla], 'routing-1')
    await vi.waitFor(() =>
      expect(carla?.inbox).toMatchObject([
        { questionUuid: questionId, type: 'QUESTION_OFFERED', correlationId: 'routing-1' },
      ]),
    )
    await claim(questionId, cast.bruno)

    await vi.waitFor(() => expect(carla?.inbox.at(-1)).toMatchObject({ type: 'QUESTION_CLAIMED', correlationId: null }))
    expect(bruno?.inbox.map((change) => change.questionUuid)).toContain(questionId)
    expect(ada?.inbox).toEqual([])
    expect(carla?.changes).toEqual([])
  })
})

describe('composing', () => {
  test('reaches the others who may GET the question, and no device of its author', async () => {
    const notifier = await notify()
    const other = await notify()
    const questionId = await ask()
    await offer(questionId, [cast.bruno])
    await claim(questionId, cast.bruno)
    const [ada, bruno, dora, ...brunosOthers] = await Promise.all([
      connect(notifier, tokenOf('ada')),
      connect(notifier, tokenOf('bruno')),
      connect(other, tokenOf('dora')),
      connect(notifier, tokenOf('bruno')),
      connect(other, tokenOf('bruno')),
    ])
    for (const client of [ada, bruno, dora, ...brunosOthers]) await client.subscribe(questionId)
    await vi.waitFor(async () =>
      expect((await fetch(`http://127.0.0.1:${notifier.port}/health/ready`)).status).toBe(200),
    )

    bruno.socket.emit('composing', { questionUuid: questionId })

    await vi.waitFor(() => expect(ada.composing).toEqual([{ questionUuid: questionId, name: 'Bruno' }]))
    await vi.waitFor(() => expect(dora.composing).toEqual([{ questionUuid: questionId, name: 'Bruno' }]))
    for (const { composing } of [bruno, ...brunosOthers]) expect(composing).toEqual([])
  })

  test('reaches the asker who has read the answer', async () => {
    const notifier = await notify()
    const questionId = await ask()
    await offer(questionId, [cast.bruno])
    const clients = [await connect(notifier, tokenOf('ada')), await connect(notifier, tokenOf('bruno'))] as const
    for (const client of clients) await client.subscribe(questionId)
    const { companyId } = cast
    await inCompany(db, companyId, async (tx) => {
      const bruno = { kind: 'expert', userId: cast.bruno, companyId } as const
      const { responseId } = await makeChange(tx, respond(bruno, { questionId, text: 'In the app.' })).then(
        addedResponse,
      )
      await markAsRead(tx, { kind: 'user', userId: cast.ada, companyId }, { responseId })
    })

    clients[1].socket.emit('composing', { questionUuid: questionId })

    await vi.waitFor(() => expect(clients[0].composing).toEqual([{ questionUuid: questionId, name: 'Bruno' }]))
  })

  test.each([
    [
      'has declined the offer',
      (questionId: string, expert: Expert) =>
        inCompany(db, cast.companyId, (tx) => makeChange(tx, declineQuestion(expert, { questionId }))),
    ],
    [
      'is away',
      (_: string, expert: Expert) =>
        inCompany(db, cast.companyId, (tx) => updateExpertProfile(tx, expert, { availability: 'AWAY' }, publicUrl)),
    ],
  ])('does not reach an expert who %s', async (_, lose) => {
    const notifier = await notify()
    const questionId = await ask()
    await offer(questionId, [cast.bruno, cast.carla])
    const [ada, bruno, carla] = await Promise.all([
      connect(notifier, tokenOf('ada')),
      connect(notifier, tokenOf('bruno')),
      connect(notifier, tokenOf('carla')),
    ])
    for (const client of [ada, bruno, carla]) await client.subscribe(questionId)
    await lose(questionId, { kind: 'expert', userId: cast.carla, companyId: cast.companyId })

    ada.socket.emit('composing', { questionUuid: questionId })

    await vi.waitFor(() => expect(bruno.composing).toEqual([{ questionUuid: questionId, name: 'Ada' }]))
    // Carla's socket receives events in order, so `composing` would have come before this answer.
    expect(await carla.subscribe(questionId)).toEqual(notFound)
    expect(carla.composing).toEqual([])
  })

  test("renews the holder's claim", async () => {
    const bruno = await connect(await notify(), tokenOf('bruno'))
    const questionId = await ask()
    await offer(questionId, [cast.bruno])
    await claim(questionId, cast.bruno)
    await bruno.subscribe(questionId)
    await db.system.query(`update questions set lease_due_at = clock_timestamp() + interval '1 minute' where id = $1`, [
      questionId,
    ])

    bruno.socket.emit('composing', { questionUuid: questionId })

    const left = async () => {
      const { rows } = await db.system.query<{ left: number }>(
        'select extract(epoch from lease_due_at - clock_timestamp())::float as left from questions where id = $1',
        [questionId],
      )
      return rows[0]?.left
    }
    await vi.waitFor(async () => expect(await left()).toBeGreaterThan(600))
  })

  test('is ignored from sockets without a subscription', async () => {
    const notifier = await notify()
    const [ada, adam] = await Promise.all([connect(notifier, tokenOf('ada')), connect(notifier, tokenOf('adam'))])
    const questionId = await ask()
    await ada.subscribe(questionId)

    adam.socket.emit('composing', { questionUuid: questionId })
    // Requests of one socket are answered in order, so `composing` is done when this is answered.
    await adam.subscribe(questionId)
    await write(questionId)

    await vi.waitFor(() => expect(ada.changes).toHaveLength(1))
    expect(ada.composing).toEqual([])
  })
})

test('a subscription is refused with dependency_down while Postgres waits for a lock', async () => {
  const client = await connect(await notify(), tokenOf('ada'))
  const questionId = await ask()
  const other = await db.system.connect()
  await other.query('begin')
  await other.query('lock table questions')

  const answer = await client.subscribe(questionId)
  await other.query('rollback')
  other.release()

  expect(answer).toEqual(refused('dependency_down'))
})
