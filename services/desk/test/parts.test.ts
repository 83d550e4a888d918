import { expect, test } from 'vitest'
import { openParts } from '../src/live/parts.ts'

/** A list whose pages have ten rows. A cursor is the number after which its page begins. */
function openNumbers(count: number) {
  let numbers = Array.from({ length: count }, (_, n) => n)
  const asked: (string | undefined)[] = []
  const parts = openParts<{ uuid: string }>(async (cursor) => {
    asked.push(cursor)
    const left = numbers.filter((number) => number > Number(cursor ?? -1))
    const items = left.slice(0, 10).map((number) => ({ uuid: `${number}` }))
    return { items, nextCursor: left.length > 10 ? (items.at(-1)?.uuid ?? null) : null, serverTime: '' }
  })
  return {
    parts,
    /** The pages that were fetched since the last call. */
    asked: () => asked.splice(0),
    remove: (...gone: number[]) => {
      numbers = numbers.filter((number) => !gone.includes(number))
    },
    /** The reader scrolls to the end. */
    async readAll() {
      for (await parts.look(); parts.hasMore(); await parts.grow())
        parts.see(parts.rows().length - 1, parts.rows().length)
    },
  }
}

test('the first look fetches one part, and the others follow as the reader comes near the end', async () => {
  const { parts, asked, readAll } = openNumbers(100)
  await parts.look()
  expect(asked()).toEqual([undefined])
  expect(parts.rows()).toHaveLength(10)

  await readAll()

  expect(parts.rows().map(({ uuid }) => Number(uuid))).toEqual(Array.from({ length: 100 }, (_, n) => n))
})

test('a look fetches the first part, the last one and those in sight', async () => {
  const { parts, asked, readAll } = openNumbers(100)
  await readAll()
  asked()

  expect(parts.see(45, 52)).toBe(true)
  expect(parts.see(46, 53)).toBe(false)
  await parts.look()

  expect(asked()).toEqual([undefined, '39', '49', '89'])
})

test('a row that moved to an earlier part is listed once, and one that is gone no longer', async () => {
  const { parts, remove, readAll } = openNumbers(100)
  await readAll()
  remove(2, 3, 25)

  parts.see(0, 8)
  await parts.look()

  const shown = parts.rows().map(({ uuid }) => Number(uuid))
  expect(shown.slice(0, 12)).toEqual([0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  expect(shown).toHaveLength(98)
  parts.see(20, 28)
  await parts.look()
  expect(parts.rows().map(({ uuid }) => uuid)).not.toContain('25')
})

test('a list that became shorter ends where its last part ends', async () => {
  const { parts, remove, readAll } = openNumbers(30)
  await readAll()
  remove(...Array.from({ length: 25 }, (_, n) => n + 5))

  parts.see(0, 5)
  await parts.look()

  expect(parts.rows()).toHaveLength(5)
  expect(parts.hasMore()).toBe(false)
})

test('the list goes on after a part without rows that is not the last', async () => {
  const parts = openParts<{ uuid: string }>(async (cursor = '0') => {
    const hasRow = cursor === '3'
    const nextCursor = hasRow ? null : String(Number(cursor) + 1)
    return { items: hasRow ? [{ uuid: 'one' }] : [], nextCursor, serverTime: '' }
  })
  await parts.look()

  await parts.grow()

  expect(parts.rows()).toEqual([{ uuid: 'one' }])
})

test('a part that could not be fetched is fetched by the next try', async () => {
  let isAway = true
  const parts = openParts<{ uuid: string }>(async () => {
    if (isAway) throw new TypeError('no network')
    return { items: [{ uuid: 'one' }], nextCursor: null, serverTime: '' }
  })
  await expect(parts.look()).rejects.toThrow('no network')

  isAway = false
  await parts.look()

  expect(parts.rows()).toEqual([{ uuid: 'one' }])
})
