import { expect, test } from 'vitest'
import { columnsOf } from './file-columns.ts'
import { type FileRow, readRows } from './read-rows.ts'

async function rowsOf(text: string, format: 'CSV' | 'TSV' | 'JSONL' = 'CSV', pieces = 3): Promise<FileRow[]> {
  const bytes = Buffer.from(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / pieces) }, (_, i) =>
    bytes.subarray(i * pieces, (i + 1) * pieces),
  )
  const rows: FileRow[] = []
  for await (const row of readRows(chunks, columnsOf.UTTERANCES, format)) rows.push(row)
  return rows
}
const row = (line: number, text: string, name = '') => ({ line, values: { text, class: name } })

test('reads quoted fields as RFC 4180 has them, and tells on which line each row begins', async () => {
  const file = 'text,class\n\n"one, two",x\r\n"says ""no""",y\n"over\r\ntwo lines",z\n\n  \nlast,\n'
  expect(await rowsOf(file)).toEqual([
    row(3, 'one, two', 'x'),
    row(4, 'says "no"', 'y'),
    row(5, 'over\r\ntwo lines', 'z'),
    row(9, 'last'),
  ])
})

test.each(['\n', '\r\n', '\r'])('knows lines that end with %j, the last one without', async (end) => {
  expect(await rowsOf(['text,class', 'a,b', 'c,d'].join(end))).toEqual([row(2, 'a', 'b'), row(3, 'c', 'd')])
})

test('takes columns in any order and letters of any script cut in two by a chunk', async () => {
  expect(await rowsOf('CLASS,Text\nкарта,Где моя карта? 💳\n', 'CSV', 1)).toEqual([
    row(2, 'Где моя карта? 💳', 'карта'),
  ])
})

test('skips a row with more or fewer columns, and goes on', async () => {
  const file = 'text,class\na\nb,c,d\ne,f\n'
  expect(await rowsOf(file)).toEqual([{ line: 2, reason: 'columns' }, { line: 3, reason: 'columns' }, row(4, 'e', 'f')])
})

test('takes a quotation mark inside an unquoted field for itself', async () => {
  expect(await rowsOf('text,class\nmy 5" pipe,pipes\nnext,x\n')).toEqual([
    row(2, 'my 5" pipe', 'pipes'),
    row(3, 'next', 'x'),
  ])
})

test('reads JSON lines, and skips what is no object, or has a member of another type', async () => {
  const file = [
    '{"text": "a", "class": "x", "more": {}}',
    '',
    '{"text": 5, "class": null}',
    '[1]',
    '{"text": {"a": 1}}',
    'nonsense',
    `${'['.repeat(50_000)}`,
    '{"__proto__": {"text": "p"}}',
  ].join('\n')
  expect(await rowsOf(file, 'JSONL', 1_000)).toEqual([
    row(1, 'a', 'x'),
    { line: 3, field: 'text', reason: 'string' },
    { line: 4, reason: 'json' },
    { line: 5, field: 'text', reason: 'string' },
    { line: 6, reason: 'json' },
    { line: 7, reason: 'json' },
    row(8, ''),
  ])
})

test('refuses a file whole where its rest cannot be read', async () => {
  await expect(rowsOf('text,class\na,b\n"never closed,c\nd,e\n')).rejects.toMatchObject({
    code: 'quote_not_closed',
    line: 3,
  })
  const endless = `text,class\na,b\n"${'x'.repeat(300_000)}`
  await expect(rowsOf(endless, 'CSV', 64_000)).rejects.toMatchObject({ code: 'row_too_large', line: 3 })
  await expect(rowsOf(`{"text": "${'x'.repeat(300_000)}"}`, 'JSONL', 64_000)).rejects.toMatchObject({
    code: 'row_too_large',
    line: 1,
  })
  const many = `text\n${'a\n'.repeat(200_001)}`
  await expect(rowsOf(many, 'CSV', 64_000)).rejects.toMatchObject({ code: 'too_many_rows', line: 200_002 })
})

test('throws what its chunks throw', async () => {
  async function* broken() {
    yield Buffer.from('text,class\na,b\n')
    throw new Error('Postgres is away')
  }
  const read = async () => {
    for await (const { line } of readRows(broken(), columnsOf.UTTERANCES, 'CSV')) expect(line).toBe(2)
  }
  await expect(read()).rejects.toThrow('Postgres is away')
})

test.each([
  ['semicolons', 'text;class\nWo ist meine Karte, bitte;cards\n'],
  ['tabs', 'text\tclass\nWo ist meine Karte, bitte\tcards\n'],
  ['semicolons, quotes and a byte order mark', '\ufeff"Text";"Class"\r\n"Wo ist meine Karte, bitte";cards\r\n'],
  ['commas', 'text,class\n"Wo ist meine Karte, bitte",cards\n'],
])('reads a table with %s, whatever its format is called', async (_what, file) => {
  expect(await rowsOf(file)).toEqual([row(2, 'Wo ist meine Karte, bitte', 'cards')])
})

test('ignores columns and rows without names and values, as spreadsheets leave them', async () => {
  expect(await rowsOf('\ufeff\r\n;;;\r\n"";\r\ntext;class\r\nf, g;y\r\n')).toEqual([row(5, 'f, g', 'y')])
  expect(await rowsOf(',,,\ntext,,class,,\na,,x,,\n,,,,\n ;\nb,,y\nc,,z,stray,\n,note,\n')).toEqual([
    row(3, 'a', 'x'),
    { line: 5, reason: 'columns' },
    row(6, 'b', 'y'),
    { line: 7, reason: 'columns' },
    { line: 8, reason: 'columns' },
  ])
})

test('knows a column in other case and with spaces', async () => {
  expect(await rowsOf(' TEXT ,C l a s s\na,x\n')).toEqual([row(2, 'a', 'x')])
})

test.each([
  ['text|class\na|b\n', 'header_unknown', /Column 1 .*separated by commas, semicolons or tabs/],
  ['class;note\na;b\n', 'header_unknown', /Column 2 /],
  ['class\na\n', 'header_incomplete', /lacks the column text/],
  ['text;TEXT\na;b\n', 'header_unknown', /names the column text twice/],
])('refuses the header of %j and says why', async (file, code, message) => {
  await expect(rowsOf(file)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})
