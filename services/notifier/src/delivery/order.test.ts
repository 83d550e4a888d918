import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Change, openOrder } from './order.ts'

const questionId = '0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f'
const change = (version: number, audience = ['a', 'b'], type: Change['type'] = 'MESSAGE_ADDED'): Change => ({
  questionId,
  version,
  type,
  lastUpdated: '2026-01-31T09:30:00Z',
  audience,
})

function openOrderWithEars(options = {}) {
  const told: [number, string][] = []
  const order = openOrder(({ version }, keys) => {
    for (const key of keys) told.push([version, key])
  }, options)
  onTestFinished(() => order.close())
  return { order, heard: (key: string) => told.filter(([, to]) => to === key).map(([version]) => version) }
}

test('the last change of a key is remembered as clients receive it, without its audience', () => {
  const { order } = openOrderWithEars()

  order.take({ ...change(1), correlationId: 'c1', traceparent: 't1', inbox: ['b'], experts: ['b'] })

  expect(order.newestFor(questionId, 'a')).toEqual({
    questionUuid: questionId,
    version: 1,
    type: 'MESSAGE_ADDED',
    lastUpdated: '2026-01-31T09:30:00Z',
    correlationId: 'c1',
  })
})

describe('every key receives, per question,', () => {
  test('versions that arrive in order at once', () => {
    const { order, heard } = openOrderWithEars()

    for (const version of [3, 4, 5]) order.take(change(version))

    expect(heard('a')).toEqual([3, 4, 5])
  })

  test('rising versions although two arrive swapped', () => {
    const { order, heard } = openOrderWithEars()

    for (const version of [1, 3, 4, 2, 5]) order.take(change(version))

    expect(heard('a')).toEqual([1, 2, 3, 4, 5])
  })

  test('rising versions although several arrive early', () => {
    const { order, heard } = openOrderWithEars()

    for (const version of [1, 5, 3, 4, 2]) order.take(change(version))

    expect(heard('a')).toEqual([1, 2, 3, 4, 5])
  })

  test('only the next versions when a missing one arrives', async () => {
    const { order, heard } = openOrderWithEars({ holdMs: 20 })

    for (const version of [1, 6, 3, 2]) order.take(change(version))

    expect(heard('a')).toEqual([1, 2, 3])
    await vi.waitFor(() => expect(heard('a')).toEqual([1, 2, 3, 6]))
  })

  test('an early OFFER_CLOSED at once', () => {
    const { order, heard } = openOrderWithEars()
    order.take(change(1))

    order.take(change(5, ['b'], 'OFFER_CLOSED'))

    expect(heard('b')).toEqual([1, 5])
    expect(order.newestFor(questionId, 'b')?.version).toBe(1)
  })

  test('an early version later if its predecessor does not arrive', async () => {
    const { order, heard } = openOrderWithEars({ holdMs: 100 })
    order.take(change(1))

    order.take(change(3))

    expect(heard('a')).toEqual([1])
    await vi.waitFor(() => expect(heard('a')).toEqual([1, 3]))
  })

  test('an early version after 100 ms by default', () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { order, heard } = openOrderWithEars()
    for (const version of [1, 3]) order.take(change(version))

    vi.advanceTimersByTime(99)
    expect(heard('a')).toEqual([1])
    vi.advanceTimersByTime(1)
    expect(heard('a')).toEqual([1, 3])
  })

  test('an early version of every gap', async () => {
    const { order, heard } = openOrderWithEars({ holdMs: 1 })
    for (const version of [1, 3]) order.take(change(version))
    await vi.waitFor(() => expect(heard('a')).toEqual([1, 3]))

    order.take(change(5))

    await vi.waitFor(() => expect(heard('a')).toEqual([1, 3, 5]))
  })

  test('no version that is older than the last one, and none twice', async () => {
    const { order, heard } = openOrderWithEars({ holdMs: 1 })
    order.take(change(1))
    order.take(change(3))
    await vi.waitFor(() => expect(heard('a')).toEqual([1, 3]))

    order.take(change(2))
    order.take(change(3))

    expect(heard('a')).toEqual([1, 3])
  })

  test('a late version if the newer one was not for it', async () => {
    const { order, heard } = openOrderWithEars({ holdMs: 1 })
    order.take(change(1))
    order.take(change(3, ['a']))
    await vi.waitFor(() => expect(heard('a')).toEqual([1, 3]))

    order.take(change(2, ['a', 'b']))

    expect(heard('b')).toEqual([1, 2])
    expect(heard('a')).toEqual([1, 3])
  })

  test('OFFER_CLOSED with the present version, but not with an older one', () => {
    const { order, heard } = openOrderWithEars()
    for (const version of [1, 2]) order.take(change(version))

    order.take(change(2, ['b'], 'OFFER_CLOSED'))
    order.take(change(1, ['b'], 'OFFER_CLOSED'))
    order.take(change(3))

    expect(heard('b')).toEqual([1, 2, 2, 3])
    expect(heard('a')).toEqual([1, 2, 3])
  })

  test('the change itself although OFFER_CLOSED with its version arrived first', () => {
    const { order, heard } = openOrderWithEars()
    order.take(change(1))

    order.take(change(2, ['b'], 'OFFER_CLOSED'))
    order.take(change(2))

    expect(heard('b')).toEqual([1, 2, 2])
    expect(heard('a')).toEqual([1, 2])
  })
})

test('remembers the last change per key, and forgets the oldest questions', () => {
  const { order } = openOrderWithEars({ questions: 2 })
  const ids = ['q1', 'q2', 'q3']

  for (const id of ids) order.take({ ...change(7), questionId: id })

  expect(ids.map((id) => order.newestFor(id, 'a')?.version)).toEqual([undefined, 7, 7])
  expect(order.newestFor('q3', 'nobody')).toBeUndefined()
})

test('a question that changed again is not the oldest', () => {
  const { order } = openOrderWithEars({ questions: 2 })

  for (const id of ['q1', 'q2', 'q1', 'q3']) order.take({ ...change(7), questionId: id })

  expect(['q1', 'q2', 'q3'].map((id) => order.newestFor(id, 'a')?.version)).toEqual([7, undefined, 7])
})

test('a question with a waiting change is not forgotten', () => {
  const { order } = openOrderWithEars({ questions: 1 })
  order.take({ ...change(1), questionId: 'q1' })
  order.take({ ...change(3), questionId: 'q1' })

  order.take({ ...change(1), questionId: 'q2' })

  expect(order.newestFor('q1', 'a')?.version).toBe(1)
  expect(order.newestFor('q2', 'a')).toBeUndefined()
})

test('nothing is told after the end', async () => {
  const { order, heard } = openOrderWithEars({ holdMs: 5 })
  order.take(change(1))
  order.take(change(3))

  order.close()

  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(heard('a')).toEqual([1])
  expect(order.newestFor(questionId, 'a')).toBeUndefined()
})

test('a change that every key has received is not told', () => {
  const tell = vi.fn()
  const order = openOrder(tell)
  onTestFinished(() => order.close())

  for (const version of [1, 1]) order.take(change(version))

  expect(tell).toHaveBeenCalledTimes(1)
})
