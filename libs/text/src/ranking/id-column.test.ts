import { describe, expect, it } from 'vitest'
import { UnreadableBytesError } from '../columns/bytes.ts'
import { finish } from '../columns/take-steps.ts'
import { IdColumn } from './id-column.ts'
import { linesOf } from './id-lines.ts'

const escapes = { areEscaped: true }
const columnOf = (ids: readonly string[]) => {
  const column = new IdColumn()
  for (const id of ids) column.add(id)
  return column
}
const read = (lines: Uint8Array, count: number, options = escapes) => finish(IdColumn.read(lines, count, options))
const numbersOf = (column: IdColumn, ids: readonly string[]) => ids.map((id) => column.numberOf(id))

const strange = ['a\nb', 'a\\nb', '\\', '\n', 'c\r\nd', '\uFEFFe', '日本\\\n', 'plain']
const many = Array.from({ length: 30_000 }, (_, i) => (i % 7 === 0 ? `line\n${i}` : `plain ${i}`))

describe('a column of ids', () => {
  it.each([
    ['few ids of any content', strange],
    ['many ids', many],
  ])('finds the number of each of %s', (_, ids) => {
    const column = columnOf(ids)

    expect(column.length).toBe(ids.length)
    expect(numbersOf(column, ids)).toEqual([...ids.keys()])
    expect(numbersOf(column, ['', 'another', 'plain ', 'line'])).toEqual([undefined, undefined, undefined, undefined])
  })

  it('is read back from its lines, and takes further ids', () => {
    const column = read(columnOf(many).toLines(), many.length)

    expect(column.add('new')).toBe(many.length)
    expect(numbersOf(column, [...many, 'new'])).toEqual([...many.keys(), many.length])
  })

  it('has the lines that lists of ids have', () => {
    for (const ids of [[], strange, many]) expect(columnOf(ids).toLines()).toEqual(linesOf(ids))
  })

  it('keeps nothing of a forgotten id, also after its lines were read back', () => {
    const column = columnOf(['first', 'secret\n2', 'third', 'last'])
    column.forget('secret\n2')
    column.forget('last')
    column.forget('last')
    column.forget('never there')

    const lines = column.toLines()
    expect(lines).toEqual(linesOf(['first', '', 'third', '']))
    const back = read(lines, 4)
    for (const each of [column, back]) {
      expect(numbersOf(each, ['first', 'secret\n2', 'third', 'last', ''])).toEqual([
        0,
        undefined,
        2,
        undefined,
        undefined,
      ])
    }
    expect(back.toLines()).toEqual(lines)
    expect(back.add('last')).toBe(4)
    expect(back.numberOf('last')).toBe(4)
  })

  it('still finds ids behind a forgotten one', () => {
    const column = columnOf(many)
    for (const id of many.filter((_, i) => i % 3 === 0)) column.forget(id)

    expect(numbersOf(column, many)).toEqual(many.map((_, i) => (i % 3 === 0 ? undefined : i)))
  })

  it('is read from lines that were not escaped', () => {
    const column = read(new TextEncoder().encode('a\\nb\nc'), 2, { areEscaped: false })

    expect(numbersOf(column, ['a\\nb', 'c'])).toEqual([0, 1])
  })

  it('must have as many lines as there are rows, or the bytes are unreadable', () => {
    expect(() => read(linesOf(['a', 'b']), 3)).toThrow(UnreadableBytesError)
    expect(() => read(linesOf(['a', 'b', 'c']), 2)).toThrow(UnreadableBytesError)
  })
})
