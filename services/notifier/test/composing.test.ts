import { randomUUID } from 'node:crypto'
import { buildLogger, openPatientRedis } from '@askline/runtime'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect, logger, openStage } from './notifier-stage.ts'

const { ask, cast, claim, claimsFor, db, redis, mint, notify, offer, write } = await openStage()
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
  // Messages to a socket arrive in order, so this change comes after `composing`.
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

test('composing names a person without a name in the language of the company', async () => {
  await db.system.query(`update companies set settings = settings || '{"language": "de"}' where id = $1`, [
    cast.companyId,
  ])
  const notifier = await notify()
  const asker = randomUUID()
  await db.system.query(`insert into users (id, company_id, name) values ($1, $2, '')`, [asker, cast.companyId])
  const questionId = await ask()
  await db.system.query('update questions set asker_id = $2 where id = $1', [questionId, asker])
  await offer(questionId, [cast.bruno])
  await claim(questionId, cast.bruno)
  const guest = mint(claimsFor(asker, 'user'))
  const [ada, bruno] = await Promise.all([connect(notifier, guest), connect(notifier, tokenOf('bruno'))])
  for (const client of [ada, bruno]) await client.subscribe(questionId)

  ada.socket.emit('composing', { questionUuid: questionId })

  await vi.waitFor(() =>
    expect(bruno.composing).toEqual([{ questionUuid: questionId, name: `Gast ${asker.slice(-4)}` }]),
  )
})

test('composing writes ids to Redis and logs, and neither names nor texts', async () => {
  const lines: string[] = []
  const told = buildLogger('test', 'trace', { write: (line) => lines.push(line) })
  const [notifier, other] = [await notify({}, {}, told), await notify({}, {}, told)]
  const [name, text] = [`Bruno ${randomUUID()}`, `Where is my ${randomUUID()}?`]
  await db.system.query('update users set name = $2 where id = $1', [cast.bruno, name])
  const questionId = await ask()
  await db.system.query('update questions set text = $2 where id = $1', [questionId, text])
  await offer(questionId, [cast.bruno])
  await claim(questionId, cast.bruno)
  const [bruno, ada] = await Promise.all([connect(notifier, tokenOf('bruno')), connect(other, tokenOf('ada'))])
  for (const client of [bruno, ada]) await client.subscribe(questionId)

  bruno.socket.emit('composing', { questionUuid: questionId })

  await vi.waitFor(() => expect(ada.composing).toEqual([{ questionUuid: questionId, name }]))
  const stored = await dumpRedis()
  expect(stored).toContain(cast.bruno)
  for (const word of [name, text, 'Bruno', 'Where is my']) {
    expect(stored).not.toContain(word)
    expect(lines.join('\n')).not.toContain(word)
  }
})

/** Returns all keys of the test with their values, as text. */
async function dumpRedis(): Promise<string> {
  const client = openPatientRedis(redis.url, logger, 'dump')
  onTestFinished(() => client.disconnect())
  const values = []
  for (const key of await client.keys(`${redis.prefix}*`)) {
    const type = await client.type(key)
    if (type === 'stream') values.push(key, await client.xrange(key, '-', '+'))
    else if (type === 'hash') values.push(key, await client.hgetall(key))
    else if (type === 'list') values.push(key, await client.lrange(key, 0, -1))
    else if (type === 'zset') values.push(key, await client.zrange(key, '0', '-1'))
    else if (type === 'set') values.push(key, await client.smembers(key))
    else values.push(key, await client.get(key))
  }
  return JSON.stringify(values)
}
