import { expect, test } from 'vitest'
import { openClient } from '../src/index.ts'
import { meta, openStandIn } from './stand-in.ts'

const pages: Record<string, { uuids: string[]; next: string | null }> = {
  '': { uuids: ['a', 'b'], next: 'c-2' },
  'c-2': { uuids: ['c'], next: 'c-3' },
  'c-3': { uuids: [], next: null },
}
const openLister = () =>
  openStandIn(({ query }, nth) => {
    const { uuids = [], next = null } = pages[query.get('cursor') ?? ''] ?? {}
    const questions = uuids.map((uuid) => ({ uuid }))
    const data = { questions, paging: { limit: 2, nextCursor: next } }
    return { body: { meta: { ...meta, serverTime: `time ${nth}` }, data } }
  })

test('a list reads all pages with the same query and keeps the time when it began', async () => {
  const { url, seen } = await openLister()
  const list = openClient({ url, credentials: { token: 't' } }).questions.list({ limit: 2, 'externalId.id': 'x 1' })

  const found: string[] = []
  for await (const question of list) found.push(question.uuid)

  expect(found).toEqual(['a', 'b', 'c'])
  expect(seen.map(({ query }) => query.toString())).toEqual([
    'limit=2&externalId.id=x+1',
    'limit=2&externalId.id=x+1&cursor=c-2',
    'limit=2&externalId.id=x+1&cursor=c-3',
  ])
  expect(list.serverTime).toBe('time 1')
})

test('a list fetches no page after the caller stops', async () => {
  const { url, seen } = await openLister()
  for await (const question of openClient({ url, credentials: { token: 't' } }).questions.list()) {
    if (question.uuid === 'b') break
  }
  expect(seen).toHaveLength(1)
})

test('a caller reads single pages by the cursor of the page before', async () => {
  const { url } = await openLister()
  const list = openClient({ url, credentials: { token: 't' } }).questions.list()

  const first = await list.page()
  const second = await list.page(first.nextCursor ?? '')

  expect(first).toMatchObject({ items: [{ uuid: 'a' }, { uuid: 'b' }], nextCursor: 'c-2' })
  expect(second).toMatchObject({ items: [{ uuid: 'c' }], nextCursor: 'c-3' })
})
