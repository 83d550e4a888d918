import { describe, expect, it, vi } from 'vitest'
import { openCoalescer } from './coalescer.ts'

const echo = async (items: string[]): Promise<(string | Error)[]> => items.map((item) => `did ${item}`)
const keyOf = (item: string) => item

describe('a coalescer', () => {
  it('processes items together that arrive together, up to the batch size', async () => {
    const batches: string[][] = []
    const coalescer = openCoalescer(
      async (items: string[]) => {
        batches.push(items)
        return echo(items)
      },
      { maxBatch: 3 },
    )

    const results = await Promise.all(['a', 'b', 'c', 'd'].map((item) => coalescer.add(item)))

    expect(results).toEqual(['did a', 'did b', 'did c', 'did d'])
    expect(batches).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('has one batch in flight by default', async () => {
    let inFlight = 0
    let most = 0
    const coalescer = openCoalescer(
      async (items: string[]) => {
        most = Math.max(most, ++inFlight)
        await new Promise(setImmediate)
        inFlight--
        return echo(items)
      },
      { maxBatch: 2 },
    )

    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => coalescer.add(item)))

    expect(most).toBe(1)
  })

  it('never answers an item from a batch that began before it arrived', async () => {
    let committed = 'old'
    let read: (() => void) | undefined
    const coalescer = openCoalescer(
      async (items: string[]) => {
        const seen = committed
        await new Promise<void>((resolve) => {
          read = resolve
        })
        return items.map(() => seen)
      },
      { keyOf },
    )
    const before = coalescer.add('q')
    await vi.waitFor(() => expect(read).toBeDefined())

    committed = 'new'
    const after = coalescer.add('q')
    read?.()
    await expect(before).resolves.toBe('old')
    await vi.waitFor(() => expect(coalescer.inFlight).toBe(1))
    read?.()

    await expect(after).resolves.toBe('new')
  })

  it('starts a second batch beside a running one only if it is full, when asked to', async () => {
    const begun: string[][] = []
    let finish: (() => void) | undefined
    const coalescer = openCoalescer(
      async (items: string[]) => {
        begun.push(items)
        if (begun.length === 1) {
          await new Promise<void>((resolve) => {
            finish = resolve
          })
        }
        return echo(items)
      },
      { maxBatch: 2, maxInFlight: 2, startBeside: 'full' },
    )
    const first = ['a', 'b'].map((item) => coalescer.add(item))
    await vi.waitFor(() => expect(begun).toEqual([['a', 'b']]))

    const second = ['c', 'd', 'e'].map((item) => coalescer.add(item))
    await Promise.all(second.slice(0, 2))
    expect(begun.slice(1)).toEqual([['c', 'd']])

    finish?.()
    await Promise.all([...first, ...second])
    expect(begun.slice(2)).toEqual([['e']])
  })

  it('processes a waiting key once, and again if it arrives after its batch has begun', async () => {
    const seen: string[] = []
    let again: Promise<string> | undefined
    const coalescer = openCoalescer(
      async (items: string[]) => {
        seen.push(...items)
        again ??= coalescer.add('a')
        return echo(items)
      },
      { keyOf },
    )

    await Promise.all([coalescer.add('a'), coalescer.add('a')])
    await again

    expect(seen).toEqual(['a', 'a'])
  })

  it('rejects an item that failed and resolves its neighbors', async () => {
    const coalescer = openCoalescer(async (items: string[]) =>
      items.map((item) => (item === 'bad' ? new Error('poisoned') : `did ${item}`)),
    )

    const [good, bad] = await Promise.allSettled([coalescer.add('good'), coalescer.add('bad')])

    expect(good).toEqual({ status: 'fulfilled', value: 'did good' })
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'poisoned' } })
  })

  it('continues after a batch that threw, and rejects items that got no result', async () => {
    let failures = 1
    const coalescer = openCoalescer(async (items: string[]) => {
      if (failures-- > 0) throw new Error('database away')
      return (await echo(items)).slice(0, 1)
    })

    await expect(coalescer.add('a')).rejects.toThrow('database away')
    const [a, b] = await Promise.allSettled([coalescer.add('a'), coalescer.add('b')])
    expect(a).toMatchObject({ value: 'did a' })
    expect(b).toMatchObject({ reason: { message: 'The batch returned no result for this item' } })
  })

  it('rejects the items that wait without touching those in flight', async () => {
    let finish: (() => void) | undefined
    const coalescer = openCoalescer(async (items: string[]) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return echo(items)
    })
    const first = coalescer.add('a')
    await vi.waitFor(() => expect(finish).toBeDefined())
    const second = coalescer.add('b')

    coalescer.rejectWaiting(new Error('stopped'))
    finish?.()

    await expect(second).rejects.toThrow('stopped')
    await expect(first).resolves.toBe('did a')
  })

  it('rests after a batch', async () => {
    const began: number[] = []
    const coalescer = openCoalescer(
      async (items: string[]) => {
        began.push(performance.now())
        return echo(items)
      },
      { maxBatch: 1, restMs: 40 },
    )

    await Promise.all([coalescer.add('a'), coalescer.add('b')])

    expect((began[1] ?? 0) - (began[0] ?? 0)).toBeGreaterThanOrEqual(39)
  })

  it('drains without collecting first', async () => {
    const batches: string[][] = []
    const coalescer = openCoalescer(
      async (items: string[]) => {
        batches.push(items)
        return echo(items)
      },
      { collectMs: 3_600_000 },
    )
    const added = ['a', 'b'].map((item) => coalescer.add(item))

    await coalescer.drain()

    await Promise.all(added)
    expect(batches).toEqual([['a', 'b']])
    expect(coalescer.waiting + coalescer.inFlight).toBe(0)
  })
})
