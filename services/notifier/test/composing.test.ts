import { expect, test, vi } from 'vitest'
import { connect, openStage } from './stage.ts'

const { ask, cast, claim, claimsFor, mint, notify, offer, write } = await openStage()
const tokenOf = (name: 'ada' | 'bruno') => mint(claimsFor(cast[name], name === 'ada' ? 'user' : 'expert'))

test('composing reaches the sockets that subscribe to the question, and no other socket of the same people', async () => {
  const [notifier, other] = [await notify(), await notify()]
  const [questionId, elsewhere] = [await ask(), await ask()]
  await offer(questionId, [cast.bruno])
  await claim(questionId, cast.bruno)
  const [bruno, ada, adaBeside, adaWithout, adaLeft] = await Promise.all([
    connect(notifier, tokenOf('bruno')),
    connect(other, tokenOf('ada')),
    connect(notifier, tokenOf('ada')),
    connect(notifier, tokenOf('ada')),
    connect(notifier, tokenOf('ada')),
  ])
  for (const client of [bruno, ada, adaLeft]) await client.subscribe(questionId)
  await adaBeside.subscribe(elsewhere)
  await adaLeft.socket.timeout(5_000).emitWithAck('unsubscribe', { questionUuid: questionId })
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${notifier.port}/health/ready`)).status).toBe(200))

  bruno.socket.emit('composing', { questionUuid: questionId })

  await vi.waitFor(() => expect(ada.composing).toEqual([{ questionUuid: questionId, name: 'Bruno' }]))
  // What a socket is sent arrives in order, so this change comes after `composing`.
  await write(elsewhere)
  await vi.waitFor(() => expect(adaBeside.changes).toHaveLength(1))
  for (const client of [adaBeside, adaWithout, adaLeft]) expect(client.composing).toEqual([])
})

test('composing of a person who may GET the question is ignored without a subscription of the same socket', async () => {
  const notifier = await notify()
  const questionId = await ask()
  await offer(questionId, [cast.bruno])
  await claim(questionId, cast.bruno)
  const [ada, bruno] = await Promise.all([connect(notifier, tokenOf('ada')), connect(notifier, tokenOf('bruno'))])
  await ada.subscribe(questionId)

  bruno.socket.emit('composing', { questionUuid: questionId })
  await bruno.subscribe(questionId)
  await write(questionId)

  await vi.waitFor(() => expect(bruno.changes).toHaveLength(1))
  await vi.waitFor(() => expect(ada.changes).toHaveLength(1))
  expect(ada.composing).toEqual([])
})
