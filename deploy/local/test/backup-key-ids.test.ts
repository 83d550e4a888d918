import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runChild } from '../src/child.ts'
import { repository } from '../src/settings.ts'

test.each([
  { given: 'aaaaaaaaaaaa bbbbbbbbbbbb', isRefused: false },
  { given: 'bbbbbbbbbbbb', isRefused: true },
  { given: '', isRefused: false },
])('with the key ids "$given", backup.sh refuses the key aaaaaaaaaaaa: $isRefused', async ({ given, isRefused }) => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-key-ids-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // Stand in for the programs of Postgres. The second ends the script.
  for (const [name, end] of [
    ['psql', 'echo aaaaaaaaaaaa'],
    ['pg_basebackup', 'exit 1'],
  ] as const) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${end}\n`)
    chmodSync(join(folder, name), 0o755)
  }

  const { words } = await runChild('sh', [join(repository, 'deploy/backup/backup.sh'), join(folder, 'backups')], {
    quiet: true,
    withinMs: 30_000,
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      DATABASE_URL: 'postgres:///askline',
      SECRETS_KEY: '',
      SECRETS_KEY_IDS: given,
    },
  })

  expect(words.includes('The key aaaaaaaaaaaa of this database is not in SECRETS_KEY')).toBe(isRefused)
})
