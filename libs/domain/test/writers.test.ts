import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The TypeScript sources of every package, without tests and without the journeys, which break data on purpose. */
function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist', 'test'].includes(entry.name) ? [] : sourcesOf(path)
    return /(?<!\.test)\.(ts|mts|mjs|js)$/.test(entry.name) ? [path] : []
  })
}
const sources = ['libs', 'services', 'deploy'].flatMap((folder) => sourcesOf(join(root, folder)))

/** How many statements of each source match. */
function filesWith(pattern: RegExp): Record<string, number> {
  const found = sources.flatMap((path) => {
    const file = relative(root, path).replaceAll('\\', '/')
    const count = [...readFileSync(path, 'utf8').matchAll(pattern)].length
    return count === 0 || file.startsWith('libs/journeys/') ? [] : [[file, count] as const]
  })
  return Object.fromEntries(found)
}

test('only changes update questions', () => {
  expect(filesWith(/update\s+"?questions"?\b(?=\s+(?:q\s+)?set\b)|\.update\(\s*questions\b/gi)).toEqual({
    'libs/domain/src/changes/write.ts': 2,
  })
})

test('only changes and the sources that ARCHITECTURE names write questions, messages, responses and offers', () => {
  const write = /(?:insert\s+into|update|delete\s+from)\s+(?:questions|messages|responses|offers)\b(?!\s+are)/gi
  const { 'libs/domain/src/changes/write.ts': inChanges, ...others } = filesWith(write)
  expect(inChanges).toBeGreaterThan(0)
  expect(others).toEqual({
    'libs/domain/src/privacy/forget-stores.ts': 6,
    'libs/domain/src/questions/ask-statements.ts': 1,
    'libs/domain/src/questions/edit.ts': 1,
    'libs/domain/src/questions/read.ts': 2,
    'libs/domain/src/routing/delete-offers.ts': 1,
    'libs/domain/src/routing/offer.ts': 1,
  })
})

test('only changes write events, and only they and `enqueue` write the outbox', () => {
  expect(filesWith(/insert\s+into\s+question_events\b/gi)).toEqual({ 'libs/domain/src/changes/write.ts': 1 })
  expect(filesWith(/insert\s+into\s+outbox\b/gi)).toEqual({
    'libs/domain/src/changes/write.ts': 1,
    'libs/domain/src/outbox.ts': 1,
  })
})

test('ids of rows come from `newId`; only the named sources make UUIDs of another kind', () => {
  expect(filesWith(/\b(randomUUID|gen_random_uuid|uuid_generate_v4|defaultRandom|v[1-8])\(/g)).toEqual({
    'libs/db/src/ids.ts': 1,
    // The idempotency key of a job in Redis.
    'libs/db/src/schema/log.ts': 1,
    // The id of the feed, which is new after a restore.
    'libs/db/src/schema/feed.ts': 1,
    'libs/domain/src/feed/begin-feed.ts': 1,
    // Names of tokens, requests, notifiers, couriers and files, and of answers that are not stored.
    'libs/domain/src/access/tokens.ts': 1,
    'services/api/src/http/correlation.ts': 1,
    'services/api/src/routes/texts.ts': 2,
    'services/api/src/uploads/spool.ts': 1,
    'services/courier/src/start-courier.ts': 1,
    'services/notifier/src/delivery/stream.ts': 1,
    // Past questions of the demo have ids of their time.
    'deploy/local/src/demo/history-rows.ts': 1,
    'deploy/local/src/demo/question-life.ts': 1,
  })
})
