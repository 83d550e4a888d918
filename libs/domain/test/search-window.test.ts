import { inviteCast, openTestDatabase, rowsRead } from '@askline/testing'
import { expect, test } from 'vitest'
import { listKnowledge } from '../src/administration/knowledge.ts'
import { listUsers, type UserFilter } from '../src/administration/users.ts'
import { listInbox } from '../src/views/inbox.ts'
import { searchQuestions } from '../src/views/search.ts'
import { publicUrl, stageOf } from './domain-stage.ts'

/** Rows that one page looks at. */
const window = 3_000
const db = await openTestDatabase({ statementMs: 60_000 })
const cast = await inviteCast(db)
const s = stageOf(db, cast)
/** Ids after all others, in the order of n. */
const lateId = `('ffffffff-ffff-7fff-8000-' || lpad(to_hex(n), 12, '0'))::uuid`

const old = await s.answered()
await db.system.query(`update questions set folded = 'where is the ferry' where id = $1`, [old.questionId])
const common = await s.answered()
await db.system.query(
  `insert into responses (id, company_id, question_id, author_id, type)
   select ${lateId}, company_id, id, $2, 'EXPERT' from questions, generate_series(1, $3) n where id = $1`,
  [common.questionId, cast.bruno, window - 1],
)
await db.system.query(
  `insert into questions (id, company_id, asker_id, category_id, type, subject, text, folded, company_tags, languages, expires_at, turn, changed_at)
   select ${lateId}, company_id, asker_id, category_id, type, subject, text, 'newer', company_tags, languages, expires_at, 'experts',
     clock_timestamp() + interval '1 hour'
   from questions, generate_series(1, $2) n where id = $1`,
  [common.questionId, window],
)
await db.system.query(`update users set folded = 'ada lovelace' where id = $1`, [cast.ada])
await db.system.query(`update users set folded = 'carla diaz' where id = $1`, [cast.carla])
await db.system.query(
  `insert into users (id, company_id, role, email, address, name, folded)
   select ${lateId}, $1, 'user', n || '@example.org', n || '@example.org', 'Newer ' || n, 'newer ' || n from generate_series(1, $2) n`,
  [cast.companyId, window],
)
const known = '00000000-0000-7000-8000-000000000000'
await db.system.query(
  `insert into knowledge (id, company_id, question, answer, folded) values ($2, $1, 'Where is the ferry?', 'There.', $3)`,
  [cast.companyId, known, 'where is the ferry\nthere'],
)
await db.system.query(
  `insert into knowledge (id, company_id, question, answer, folded)
   select ${lateId}, $1, 'Newer?', 'Yes.', 'newer' || e'\\n' || 'yes' from generate_series(1, $2) n`,
  [cast.companyId, window],
)
await db.system.query('vacuum analyze questions, responses, users, knowledge')

const people = (filter: Partial<UserFilter>) =>
  s.run(async (tx) => {
    const { users, nextCursor } = await listUsers(tx, cast.companyId, { limit: 10, ...filter })
    return { ids: users.map(({ uuid }) => uuid), nextCursor }
  })

type Search = (text: string, cursor?: string) => Promise<{ ids: string[]; nextCursor: string | null }>

const searches: [kind: string, search: Search, word: string, found: string][] = [
  [
    'questions',
    (text, cursor) =>
      s.run(async (tx) => {
        const { questions, nextCursor } = await searchQuestions(tx, cast.companyId, { limit: 10, text, cursor })
        return { ids: questions.map(({ uuid }) => uuid), nextCursor }
      }),
    'ferry',
    old.questionId,
  ],
  [
    'answered questions',
    (text, cursor) =>
      s.run(async (tx) => {
        const wish = { view: 'answered', limit: 10, text, cursor } as const
        const { questions, nextCursor } = await listInbox(tx, s.expert(cast.bruno), wish, publicUrl)
        return { ids: questions.map(({ uuid }) => uuid), nextCursor }
      }),
    'ferry',
    old.questionId,
  ],
  [
    'known answers',
    (text, cursor) =>
      s.run(async (tx) => {
        const { knowledge, nextCursor } = await listKnowledge(tx, cast.companyId, { limit: 10, text, cursor })
        return { ids: knowledge.map(({ uuid }) => uuid), nextCursor }
      }),
    'ferry',
    known,
  ],
  ['people', (text, cursor) => people({ text, cursor }), 'lovelace', cast.ada],
]

test.each(searches)(
  'a page of a search of %s ends behind the rows that it looks at, and the next one continues there',
  async (_, search, word, found) => {
    const first = await search(word)
    const second = await search(word, first.nextCursor ?? '')

    expect(first).toEqual({ ids: [], nextCursor: expect.any(String) })
    expect(second).toEqual({ ids: [found], nextCursor: null })
  },
)

test.each(searches)('a search of %s without a hit ends', async (_, search) => {
  const first = await search('nowhere')

  expect(await search('nowhere', first.nextCursor ?? '')).toEqual({ ids: [], nextCursor: null })
})

test.each([
  ['address', { text: ' ADA@example.com' }],
  ['address in the filter', { email: 'Ada@example.com' }],
])('a person is found by their %s, however many people are newer', async (_, filter) => {
  expect(await people(filter)).toEqual({ ids: [cast.ada], nextCursor: null })
})

test('an expert is found by name among experts, however many askers are newer', async () => {
  expect(await people({ text: 'diaz', role: 'expert' })).toEqual({ ids: [cast.carla], nextCursor: null })
})

const peopleOf = (pattern: string) =>
  rowsRead(db, cast.companyId, 'list-people', [...Array.from({ length: 5 }, () => 'null'), `'{${pattern}}'`, '11'])
const knownOf = (pattern: string) =>
  rowsRead(db, cast.companyId, 'admin-list-knowledge', [
    `'${cast.companyId}'`,
    ...['null', 'null', `'{${pattern}}'`, 'null', 'null', 'null', '11'],
  ])
const answersOf = (pattern: string) =>
  rowsRead(db, cast.companyId, 'inbox-answered', [`'${cast.bruno}'`, 'null', '11', `'{${pattern}}'`])

test('a search of people reads no more of them than a page looks at, and ends when the page is full', async () => {
  expect((await peopleOf('%nowhere%'))['users']).toBe(window)
  expect((await peopleOf('%newer%'))['users']).toBeLessThan(50)
})

test('a search of known answers reads no more of them than a page looks at, and ends when the page is full', async () => {
  expect((await knownOf('%nowhere%'))['knowledge']).toBe(window)
  expect((await knownOf('%newer%'))['knowledge']).toBeLessThan(50)
})

test('a search of answers reads no more of them than a page looks at, and ends when the page is full', async () => {
  expect((await answersOf('%nowhere%'))['responses']).toBe(window)
  expect((await answersOf('%card%'))['responses']).toBeLessThan(50)
})
