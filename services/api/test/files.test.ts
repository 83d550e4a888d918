import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { gzipSync } from 'node:zlib'
import { readFile } from '@askline/domain/files/read-file'
import { expect, onTestFinished, test, vi } from 'vitest'
import { formOf, uploadOf } from './form.ts'
import { openWorld } from './world.ts'

const world = await openWorld()
const { api, bank, db, tokens } = world

const post = (form: { raw: Buffer; headers: Record<string, string> }, token = tokens.integration, path = '/v1/files') =>
  api('POST', path, { token, raw: form.raw, headers: form.headers })
const upload = (type: string, file: string | Buffer, filename?: string) => post(uploadOf(type, file, filename))
const get = async (uuid: string, token = tokens.integration) =>
  (await api('GET', `/v1/files/${uuid}`, { token })).body.data

const counts = async () => {
  const { rows } = await db.system.query(
    'select (select count(*) from files) as files, (select count(*) from file_chunks) as chunks',
  )
  return rows[0]
}

test('takes a file, and tells what became of it', async () => {
  const uploaded = await upload('UTTERANCES', 'text,class\nWhere is my card?,card\n,card\n')
  const { uuid } = uploaded.body.data
  expect(uploaded.status, uploaded.text).toBe(201)
  expect(uploaded.body.data).toMatchObject({
    type: 'UTTERANCES',
    name: 'rows.csv',
    format: 'CSV',
    status: 'QUEUED',
    progress: 0,
  })

  expect(await readFile(db, uuid)).toBe('read')

  const seen = await api('GET', `/v1/files/${uuid}`, { token: tokens.integration })
  expect(seen.body.data).toMatchObject({
    status: 'TRAINING',
    rowsRead: 2,
    rowsAccepted: 1,
    rowsRefused: 1,
    refused: [{ line: 3, field: 'text', reason: 'required', message: '`text` must not be empty.' }],
    reasons: { required: 1 },
    fault: null,
    heldOutAccuracy: null,
  })
  const { rows } = await db.system.query('select 1 from file_chunks where file_id = $1', [uuid])
  expect(rows).toEqual([])
})

test('takes the type before or after the file', async () => {
  const form = formOf([
    { name: 'file', value: 'question,answer\nAfter?,Yes.\n', filename: 'qa.csv' },
    { name: 'type', value: 'QA' },
  ])
  expect((await post(form)).body.data).toMatchObject({ type: 'QA', status: 'QUEUED' })
})

test('knows the same file again, and not as another type', async () => {
  const file = 'text\nThe same file twice?\n'
  const first = await upload('UTTERANCES', file)
  const again = await upload('UTTERANCES', file, 'renamed.csv')
  const admins = await post(uploadOf('UTTERANCES', file), tokens.edda, '/v1/admin/files')
  const rivals = await post(uploadOf('UTTERANCES', file), tokens.rival)

  expect([again.status, again.body.data]).toEqual([201, first.body.data])
  expect([admins.status, admins.body.data]).toEqual([201, first.body.data])
  expect(rivals.body.data.uuid).not.toBe(first.body.data.uuid)
  expect((await upload('QA', file)).body.error.code).toBe('header_unknown')
})

test('lists files by pages, newest first, and by type', async () => {
  for (const n of [1, 2, 3])
    await upload('HISTORY', `questionId,askedAt,text\n${n},2026-01-01,Page ${n}?\n`, `page-${n}.csv`)
  const list = async (query: Record<string, string>, path = '/v1/files', token = tokens.integration) =>
    (await api('GET', path, { token, query })).body.data
  const first = await list({ type: 'HISTORY', limit: '2' })
  const rest = await list(
    { type: 'HISTORY', limit: '2', cursor: first.paging.nextCursor },
    '/v1/admin/files',
    tokens.edda,
  )

  expect(first.files.map((file: { name: string }) => file.name)).toEqual(['page-3.csv', 'page-2.csv'])
  expect(rest.files.map((file: { name: string }) => file.name)).toEqual(['page-1.csv'])
  expect(rest.paging.nextCursor).toBeNull()
  expect((await list({}, '/v1/files', tokens.rival)).files.every((f: { type: string }) => f.type !== 'HISTORY')).toBe(
    true,
  )
})

test('removes a file with all that came of it, and then takes it again', async () => {
  const file = 'question,answer,class\nWhere do I go?,There.,place\n'
  const { uuid } = (await upload('QA', file)).body.data
  await readFile(db, uuid)
  const known = async () =>
    (await db.system.query('select source, file_line from knowledge where file_id = $1', [uuid])).rows
  expect(await known()).toEqual([{ source: 'FILE', file_line: 2 }])

  const foreign = await api('POST', `/v1/files/${uuid}/remove`, { token: tokens.rival, body: {} })
  const removed = await api('POST', `/v1/files/${uuid}/remove`, { token: tokens.integration, body: {} })

  expect([foreign.status, foreign.body.error.code]).toEqual([404, 'file_not_found'])
  expect(removed.status, removed.text).toBe(200)
  expect(await known()).toEqual([])
  expect((await upload('QA', file)).body.data.uuid).not.toBe(uuid)
})

test('refuses what is not text in UTF-8, and calls it by its name', async () => {
  const utf16 = (order: 'le' | 'be', mark: boolean) => {
    const text = Buffer.from(`${mark ? '\ufeff' : ''}text,class\nWhere?,x\n`, 'utf16le')
    return order === 'le' ? text : text.swap16()
  }
  const cases: [what: string, file: Buffer, code: string, says: RegExp][] = [
    ['UTF-16LE', utf16('le', true), 'file_encoding', /UTF-16LE/],
    ['UTF-16BE', utf16('be', true), 'file_encoding', /UTF-16BE/],
    ['UTF-16LE without a mark', utf16('le', false), 'file_encoding', /UTF-16LE/],
    ['UTF-16BE without a mark', utf16('be', false), 'file_encoding', /UTF-16BE/],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x74, 0, 0, 0]), 'file_encoding', /UTF-32LE/],
    ['Latin-1', Buffer.from('text\nGrüße?\n', 'latin1'), 'file_encoding', /not UTF-8/],
    ['broken at the end', Buffer.from([...Buffer.from('text\nab'), 0xe2, 0x82]), 'file_encoding', /not UTF-8/],
    ['NUL', Buffer.from('text,class\nab\0c,x\n'), 'file_binary', /NUL/],
    ['gzip', gzipSync('text\nabc\n'), 'file_compressed', /gzip/],
    ['zip', Buffer.from([0x50, 0x4b, 3, 4, ...Buffer.alloc(100)]), 'file_compressed', /ZIP/],
    ['PDF', Buffer.from('%PDF-1.7\n'), 'file_binary', /PDF/],
    ['empty', Buffer.alloc(0), 'file_empty', /empty/],
    ['blank lines', Buffer.from('\n \n\r\n'), 'file_empty', /empty/],
    ['no header', Buffer.from('Where is my card?,card\n'), 'header_unknown', /Column 1/],
    ['twice the same', Buffer.from('text,Text\na,b\n'), 'header_unknown', /twice/],
    ['a missing column', Buffer.from('class\na\n'), 'header_incomplete', /text/],
    ['a billion columns', Buffer.from(`${'text,'.repeat(50_000)}\n`), 'header_unknown', /64 columns/],
    ['one endless line', Buffer.alloc(300_000, 'x'), 'row_too_large', /row/],
  ]
  const before = await counts()
  for (const [what, file, code, says] of cases) {
    const { status, body } = await upload('UTTERANCES', file)
    expect([what, status, body.error?.code]).toEqual([what, 400, code])
    expect(body.error.message, what).toMatch(says)
    expect(body.error.message, what).not.toContain('Where')
  }
  expect(await counts()).toEqual(before)
})

test.each([
  ['evil.exe', 'text\nNamed wrongly?\n'],
  ['rows.csv.gz', 'text\nNamed wrongly?\n'],
  ['rows.csv', '{"text": "Named wrongly?"}\n'],
  ['rows.jsonl', 'text\nNamed wrongly?\n'],
  ['rows.constructor', 'text\nNamed wrongly?\n'],
])('refuses a file named %s that holds something else', async (filename, file) => {
  const { status, body } = await upload('UTTERANCES', file, filename)
  expect([status, body.error?.code]).toEqual([400, 'file_extension'])
})

test('takes a byte order mark, TSV and JSON lines for what they are', async () => {
  const formats = [
    ['CSV', '\ufeff"Text", CLASS\r\nBOM?,x\r\n'],
    ['TSV', 'text\tclass\nWith, comma?\tx\n'],
    ['JSONL', '\ufeff\n{"text": "JSON?", "class": "x"}\n'],
  ]
  for (const [format, file] of formats) {
    const { uuid } = (await upload('UTTERANCES', file ?? '', `rows.${format?.toLowerCase()}`)).body.data
    await readFile(db, uuid)
    expect(await get(uuid)).toMatchObject({ format, rowsAccepted: 1, rowsRefused: 0 })
  }
})

test('refuses a broken form, and what it does not know in one', async () => {
  const row = { name: 'file', value: 'text\nx\n', filename: 'a.csv' }
  const type = { name: 'type', value: 'UTTERANCES' }
  const form = formOf([type, row])
  const cases: [what: string, call: typeof form, status: number, field?: string][] = [
    ['no file', formOf([type]), 400, 'file'],
    ['no type', formOf([row]), 400, 'type'],
    ['another type', formOf([{ name: 'type', value: 'PICTURES' }, row]), 400, 'type'],
    ['another name', formOf([type, { ...row, name: 'upload' }]), 400, 'upload'],
    ['two files', formOf([type, row, row]), 413],
    ['10,000 parts', formOf([...Array.from({ length: 10_000 }, () => type), row]), 413],
    ['another boundary', { ...form, headers: { 'content-type': 'multipart/form-data; boundary=other' } }, 400],
    ['no boundary', { ...form, headers: { 'content-type': 'multipart/form-data; x=y' } }, 400],
    ['cut short', { ...form, raw: form.raw.subarray(0, form.raw.length - 30) }, 400],
    ['JSON', { raw: Buffer.from('{}'), headers: { 'content-type': 'application/json' } }, 415],
    ['no form at all', { raw: Buffer.from('text\n'), headers: { 'content-type': 'text/csv' } }, 415],
  ]
  const before = await counts()
  for (const [what, call, status, field] of cases) {
    const answer = await post(call)
    expect([what, answer.status], answer.text).toEqual([what, status])
    if (field) expect(answer.body.error.details[0].field, what).toBe(field)
  }
  expect(await counts()).toEqual(before)
})

test('keeps of a file name what can be shown, and never a path', async () => {
  const names = [
    ['../../etc/passwd', 'passwd'],
    ['..\\\\..\\\\boot.txt', 'boot.txt'],
    ['a\u0007b\u202ecsv', 'abcsv'],
    ['x'.repeat(5_000), 'x'.repeat(200)],
    ['', 'file'],
  ]
  for (const [given, kept] of names) {
    const { body } = await upload('UTTERANCES', `text\nNamed ${randomUUID()}?\n`, given)
    expect(body.data?.name, JSON.stringify(body)).toBe(kept)
  }
})

test('answers a repeated Idempotency-Key with the first answer, and another file under it with a refusal', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const send = (file: string, boundary: string) => {
    const { raw, headers } = formOf(
      [
        { name: 'type', value: 'UTTERANCES' },
        { name: 'file', value: file, filename: 'a' },
      ],
      boundary,
    )
    return post({ raw, headers: { ...headers, ...key } })
  }
  const first = await send('text\nKeyed?\n', 'one')
  const again = await send('text\nKeyed?\n', 'another')
  const other = await send('text\nKeyed otherwise?\n', 'one')

  expect(again.body.data).toEqual(first.body.data)
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect([other.status, other.body.error.code]).toEqual([400, 'idempotency_key_reused'])
})

test('refuses what is more than the company may upload in a day', async () => {
  await db.system.query(`update companies set settings = '{"training": {"bytesPerDay": 10}}' where id = $1`, [
    world.rival.companyId,
  ])
  const { status, body } = await post(uploadOf('UTTERANCES', 'text\nToo much?\n'), tokens.rival)

  expect([status, body.error.code]).toEqual([400, 'file_quota_exceeded'])
})

async function listening(): Promise<number> {
  const { app } = world
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

async function openUpload(length?: number): Promise<{ socket: Socket; answer: () => string; isClosed: () => boolean }> {
  const socket = connect(await listening(), '127.0.0.1')
  let text = ''
  let closed = false
  socket.on('data', (bytes) => {
    text += bytes
  })
  socket.on('close', () => {
    closed = true
  })
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  const size = length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`
  socket.write(
    `POST /v1/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tokens.integration}\r\ncontent-type: multipart/form-data; boundary=b\r\n${size}\r\n\r\n`,
  )
  return { socket, answer: () => text, isClosed: () => closed }
}
const piece = (text: string | Buffer) =>
  Buffer.concat([Buffer.from(`${text.length.toString(16)}\r\n`), Buffer.from(text), Buffer.from('\r\n')])
const begin = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\ntext\n'

test('cuts an upload that does not end at the limit, holding little of it', async () => {
  const { socket, answer, isClosed } = await openUpload()
  socket.write(piece(begin))
  const line = piece('Where is my card and when will it come?\n'.repeat(1_600))
  const before = process.memoryUsage().rss
  let sent = 0
  let most = before
  while (!isClosed() && sent < 10 * 1024 ** 3) {
    const isFree = socket.write(line)
    sent += line.length
    most = Math.max(most, process.memoryUsage().rss)
    if (!isFree)
      await Promise.race([
        new Promise((resolve) => socket.once('drain', resolve)),
        new Promise((resolve) => socket.once('close', resolve)),
      ])
  }

  expect(answer()).toMatch(/^HTTP\/1.1 413 /)
  expect(answer()).toContain('payload_too_large')
  expect(sent).toBeLessThan(60 * 1024 * 1024)
  expect((most - before) / 1024 ** 2).toBeLessThan(100)
})

test('refuses an upload that is announced as too large before a byte of it came', async () => {
  const { answer } = await openUpload(26 * 1024 * 1024)

  await vi.waitFor(() => expect(answer()).toMatch(/^HTTP\/1.1 413 /))
})

test('tells it also to a client that listens only when it has sent all', async () => {
  const { socket, answer } = await openUpload(27 * 1024 * 1024)
  const failed = new Promise<Error>((resolve) => socket.once('error', resolve))
  socket.pause()
  const sent = new Promise((resolve) => socket.write(Buffer.alloc(27 * 1024 * 1024, 'My card?\n'), resolve))
  await Promise.race([sent, failed])
  socket.resume()

  await vi.waitFor(() => expect(answer()).toMatch(/^HTTP\/1.1 413 /))
})

test('of an upload that breaks off nothing is left', async () => {
  const before = await counts()
  const { socket } = await openUpload()
  socket.write(piece(begin))
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()

  await vi.waitFor(async () => {
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('askline-upload-'))).toEqual([])
    expect(await counts()).toEqual(before)
  })
})

test('cuts an upload that comes too slowly', async () => {
  const { uploadMs } = world.config
  world.config.uploadMs = 300
  onTestFinished(() => {
    world.config.uploadMs = uploadMs
  })
  const before = await counts()
  const { socket, answer, isClosed } = await openUpload()
  socket.write(piece(begin))
  const drip = setInterval(() => socket.write(piece('x')), 50)
  onTestFinished(() => clearInterval(drip))

  await vi.waitFor(() => expect(answer()).toMatch(/^HTTP\/1.1 408 /), { timeout: 10_000 })
  await vi.waitFor(() => expect(isClosed()).toBe(true), { timeout: 10_000 })
  expect(await counts()).toEqual(before)
})

test('notes in the audit log who uploaded what', async () => {
  const { body } = await upload('UTTERANCES', `text\nAudited ${randomUUID()}?\n`)
  const { rows } = await db.system.query('select action, actor_id from audit_log where target_id = $1', [
    body.data.uuid,
  ])

  expect(rows).toEqual([{ action: 'file_uploaded', actor_id: bank.integrationId }])
})
