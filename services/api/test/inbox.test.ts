import { describe, expect, test } from 'vitest'
import type { Body } from './caller.ts'
import { openWorld } from './world.ts'

const w = await openWorld()
const { api, ask, bank, tokens } = w

type View = 'offered' | 'claimed'
type Page = { uuids: string[]; nextCursor: string | null; counts?: { own: number; open: number } }

async function read(view: View, query: Record<string, string> = {}, token = tokens.bruno): Promise<Page> {
  const { data } = (await api('GET', '/v1/experts/me/questions', { token, query: { view, limit: '100', ...query } }))
    .body
  const counts = data.counts ? { counts: data.counts } : {}
  return { uuids: data.questions.map(({ uuid }: Body) => uuid), nextCursor: data.paging.nextCursor, ...counts }
}

/** A question that came to routing so long ago. */
async function waiting(minutes: number): Promise<string> {
  const { uuid } = await ask()
  await w.db.system.query(
    `update questions set queued_at = date_trunc('minute', now()) - $2 * interval '1 minute' where id = $1`,
    [uuid, minutes],
  )
  return uuid
}
/** A question that came to routing so long ago and is open to everyone. */
async function open(minutes: number): Promise<string> {
  const uuid = await waiting(minutes)
  await w.db.system.query('update questions set open_to_all_at = now() where id = $1', [uuid])
  return uuid
}
/** A question that was offered to bruno and has these seconds left; null: it has no end. */
async function offered(secondsLeft: number | null, minutes = 1): Promise<string> {
  const uuid = await waiting(minutes)
  await w.offer(bank, uuid, bank.bruno, bank.carla)
  await w.db.system.query(`update offers set due_at = now() + $2 * interval '1 second' where question_id = $1`, [
    uuid,
    secondsLeft,
  ])
  return uuid
}
/** Copies an open question this often. */
async function copy(uuid: string, count: number): Promise<void> {
  const { rows } = await w.db.system.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
      where table_name = 'questions' and is_generated = 'NEVER' and is_identity = 'NO' and column_name not in ('id', 'seq')`,
  )
  await w.db.system.query(
    `insert into questions (id, ${rows[0]?.names}) select gen_random_uuid(), ${rows[0]?.names}
      from questions, generate_series(1, $2) where id = $1`,
    [uuid, count],
  )
}
const claim = (uuid: string, token: string) => api('POST', `/v1/questions/${uuid}/claim`, { token, body: {} })

async function clear(uuids: string[]) {
  for (const uuid of uuids) await api('POST', `/v1/questions/${uuid}/close`, { token: tokens.ada, body: {} })
}
/** Reads a list page by page. */
async function readAll(view: View, limit: string): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Page = await read(view, { limit, ...(cursor ? { cursor } : {}) })
    seen.push(...page.uuids)
    cursor = page.nextCursor
  } while (cursor)
  return seen
}

describe('the offered questions', () => {
  test('are own offers by the time left, those without time after them, then open questions, oldest first', async () => {
    const young = await open(20)
    const old = await open(90)
    const overdue = await offered(-60, 50)
    const endless = await offered(null, 40)
    const later = await offered(80)
    const soon = await offered(20)
    const all = [soon, later, overdue, endless, old, young]

    expect(await read('offered')).toEqual({ uuids: all, nextCursor: null, counts: { own: 4, open: 2 } })
    for (const limit of ['1', '2', '3', '5']) expect(await readAll('offered', limit)).toEqual(all)
    const { data } = (await api('GET', '/v1/experts/me/questions', { token: tokens.bruno })).body
    expect(data.questions.map(({ offer }: Body) => offer.isOpenToAll)).toEqual([
      ...[false, false, false, false],
      ...[true, true],
    ])
    await clear(all)
  })

  test('begin with a new offer, although 300 questions are open to everyone', async () => {
    const first = await open(300)
    await copy(first, 299)
    expect((await read('offered')).counts).toEqual({ own: 0, open: 300 })

    const { uuid } = await ask()
    await w.offer(bank, uuid, bank.bruno)

    const { uuids, nextCursor, counts } = await read('offered')
    expect([uuids[0], uuids.length, counts]).toEqual([uuid, 100, { own: 1, open: 300 }])
    expect(nextCursor).not.toBeNull()
    const everything = await readAll('offered', '100')
    expect([everything.length, new Set(everything).size]).toEqual([301, 301])
    expect((await claim(uuid, tokens.bruno)).status).toBe(200)
    await w.db.system.query(`update questions set status = 'EXPIRED' where open_to_all_at is not null`)
    await clear([uuid])
  })

  test('go on after the last page, although its last question left and others came', async () => {
    const [soon, later] = [await offered(30), await offered(60)]
    const [old, young] = [await open(90), await open(20)]
    const first = await read('offered', { limit: '1' })
    const third = await read('offered', { limit: '3' })

    await claim(soon, tokens.carla)
    await claim(old, tokens.carla)
    const sooner = await offered(10)
    const older = await open(120)

    expect((await read('offered', { cursor: first.nextCursor ?? '' })).uuids).toEqual([later, older, young])
    expect((await read('offered', { cursor: third.nextCursor ?? '' })).uuids).toEqual([young])
    expect((await read('offered')).uuids).toEqual([sooner, later, older, young])
    await clear([soon, later, old, young, sooner, older])
  })

  test('are listed once, although the time of an offer ends between two pages', async () => {
    const [soon, later] = [await offered(30), await offered(60)]
    const old = await open(90)
    const first = await read('offered', { limit: '1' })

    await w.db.system.query(`update companies set clock_offset = interval '45 seconds' where id = $1`, [bank.companyId])

    expect((await read('offered', { cursor: first.nextCursor ?? '' })).uuids).toEqual([later, old])
    await w.db.system.query(`update companies set clock_offset = '0' where id = $1`, [bank.companyId])
    await clear([soon, later, old])
  })

  test('of the same age keep one order, and a page parts them', async () => {
    const twins = [await open(15), await open(15), await open(15)]

    expect(await readAll('offered', '1')).toEqual(twins.toSorted())
    await clear(twins)
  })

  test('refuse the cursor of another view', async () => {
    const ids = [await offered(30), await offered(60)]
    const { nextCursor } = await read('offered', { limit: '1' })

    const answer = await api('GET', '/v1/experts/me/questions', {
      token: tokens.bruno,
      query: { view: 'claimed', cursor: nextCursor ?? '' },
    })

    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_cursor'])
    await clear(ids)
  })
})

/** Three questions that bruno has claimed, in the order of their age: not that of their ids, nor of their claims. */
async function threeClaimed(): Promise<string[]> {
  const young = await waiting(10)
  const old = await waiting(30)
  const between = await waiting(20)
  for (const uuid of [between, young, old]) {
    await w.offer(bank, uuid, bank.bruno, bank.carla)
    await claim(uuid, tokens.bruno)
  }
  return [old, between, young]
}

test('what is claimed is listed by its age in the queue, oldest first', async () => {
  const byAge = await threeClaimed()

  const first = await read('claimed', { limit: '2' })

  expect(await read('claimed')).toEqual({ uuids: byAge, nextCursor: null })
  expect([...first.uuids, ...(await read('claimed', { cursor: first.nextCursor ?? '' })).uuids]).toEqual(byAge)
  await clear(byAge)
})

test('what is claimed is listed with the fence and lease under which it is held, and to its holder alone', async () => {
  const byAge = await threeClaimed()
  const list = async (token: string, view: string): Promise<Body[]> =>
    (await api('GET', '/v1/experts/me/questions', { token, query: { view } })).body.data.questions

  const claims = (await list(tokens.bruno, 'claimed')).map(({ claim }) => claim)

  for (const [i, uuid] of byAge.entries()) {
    const { data } = (await api('GET', `/v1/questions/${uuid}`, { token: tokens.bruno })).body
    expect(claims[i]).toEqual({ fence: expect.any(Number), leaseUntil: expect.any(String) })
    expect(claims[i]).toEqual(data.claim)
  }
  expect((await list(tokens.carla, 'offered')).filter(({ claim }) => claim)).toEqual([])
  await clear(byAge)
})

test('answered questions are found by words of the question or of a message, and by nothing else', async () => {
  const { question } = await w.askAndAnswer()
  const found = async (text: string) =>
    (
      await api('GET', '/v1/experts/me/questions', { token: tokens.bruno, query: { view: 'answered', text } })
    ).body.data.questions.map(({ uuid }: Body) => uuid)

  expect(await found('UNDER cards')).toContain(question.uuid)
  expect(await found('%')).toEqual([])
  expect(await found('no such words')).toEqual([])
  const elsewhere = await api('GET', '/v1/experts/me/questions', { token: tokens.bruno, query: { text: 'cards' } })
  expect([elsewhere.status, elsewhere.body.error.details[0].field]).toEqual([400, 'query.text'])
})
