import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runChild } from '../src/child.ts'
import { repository } from '../src/settings.ts'

/** A folder with one base backup of Postgres 15, and stand-ins for the programs of Postgres and for a disk with room. */
function layOut() {
  const folder = mkdtempSync(join(tmpdir(), 'askline-refusals-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const program = (name: string, line: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const disk = (freeKb: number) =>
    program('df', `printf 'Filesystem 1024-blocks Used Available\\n/dev/x 9 8 ${freeKb}\\n'`)
  program('postgres', 'echo postgres 15.2')
  program('pg_verifybackup', 'exit 0')
  disk(8_000_000)
  const backup = join(folder, 'base/20260504T010000Z')
  mkdirSync(backup, { recursive: true })
  writeFileSync(join(backup, 'PG_VERSION'), '15\n')
  const data = join(folder, 'data')
  const run = (...args: string[]) =>
    runChild('sh', [join(repository, 'deploy/backup/restore.sh'), ...args], {
      quiet: true,
      withinMs: 30_000,
      env: { PATH: `${folder}:${process.env['PATH']}` },
    })
  /** Returns what restore.sh says when it refuses. Nothing is laid out then. */
  async function refusal(backups: string, time: string): Promise<string> {
    const { code, words } = await run(backups, data, time)
    expect(code, words).not.toBe(0)
    expect(existsSync(join(data, 'recovery.signal'))).toBe(false)
    return words
  }
  return { folder, backup, data, program, disk, run, refusal }
}

test('restore.sh names a wrong folder, a folder without backups, a time that is too early, and a disk that is too small', async () => {
  const { folder, backup, data, disk, refusal } = layOut()

  expect(await refusal(join(folder, 'nowhere'), 'latest')).toContain('There is no folder')
  mkdirSync(join(folder, 'empty/base'), { recursive: true })
  expect(await refusal(join(folder, 'empty'), 'latest')).toContain('holds no base backup')
  expect(await refusal(folder, '2026-05-03T09:30:00Z')).toContain('Choose a time after 20260504T010000Z')
  writeFileSync(join(backup, 'table'), Buffer.alloc(3_000_000, 1))
  disk(1_024)
  expect(await refusal(folder, 'latest')).toMatch(/has 1 MB free, and the backup has [23] MB/)
  expect(existsSync(join(data, 'PG_VERSION'))).toBe(false)
})

test('restore.sh needs three words, and a time with an offset', async () => {
  const { folder, data, run, refusal } = layOut()

  expect(await run(folder, data)).toMatchObject({ code: 1, words: expect.stringContaining('Three words are needed') })
  expect(await refusal(folder, '2026-05-04T09:30:00')).toContain('2026-05-04T09:30:00 has no offset')
  expect(await refusal(folder, 'noonZ')).toContain('noonZ is not a time')
  expect(existsSync(data)).toBe(false)
})

test('restore.sh leaves a data folder with content as it is', async () => {
  const { folder, data, refusal } = layOut()
  mkdirSync(data)
  writeFileSync(join(data, 'PG_VERSION'), 'the last of it\n')

  expect(await refusal(folder, 'latest')).toContain(`${data} is not empty`)
  expect(readFileSync(join(data, 'PG_VERSION'), 'utf8')).toBe('the last of it\n')
})

test.each(['postgres 16.1', 'postgres (PostgreSQL) 150.2', 'postgres 5.15'])(
  'restore.sh refuses a backup of Postgres 15 to the programs of %s',
  async (version) => {
    const { folder, data, program, refusal } = layOut()
    program('postgres', `echo '${version}'`)

    expect(await refusal(folder, 'latest')).toContain(`The backup is of Postgres 15, and this is ${version}`)
    expect(existsSync(data)).toBe(false)
  },
)

test('restore.sh copies no backup that fails its check', async () => {
  const { folder, data, program, refusal } = layOut()
  program('pg_verifybackup', 'echo "checksum mismatch for file $2" >&2; exit 1')

  expect(await refusal(folder, 'latest')).toContain('checksum mismatch')
  expect(existsSync(data)).toBe(false)
})

test('restore.sh says which folder to empty after a copy that failed', async () => {
  const { folder, data, program, refusal } = layOut()
  program('cp', 'exit 1')

  expect(await refusal(folder, 'latest')).toContain(`The backup could not be copied to ${data}`)
})

test('restore.sh lays out the backup from before the time, not a later one', async () => {
  const { folder, data, run } = layOut()
  const later = join(folder, 'base/20260505T010000Z')
  mkdirSync(later)
  writeFileSync(join(later, 'PG_VERSION'), '15\n')

  const { code, words } = await run(folder, data, '2026-05-04T09:30:00Z')

  expect(code, words).toBe(0)
  expect(words).toContain(`${data} is laid out from ${folder}/base/20260504T010000Z`)
  expect(readFileSync(join(data, 'postgresql.auto.conf'), 'utf8')).toContain(
    `recovery_target_time = '2026-05-04T09:30:00+00:00'`,
  )
  expect(existsSync(join(data, 'recovery.signal'))).toBe(true)
})
