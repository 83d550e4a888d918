import { expect, test } from 'vitest'
import { type FollowOptions, GoneError, openClient } from '../src/index.ts'
import { enveloped, openStandIn, refused } from './stand-in.ts'

const event = (n: number) => ({
  cursor: `c-${n}`,
  type: 'QUESTION_CLAIMED',
  timestamp: '2026-01-31T09:30:00Z',
  data: {},
})
const page = (events: object[], nextCursor: string) => enveloped({ events, nextCursor })
const openFeed = (url: string, options: FollowOptions = {}) =>
  openClient({ url, credentials: { token: 't' }, retries: 0 }).events.follow(options)

test('a reader follows the feed from its cursor, and continues after an outage without a gap or a repetition', async () => {
  const { url, seen } = await openStandIn(({ query }, nth) => {
    if (nth === 2) return refused(503, 'dependency_down', {}, { 'retry-after': '0' })
    const after = query.get('after')
    if (after === 'c-0') return page([event(1), event(2)], 'c-2')
    return after === 'c-2' ? page([], 'c-5') : page([event(6)], 'c-6')
  })
  const failures: string[] = []
  const ending = new AbortController()
  const feed = openFeed(url, {
    after: 'c-0',
    types: ['QUESTION_CLAIMED', 'QUESTION_RESOLVED'],
    signal: ending.signal,
    onError: ({ code }) => failures.push(code),
  })

  const found: string[] = []
  for await (const { cursor } of feed) {
    found.push(cursor)
    if (cursor === 'c-6') ending.abort()
  }

  expect(found).toEqual(['c-1', 'c-2', 'c-6'])
  expect(failures).toEqual(['dependency_down'])
  expect(feed.cursor).toBe('c-6')
  expect(seen.map(({ query }) => query.get('after'))).toEqual(['c-0', 'c-2', 'c-2', 'c-5'])
  expect(Object.fromEntries(seen[0]?.query ?? [])).toMatchObject({
    wait: '20',
    types: 'QUESTION_CLAIMED,QUESTION_RESOLVED',
  })
})

test('an event at which a loop ended is read again by the next one, because it may not have been handled', async () => {
  const { url } = await openStandIn(({ query }) =>
    query.get('after') === 'c-1' ? page([event(2)], 'c-2') : page([event(1), event(2)], 'c-2'),
  )
  const feed = openFeed(url, { after: 'c-0' })
  for await (const { cursor } of feed) if (cursor === 'c-2') break
  expect(feed.cursor).toBe('c-1')
  for await (const { cursor } of feed) {
    expect(cursor).toBe('c-2')
    break
  }
})

test('a cursor that is gone ends a reader with the oldest one', async () => {
  const detail = { field: 'query.after', rule: 'gone', message: 'after is too old', suggestion: 'c-oldest' }
  const { url } = await openStandIn(() => refused(410, 'cursor_gone', { details: [detail] }))

  const error = await openFeed(url, { after: 'c-0' })
    [Symbol.asyncIterator]()
    .next()
    .catch((reason) => reason)

  expect(error).toBeInstanceOf(GoneError)
  expect(error).toMatchObject({ code: 'cursor_gone', status: 410, oldestCursor: 'c-oldest' })
})

test('a signal ends a reader that waits for an event', async () => {
  const ending = new AbortController()
  const { url, seen } = await openStandIn(({ query }) => {
    if (!query.has('after')) return page([], 'c-0')
    ending.abort()
    return new Promise(() => undefined)
  })

  for await (const found of openFeed(url, { signal: ending.signal })) expect(found).toBeUndefined()

  expect(seen.map(({ query }) => query.get('after'))).toEqual([null, 'c-0'])
})
