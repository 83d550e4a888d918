import { expect, it, onTestFinished, vi } from 'vitest'
import { type Loop, startLoop } from './loop.ts'

function started(
  turn: () => Promise<number>,
  onError: (error: unknown, failures: number) => void = () => undefined,
): Loop {
  const loop = startLoop({ everyMs: 60_000, maxBackOffMs: 4, work: turn }, onError, 1)
  onTestFinished(() => loop.stop())
  return loop
}

it('starts the next turn at once while a turn returns 0, then pauses', async () => {
  let turns = 0
  started(async () => (++turns < 5 ? 0 : 60_000))

  await vi.waitFor(() => expect(turns).toBe(5))
})

it('is woken from a pause', async () => {
  let turns = 0
  const loop = started(async () => {
    turns++
    return 60_000
  })
  await vi.waitFor(() => expect(turns).toBe(1))

  loop.wake()

  await vi.waitFor(() => expect(turns).toBe(2))
})

it('does not pause if it was woken during a turn', async () => {
  let turns = 0
  const loop = started(async () => {
    await new Promise(setImmediate)
    if (++turns === 1) loop.wake()
    return 60_000
  })

  await vi.waitFor(() => expect(turns).toBe(2))
})

it('continues after failures, counts them, and resets the count after a success', async () => {
  const told: number[] = []
  let turns = 0
  started(
    async () => {
      turns++
      if (turns === 4 || turns > 5) return turns > 5 ? 60_000 : 0
      throw new Error('away')
    },
    (_error, failures) => told.push(failures),
  )

  await vi.waitFor(() => expect(told).toEqual([1, 2, 3, 1]))
})

it('stops after the current turn, and no turn follows', async () => {
  let begun = 0
  let ended = 0
  let finish: (() => void) | undefined
  const loop = started(async () => {
    begun++
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    ended++
    return 0
  })
  await vi.waitFor(() => expect(begun).toBe(1))

  const stopped = loop.stop()
  finish?.()
  await stopped

  expect([begun, ended]).toEqual([1, 1])
})
