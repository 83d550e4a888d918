import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { importStatements } from '../src/import-statements.ts'
import { createTestDatabase } from '../src/test-database.ts'
import { planForAnyValues } from './plans/explain-plan.ts'
import { findIndexes, tablesReadWhole } from './plans/find-whole-reads.ts'

const client = new Client({ connectionString: (await createTestDatabase()).directUrl })
await client.connect()
afterAll(() => client.end())

/** Tables that grow with every question, or with every person and sign-in. */
const growing = new Set([
  'automatic_answers',
  'company_events',
  'drafts',
  'feedback',
  'idempotency_keys',
  'knowledge',
  'knowledge_sources',
  'known_devices',
  'message_external_ids',
  'messages',
  'notes',
  'offers',
  'past_questions',
  'question_events',
  'question_external_ids',
  'questions',
  'refresh_tokens',
  'responses',
  'revisions',
  'routing_decisions',
  'text_requests',
  'token_families',
  'training_examples',
  'users',
  'webhook_attempts',
  'webhook_deliveries',
])

/** Statements that read all rows of a growing table, and why that is right. The list only shrinks. */
const exceptions: { reason: string; statements: string[] }[] = [
  {
    reason: 'runs once per forgotten person, and no index of the written table pays for that',
    statements: [
      'erase-elsewhere-events',
      'erase-elsewhere-notices',
      'erase-elsewhere-offerReasons',
      'erase-elsewhere-textRequests',
    ],
  },
  {
    reason: 'a command of the operator after a restore',
    statements: ['end-every-family', 'list-revocations', 'replay-revocations', 'returned-persons'],
  },
  { reason: 'the demo', statements: ['demo-records'] },
  { reason: 'a rare change by an admin', statements: ['admin-end-credentials'] },
]

test('every statement finds rows of growing tables by an index, except those with a reason', async () => {
  await planForAnyValues(client)
  // The estimate of an empty table counts on full pages. With room for updates it is so small that any index would do.
  await client.query('alter table questions reset (fillfactor); alter table offers reset (fillfactor)')
  const indexes = await findIndexes(client)
  const found = new Map<string, string[]>()
  for (const statement of await importStatements()) {
    const tables = await tablesReadWhole(client, statement, growing, indexes)
    if (tables.length > 0) found.set(statement.name, tables)
  }
  const excepted = exceptions.flatMap(({ statements }) => statements)
  expect({
    // Give these a condition that an index answers, or write down the reason.
    new: [...found].filter(([name]) => !excepted.includes(name)).sort(),
    // Remove these from the list.
    obsolete: excepted.filter((name) => !found.has(name)).sort(),
  }).toEqual({ new: [], obsolete: [] })
}, 60_000)
