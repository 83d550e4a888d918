import { inSystem, querySystem, statement, types } from '@askline/db'
import { openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'

// One connection, so that each test runs its statements where they are known.
const db = await openTestDatabase({ maxConnections: 1 })

const parcel = statement({
  name: 'test-parcel',
  params: [types.int],
  row: { id: types.int, sentAt: types.nullable(types.instant), tags: types.array(types.text) },
  text: `select g as id, case when g > 1 then '2026-01-02T03:04:05Z'::timestamptz end as "sentAt", array['a', g::text] as tags
    from generate_series(1, $1::int) g`,
})
const numbers = statement({
  name: 'test-numbers',
  params: [types.int],
  row: { n: types.int },
  text: 'select n from generate_series(1, $1::int) n',
})
const note = statement({
  name: 'test-note',
  params: [types.text],
  text: `select set_config('app.test_note', $1, true)`,
})
const readNote = statement({
  name: 'test-read-note',
  row: { note: types.nullable(types.text) },
  text: `select current_setting('app.test_note', true) as note`,
})
const quotient = statement({
  name: 'test-quotient',
  params: [types.int],
  row: { value: types.int },
  text: 'select 1 / $1::int as value',
})

test('executions that share a round trip each get their own rows, also the first ones', async () => {
  const together = () =>
    inSystem(db, (tx) =>
      Promise.all([tx.query(numbers, [1]), tx.query(readNote, []), tx.query(numbers, [2]), tx.query(numbers, [0])]),
    )

  for (const found of [await together(), await together()]) {
    expect(found.map((rows) => rows.length)).toEqual([1, 1, 2, 0])
  }
})

test('a statement whose rows are discarded may run again', async () => {
  for (const text of ['one', 'two']) {
    const read = await inSystem(db, (tx) => {
      tx.send(note, [text])
      return tx.query(readNote, [])
    })
    expect(read).toEqual([{ note: text }])
  }
})

test('a failed statement rejects, and the connection serves the next one', async () => {
  const divide = (by: number) => inSystem(db, (tx) => tx.query(quotient, [by]))

  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect(await divide(1)).toEqual([{ value: 1 }])
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect(await querySystem(db, parcel, [1])).toHaveLength(1)
  expect(await divide(1)).toEqual([{ value: 1 }])
})
