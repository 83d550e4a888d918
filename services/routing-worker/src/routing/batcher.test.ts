import { describe, expect, it, vi } from 'vitest'
import { buildBatcher } from './batcher.ts'

const echo = async (keys: string[]) => new Map<string, string | Error>(keys.map((key) => [key, `did ${key}`]))

describe('the batcher', () => {
  it('hands over together what comes together, up to its size', async () => {
    const batches: string[][] = []
    const batcher = buildBatcher(
      async (keys) => {
        batches.push(keys)
        return echo(keys)
      },
      { size: 3 },
    )

    const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map(batcher.add))

    expect(outcomes).toEqual(['did a', 'did b', 'did c', 'did d'])
    expect(batches).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('has one batch in flight at a time', async () => {
    let inFlight = 0
    let most = 0
    const batcher = buildBatcher(
      async (keys) => {
        most = Math.max(most, ++inFlight)
        await new Promise(setImmediate)
        inFlight--
        return echo(keys)
      },
      { size: 2 },
    )

    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(batcher.add))

    expect(most).toBe(1)
  })

  it('begins a second batch beside a running one only when it is full', async () => {
    const begun: string[][] = []
    let finish: (() => void) | undefined
    const batcher = buildBatcher(
      async (keys) => {
        begun.push(keys)
        if (begun.length === 1) {
          await new Promise<void>((resolve) => {
            finish = resolve
          })
        }
        return echo(keys)
      },
      { size: 2, lanes: 2 },
    )
    const first = ['a', 'b'].map(batcher.add)
    await vi.waitFor(() => expect(begun).toEqual([['a', 'b']]))

    const second = ['c', 'd', 'e'].map(batcher.add)
    await Promise.all(second.slice(0, 2))
    expect(begun.slice(1)).toEqual([['c', 'd']])

    finish?.()
    await Promise.all([...first, ...second])
    expect(begun.slice(2)).toEqual([['e']])
  })

  it('takes a waiting key once, and again once its batch has begun', async () => {
    const seen: string[] = []
    let again: Promise<string> | undefined
    const batcher = buildBatcher(
      async (keys) => {
        seen.push(...keys)
        again ??= batcher.add('a')
        return echo(keys)
      },
      { size: 8 },
    )

    await Promise.all([batcher.add('a'), batcher.add('a')])
    await again

    expect(seen).toEqual(['a', 'a'])
  })

  it('rejects a key that failed and spares its neighbours', async () => {
    const batcher = buildBatcher(
      async (keys) => {
        const outcomes = await echo(keys)
        outcomes.set('bad', new Error('poisoned'))
        return outcomes
      },
      { size: 8 },
    )

    const [good, bad] = await Promise.allSettled([batcher.add('good'), batcher.add('bad')])

    expect(good).toEqual({ status: 'fulfilled', value: 'did good' })
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'poisoned' } })
  })

  it('goes on after a batch that threw, and rejects what a batch is silent about', async () => {
    let failures = 1
    const batcher = buildBatcher(
      async (keys) => {
        if (failures-- > 0) throw new Error('database away')
        return echo(keys.filter((key) => key !== 'silent'))
      },
      { size: 8 },
    )

    await expect(batcher.add('a')).rejects.toThrow('database away')
    const silent = batcher.add('silent')
    await expect(batcher.add('a')).resolves.toBe('did a')
    await expect(silent).rejects.toThrow('said nothing')
  })

  it('rests after a batch as long as it is told, and says what came meanwhile', async () => {
    const told: unknown[] = []
    const began: number[] = []
    const batcher = buildBatcher(
      async (keys) => {
        began.push(performance.now())
        if (began.length === 1) void batcher.add('b').catch(() => undefined)
        return echo(keys)
      },
      {
        size: 1,
        rest: ({ taken, arrived }) => {
          told.push({ taken, arrived })
          return 40
        },
      },
    )

    await batcher.add('a')
    await vi.waitFor(() => expect(began).toHaveLength(2))

    expect(told[0]).toEqual({ taken: 1, arrived: 1 })
    expect((began[1] ?? 0) - (began[0] ?? 0)).toBeGreaterThanOrEqual(39)
  })

  it('rests no longer once it is told to hurry', async () => {
    let batches = 0
    const batcher = buildBatcher(
      async (keys) => {
        batches++
        return echo(keys)
      },
      { size: 1, rest: () => 3_600_000 },
    )
    await batcher.add('a')
    const next = batcher.add('b')
    expect(batches).toBe(1)

    batcher.hurry()

    await expect(next).resolves.toBe('did b')
    await expect(batcher.add('c')).resolves.toBe('did c')
  })
})
