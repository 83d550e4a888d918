import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runChild } from '../src/child.ts'
import { repository } from '../src/settings.ts'

test('restore.sh names a wrong folder, a folder without backups, a time that is too early, and a disk that is too small', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-refusals-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // Stand in for the programs of Postgres, and for a disk with 1 MB left.
  for (const [name, line] of [
    ['postgres', 'echo postgres 15.2'],
    ['pg_verifybackup', 'exit 0'],
    ['df', "printf 'Filesystem 1024-blocks Used Available\\n/dev/x 9 8 1024\\n'"],
  ] as const) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const data = join(folder, 'data')
  const restore = async (backups: string, time: string) => {
    const script = join(repository, 'deploy/backup/restore.sh')
    const env = { PATH: `${folder}:${process.env['PATH']}` }
    const { code, words } = await runChild('sh', [script, backups, data, time], { quiet: true, withinMs: 30_000, env })
    expect(code).toBe(1)
    return words
  }

  expect(await restore(join(folder, 'nowhere'), 'latest')).toContain('There is no folder')
  mkdirSync(join(folder, 'base'))
  expect(await restore(folder, 'latest')).toContain('holds no base backup')
  mkdirSync(join(folder, 'base/20260504T010000Z'))
  writeFileSync(join(folder, 'base/20260504T010000Z/PG_VERSION'), '15\n')
  expect(await restore(folder, '2026-05-03T09:30:00Z')).toContain('Choose a time after 20260504T010000Z')
  writeFileSync(join(folder, 'base/20260504T010000Z/table'), Buffer.alloc(3_000_000, 1))
  expect(await restore(folder, 'latest')).toMatch(/has 1 MB free, and the backup has [23] MB/)
  expect(existsSync(join(data, 'PG_VERSION'))).toBe(false)
})
