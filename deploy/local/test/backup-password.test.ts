import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runChild } from '../src/child.ts'
import { repository } from '../src/settings.ts'

test.each([
  { where: 'before the host', url: 'postgres://owner:a%2Fb%25%C3%BC@db.example.com:5432/askline?sslmode=require' },
  {
    where: 'as a parameter',
    url: 'postgres://db.example.com/askline?user=owner&password=a%2Fb%25%C3%BC&sslmode=require',
  },
])('backup.sh gives a password $where to no command as an argument', async ({ url }) => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const calls = join(folder, 'calls')
  // Stand in for the programs of Postgres. The second ends the script.
  for (const [name, end] of [
    ['psql', 'echo on'],
    ['pg_basebackup', 'exit 1'],
  ] as const) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "$PGPASSWORD $*" >> ${calls}\n${end}\n`)
    chmodSync(join(folder, name), 0o755)
  }

  const script = join(repository, 'deploy/backup/backup.sh')
  const env = { PATH: `${folder}:${process.env['PATH']}`, DATABASE_URL: url, SECRETS_KEY: '', PGPASSWORD: '' }
  await runChild('sh', [script, join(folder, 'backups')], { quiet: true, withinMs: 30_000, env })

  const lines = readFileSync(calls, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(4)
  for (const line of lines) {
    expect(line).toMatch(/^a\/b%ü /)
    expect(line).toContain('db.example.com')
    expect(line).toContain('sslmode=require')
    expect(line).not.toContain('a%2Fb')
  }
})
