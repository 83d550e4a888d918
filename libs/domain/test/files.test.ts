import type { FileType, FileView } from '@askline/contracts'
import { type Database, inSystem } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { listDeadLetters } from '../src/dead-letters/settle-dead-letters.ts'
import { fileLeases, readFile } from '../src/files/read-file.ts'
import { findFile } from '../src/files/view.ts'
import { forgetPerson } from '../src/privacy/forget.ts'
import { erasePerson } from '../src/privacy/forget-erase.ts'
import { storeText } from './store-text.ts'

const db = await openTestDatabase()

const view = (companyId: string, fileId: string): Promise<FileView> =>
  inSystem(db, (tx) => findFile(tx, companyId, fileId))

async function read(companyId: string, type: FileType, text: string): Promise<FileView> {
  const fileId = await storeText(db, companyId, type, text)
  await readFile(db, fileId)
  return view(companyId, fileId)
}
const rows = async (text: string, ...values: unknown[]) => (await db.system.query(text, values)).rows
const header = 'questionId,askedAt,asker,text,tags,answerId,answeredAt,answererEmail,score,accepted'

test('rows without values before the header are ignored', async () => {
  const { companyId } = await inviteCast(db)

  const file = await read(companyId, 'UTTERANCES', '\ufeff\r\n;;\r\n"";;\r\n;Text;Class\r\n;Wo, bitte?;card\r\n')

  expect(file).toMatchObject({ rowsRead: 1, rowsAccepted: 1, rowsRefused: 0 })
})

test('keeps utterances with their lines; one without a class is unlabelled', async () => {
  const { companyId } = await inviteCast(db)
  const file = await read(companyId, 'UTTERANCES', 'text,class\nWhere is my card?,card\nHm,\n')

  expect(file).toMatchObject({ status: 'TRAINING', rowsRead: 2, rowsAccepted: 2, rowsRefused: 0 })
  expect(
    await rows('select line, text, class from training_examples where file_id = $1 order by line', file.uuid),
  ).toEqual([
    { line: 2, text: 'Where is my card?', class: 'card' },
    { line: 3, text: 'Hm', class: null },
  ])
  expect(
    await rows('select due_at <= clock_timestamp() as due from trainings where company_id = $1', companyId),
  ).toEqual([{ due: true }])
})

test('counts utterances that teach little while it reads them, and reads no row again for that', async () => {
  const { companyId } = await inviteCast(db)
  const texts = ['Lost card', 'lost  CARD!', 'Ｌost card?', 'Stolen', 'New', 'Gone', 'Eaten']
  const labelled = texts.map((text) => `${text},card`).join('\n')
  const alone = await storeText(db, companyId, 'UTTERANCES', `text,class\n${labelled}\nHm,\n`)
  const both = await storeText(db, companyId, 'UTTERANCES', `text,class\n${labelled}\nlost card.,loan\nRates,loan\n`)
  const history = await storeText(db, companyId, 'HISTORY', `${header}\nq2,2026-01-03,u77,Unanswered?,,,,,,\n`)
  for (const fileId of [alone, both, history]) await readFile(db, fileId)

  const held = await db.system.connect()
  await held.query('begin')
  await held.query('lock table training_examples in access exclusive mode')
  const [one, two, none] = await Promise.all([alone, both, history].map((fileId) => view(companyId, fileId))).finally(
    async () => {
      await held.query('rollback')
      held.release()
    },
  )

  const countsOf = (file?: FileView) => file?.notes?.map(({ code, count }) => [code, count])
  expect(countsOf(one)).toEqual([
    ['one_class', 1],
    ['rows_repeated', 2],
  ])
  expect(one?.notes?.[0]?.message).toMatch(/^All rows with a class have the same class\. /)
  expect(countsOf(two)).toEqual([
    ['classes_too_small', 1],
    ['rows_repeated', 2],
    ['texts_of_several_classes', 1],
  ])
  expect(none?.notes).toBeUndefined()
})

test('skips each bad row with line, reason and sentence, lists a hundred of them and counts all', async () => {
  const { companyId } = await inviteCast(db)
  const bad = ['""', '"\u200b"', `"${'x'.repeat(10_001)}"`, `"${'é'.repeat(40_000)}"`, 'a,b,c']
  const file = await read(
    companyId,
    'UTTERANCES',
    `text,class\ngood,x\n${bad.map((cell) => `${cell}${cell === 'a,b,c' ? '' : ',x'}`).join('\n')}\n${',x\n'.repeat(200)}`,
  )

  expect(file).toMatchObject({ rowsRead: 206, rowsAccepted: 1, rowsRefused: 205, status: 'TRAINING' })
  expect(file.refused.slice(0, 6)).toMatchObject([
    { line: 3, field: 'text', reason: 'required' },
    { line: 4, field: 'text', reason: 'required' },
    { line: 5, field: 'text', reason: 'too_long' },
    { line: 6, field: 'text', reason: 'field_too_large' },
    { line: 7, field: null, reason: 'columns' },
    { line: 8, field: 'text', reason: 'required' },
  ])
  expect(file.refused[0]?.message).toBe('`text` must not be empty.')
  expect(file.refused[2]?.message).toBe('`text` must have at most 10,000 characters.')
  expect(file.refused[4]?.message).toMatch(/^The row has more or fewer columns than the first line names/)
  expect(file.refused).toHaveLength(100)
  expect(file.reasons).toEqual({ required: 202, too_long: 1, field_too_large: 1, columns: 1 })
})

test('refuses NUL and lone surrogates in JSON', async () => {
  const { companyId } = await inviteCast(db)
  const file = await read(companyId, 'UTTERANCES', '{"text":"a\\u0000b"}\n{"text":"a\\ud800"}\n{"text":"fine"}\n')

  expect(file).toMatchObject({ rowsAccepted: 1, reasons: { nul: 1, surrogate: 1 } })
})

test('a bad file is refused whole, however far it was read', async () => {
  const { companyId } = await inviteCast(db)
  const good = `text,class\n${'Where is my card?,card\n'.repeat(3_000)}`
  const file = await read(companyId, 'UTTERANCES', `${good}"never closed,x\nmore,x\n`)
  const empty = await read(companyId, 'UTTERANCES', 'text,class\n,x\n')

  expect(file).toMatchObject({
    status: 'REFUSED',
    progress: 1,
    rowsAccepted: 0,
    fault: { code: 'quote_not_closed', line: 3_002 },
  })
  expect(empty).toMatchObject({ status: 'REFUSED', fault: { code: 'no_usable_rows' }, reasons: { required: 1 } })
  expect(await rows('select 1 from training_examples where company_id = $1', companyId)).toEqual([])
  expect(await rows('select 1 from file_chunks where company_id = $1', companyId)).toEqual([])
})

test('formulas are text like any other', async () => {
  const { companyId } = await inviteCast(db)
  const file = await read(companyId, 'QA', `question,answer\n"=HYPERLINK(""http://x"")",@SUM(A1)\n+1?,-1\n`)

  expect(await rows('select question, answer from knowledge where file_id = $1 order by file_line', file.uuid)).toEqual(
    [
      { question: '=HYPERLINK("http://x")', answer: '@SUM(A1)' },
      { question: '+1?', answer: '-1' },
    ],
  )
})

test('keeps history: known answerers by their id, unknown ones as inactive experts with a record', async () => {
  const cast = await inviteCast(db)
  const { companyId } = cast
  const file = await read(
    companyId,
    'HISTORY',
    [
      header,
      'q1,2026-01-01T10:00:00Z,ADA@example.com,How do I pay?,pay;card,a1,2026-01-01T11:00:00+01:00,Bruno@Example.com,5,true',
      'q1,2026-01-01T10:00:00Z,ada@example.com,How do I pay?,pay;card,a2,2026-01-02,nova@example.org,-1,false',
      'q2,2026-01-03,u77,Unanswered?,,,,,,',
      'q1,2026-01-01T10:00:00Z,,How do I pay?,,a2,2026-01-02,nova@example.org,,',
      'q3,2026-01-01,,Earlier?,,a3,2025-12-31,nova@example.org,,',
      'q4,yesterday,,When?,,,,,,',
      'q5,2026-01-01,,Who?,,a5,2026-01-02,nobody,,',
      'q6,2026-01-01,,How good?,,a6,2026-01-02,nova@example.org,lots,',
      'q7,2026-01-01,,By whom?,,a7,2026-01-02,,,',
      'q8,2999-01-01,,In time?,,,,,,',
      'q9,2026-02-30T10:00:00Z,,On what day?,,,,,,',
    ].join('\n'),
  )

  expect(file).toMatchObject({
    status: 'READY',
    rowsAccepted: 3,
    reasons: { duplicate_answer: 1, answered_before_asked: 1, date: 3, email: 1, integer: 1, required: 1 },
  })
  const [nova] = await rows(
    `select u.id, u.role, u.name, e.is_active, e.availability, e.number_of_answers from users u join experts e on e.user_id = u.id
      where u.company_id = $1 and u.email = 'nova@example.org'`,
    companyId,
  )
  expect(nova).toMatchObject({
    role: 'expert',
    name: '',
    is_active: false,
    availability: 'OFFLINE',
    number_of_answers: 1,
  })
  expect(
    await rows(
      `select q.external_id, q.asker_id, q.tags, a.expert_id, a.score, a.accepted from past_questions q
        left join past_answers a on a.question_id = q.id where q.file_id = $1 order by 1, a.answered_at`,
      file.uuid,
    ),
  ).toEqual([
    { external_id: 'q1', asker_id: cast.ada, tags: ['pay', 'card'], expert_id: cast.bruno, score: 5, accepted: true },
    { external_id: 'q1', asker_id: cast.ada, tags: ['pay', 'card'], expert_id: nova.id, score: -1, accepted: false },
    { external_id: 'q2', asker_id: null, tags: [], expert_id: null, score: null, accepted: null },
  ])
  expect(JSON.stringify(await rows('select * from past_questions where file_id = $1', file.uuid))).not.toContain('ada@')
})

test('a sandbox may upload history up to its own time', async () => {
  const { companyId } = await inviteCast(db)
  await rows(`update companies set clock_offset = interval '30 days' where id = $1`, companyId)
  const [{ ahead, beyond }] = await rows(
    `select to_json(now() + interval '29 days') #>> '{}' as ahead, to_json(now() + interval '32 days') #>> '{}' as beyond`,
  )
  const file = await read(companyId, 'HISTORY', `${header}\nq1,${ahead},,Now?,,,,,,\nq2,${beyond},,Then?,,,,,,\n`)

  expect(file).toMatchObject({ rowsAccepted: 1, reasons: { date: 1 } })
})

test('keeps history whose answers fill a batch before their questions do', async () => {
  const { companyId } = await inviteCast(db)
  const lines = Array.from({ length: 251 }, (_, n) =>
    ['bruno', 'carla'].map((name) => `q${n},2026-01-01,,How ${n}?,,${name}${n},2026-01-02,${name}@example.com,,`),
  )
  const file = await read(companyId, 'HISTORY', [header, ...lines.flat()].join('\n'))

  expect(file).toMatchObject({ status: 'READY', rowsAccepted: 502 })
  const kept = 'select count(*) from past_answers a join past_questions q on q.id = a.question_id where q.file_id = $1'
  expect(await rows(kept, file.uuid)).toEqual([{ count: 502 }])
})

type Query = (...asked: unknown[]) => unknown

/** Fails a query in either form that pg takes: with a callback, or with a promise as its result. */
function fail(asked: unknown, message: string): Promise<never> | undefined {
  const { callback } = asked as { callback?: (error: Error) => void }
  if (!callback) return Promise.reject(new Error(message))
  callback(new Error(message))
  return undefined
}

/** Returns a client whose queries are sent by what `send` makes of the original. */
function sendingBy<Client extends { query: unknown }>(client: Client, send: (original: Query) => Query): Client {
  return Object.assign(Object.create(client), { query: send((client.query as Query).bind(client)) })
}

/** A database whose connections die after a number of statements. */
function dyingAfter(statements: number): Database {
  let left = statements
  const system = Object.create(db.system)
  system.connect = async () =>
    sendingBy(
      await db.system.connect(),
      (original) =>
        (...asked) =>
          left-- > 0 ? original(...asked) : fail(asked[0], 'killed'),
    )
  return { ...db, system }
}

/** A database whose second connection, the one that reads, fails at its third statement. */
function failingOnce(): Database {
  let connections = 0
  const system = Object.create(db.system)
  system.connect = async () => {
    const client = await db.system.connect()
    if (++connections !== 2) return client
    let left = 2
    return sendingBy(
      client,
      (original) =>
        (...asked) =>
          left-- === 0 ? fail(asked[0], 'broken') : original(...asked),
    )
  }
  return { ...db, system }
}

test('a reader that is killed anywhere leaves no rows, and the next one reads the whole file', async () => {
  const { companyId } = await inviteCast(db)
  const fileId = await storeText(db, companyId, 'UTTERANCES', `text,class\n${'Where is my card?,card\n'.repeat(1_500)}`)
  const come = () =>
    rows(`update files set due_at = clock_timestamp() - interval '1 ms', attempts = 0 where id = $1`, fileId)
  for (const statements of [3, 7, 9, 11]) {
    await expect(readFile(dyingAfter(statements), fileId)).rejects.toThrow(/killed|COMMIT/)
    expect(await rows('select 1 from training_examples where file_id = $1', fileId)).toEqual([])
    expect((await view(companyId, fileId)).status).toMatch(/QUEUED|READING/)
    await come()
    expect(await fileLeases.findDue(db, 1_000)).toContain(fileId)
  }

  expect(await readFile(db, fileId)).toBe('read')
  expect(await rows('select count(*) from training_examples where file_id = $1', fileId)).toEqual([{ count: 1_500 }])
})

test('only one of many readers reads a file, and one that lost its lease stores nothing', async () => {
  const { companyId } = await inviteCast(db)
  const fileId = await storeText(db, companyId, 'UTTERANCES', `text,class\n${'Where is my card?,card\n'.repeat(5_000)}`)
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => readFile(db, fileId)))

  expect(outcomes.sort()).toEqual(['busy', 'busy', 'busy', 'read'])
  expect(await rows('select count(*) from training_examples where file_id = $1', fileId)).toEqual([{ count: 5_000 }])
  expect(await readFile(db, fileId)).toBe('busy')
})

test('a file that ends its reader three times has failed, and may be sent again', async () => {
  const { companyId } = await inviteCast(db)
  const text = 'text,class\nWhere is my card?,card\n'
  const fileId = await storeText(db, companyId, 'UTTERANCES', text)
  await rows(
    `update files set status = 'READING', attempts = 3, due_at = clock_timestamp() - interval '1 ms' where id = $1`,
    fileId,
  )

  expect(await readFile(db, fileId)).toBe('busy')

  expect(await view(companyId, fileId)).toMatchObject({ status: 'FAILED', fault: { code: 'worker_lost' } })
  expect(await rows('select 1 from file_chunks where file_id = $1', fileId)).toEqual([])
  const again = await storeText(db, companyId, 'UTTERANCES', text)
  expect(again).not.toBe(fileId)
  expect(await readFile(db, again)).toBe('read')
})

test('a file whose reading throws three times fails with a dead letter', async () => {
  const { companyId } = await inviteCast(db)
  const fileId = await storeText(db, companyId, 'UTTERANCES', 'text,class\nWhere is my card?,card\n')
  for (let attempt = 1; attempt <= 3; attempt++) {
    await rows(`update files set due_at = clock_timestamp() - interval '1 ms' where id = $1`, fileId)
    await expect(readFile(failingOnce(), fileId, () => 'postgres_23503')).rejects.toThrow('broken')
  }

  expect(await view(companyId, fileId)).toMatchObject({ status: 'FAILED', fault: { code: 'could_not_be_read' } })
  expect(await rows('select 1 from file_chunks where file_id = $1', fileId)).toEqual([])
  const { deadLetters } = await inSystem(db, (tx) => listDeadLetters(tx, companyId, { limit: 10 }))
  expect(deadLetters).toMatchObject([{ name: 'read-file', reason: 'postgres_23503', attempts: 3 }])
  expect(deadLetters[0]?.explanation).toContain('Replay: not possible')
})

test('history knows people by any spelling of their address, and refuses those who were forgotten by another one', async () => {
  const { companyId } = await inviteCast(db)
  const forget = (email: string) => inSystem(db, (tx) => forgetPerson(tx, { companyId, email }))
  const lines = (asker: string, answerer: string) =>
    [header, `q1,2026-01-01,${asker},How?,,a1,2026-01-02,${answerer},,`].join('\n')
  const first = await read(companyId, 'HISTORY', lines('Özlem@firm.example', 'Jörg@gärtner.example'))
  const second = await read(companyId, 'HISTORY', lines('other@firm.example', 'JÖRG@XN--GRTNER-BUA.example'))
  const experts = 'select 1 from past_answers where company_id = $1 group by expert_id'
  expect([first.rowsAccepted, second.rowsAccepted, await rows(experts, companyId)]).toEqual([1, 1, [expect.anything()]])

  const { receipt } = await forget('ÖZLEM@FIRM.example')
  expect(receipt.status).toBe('ERASING')
  await erasePerson(db, receipt.uuid, { settleMs: 0 })
  expect(await rows('select 1 from past_questions where file_id = $1', first.uuid)).toEqual([])

  expect((await forget('NÍEMAND@firm.example')).receipt).toMatchObject({ status: 'NOT_FOUND', erased: {} })
  const third = await read(companyId, 'HISTORY', lines('ni\u0301emand@firm.example', 'Jörg@gärtner.example'))
  expect(third).toMatchObject({ rowsAccepted: 0, reasons: { person_forgotten: 1 } })
})
