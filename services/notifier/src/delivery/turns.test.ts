import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

test('at most the given number continues in one turn of the event loop, in order', async () => {
  const nextTurn = openTurns(2)
  const done: number[] = []
  for (const n of [1, 2, 3, 4, 5]) void nextTurn().then(() => done.push(n))
  const seen: number[][] = []

  for (let turn = 0; turn < 4; turn++) {
    seen.push([...done])
    await nextTurnOfLoop()
  }

  expect(seen).toEqual([[], [1, 2], [1, 2, 3, 4], [1, 2, 3, 4, 5]])
})

test('a call after all others continued waits for the next turn', async () => {
  const nextTurn = openTurns(2)
  await nextTurn()
  let isDone = false

  void nextTurn().then(() => {
    isDone = true
  })

  await Promise.resolve()
  expect(isDone).toBe(false)
  await nextTurnOfLoop()
  expect(isDone).toBe(true)
})
