import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { runChild } from '../src/child.ts'
import { repository } from '../src/settings.ts'

const beginning = 'rmgr: Transaction len (rec/tot): 34/34'

/** A folder of backups, and stand-ins for the programs of Postgres. The one for pg_waldump prints the file that it is to read. */
function openFolder({ programs = [], isKept = false }: { programs?: [string, string][]; isKept?: boolean } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'askline-refusals-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const standIns: [string, string][] = [
    ['postgres', 'echo postgres 15.2'],
    ['pg_verifybackup', 'exit 0'],
    ['pg_waldump', '[ "$1" = --version ] && echo pg_waldump 15.2 || cat "$2"'],
    ...programs,
  ]
  mkdirSync(join(folder, 'bin'))
  for (const [name, line] of standIns) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${line}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  const data = join(folder, 'data')
  return {
    folder,
    data,
    addBase(name: string, timeline: number, end: string) {
      const base = join(folder, 'base', name)
      mkdirSync(join(base, 'global'), { recursive: true })
      // A segment names its server in bytes 24 to 31. The segments of these tests are text with the same beginning.
      writeFileSync(join(base, 'global/pg_control'), Buffer.from(beginning).subarray(24, 32))
      writeFileSync(join(base, 'backup_label'), 'START WAL LOCATION: 0/2000028 (file 000000010000000000000002)\n')
      writeFileSync(join(base, 'PG_VERSION'), '15\n')
      const range = `{ "Timeline": ${timeline}, "Start-LSN": "0/2000028", "End-LSN": "${end}" }`
      writeFileSync(
        join(base, 'backup_manifest'),
        `{ "PostgreSQL-Backup-Manifest-Version": 1,\n"WAL-Ranges": [\n${range}\n],\n}`,
      )
      return base
    },
    addLog(name: string, text: string) {
      mkdirSync(join(folder, 'wal'), { recursive: true })
      writeFileSync(join(folder, 'wal', `${name}.gz`), gzipSync(text))
    },
    /** Runs restore.sh into an empty data folder, or into what an earlier run or the test left there if `isKept`. */
    async restore(backups: string, ...words: string[]) {
      if (!isKept) rmSync(data, { recursive: true, force: true })
      const script = join(repository, 'deploy/backup/restore.sh')
      const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` }
      return await runChild('sh', [script, backups, data, ...words], { quiet: true, withinMs: 30_000, env })
    },
  }
}

test('restore.sh names a wrong folder, a folder without backups, a time that is too early, and a disk that is too small', async () => {
  // A disk with 1 MB left.
  const df = `printf 'Filesystem 1024-blocks Used Available\\n/dev/x 9 8 1024\\n'`
  const { folder, data, addBase, restore } = openFolder({ programs: [['df', df]] })
  const refusal = async (backups: string, time: string) => {
    const { code, words } = await restore(backups, time)
    expect(code).toBe(1)
    return words
  }

  expect(await refusal(join(folder, 'nowhere'), 'latest')).toContain('There is no folder')
  mkdirSync(join(folder, 'base'))
  expect(await refusal(folder, 'latest')).toContain('holds no base backup')
  const base = addBase('20260504T010000Z', 1, '0/2000100')
  expect(await refusal(folder, '2026-05-03T09:30:00Z')).toContain('Choose a time after 20260504T010000Z')
  writeFileSync(join(base, 'table'), Buffer.alloc(3_000_000, 1))
  expect(await refusal(folder, 'latest')).toMatch(/has 1 MB free, and the backup has [23] MB/)
  expect(existsSync(join(data, 'PG_VERSION'))).toBe(false)
})

/** A folder with one base backup. `refusal` returns what restore.sh says when it refuses to lay out its data. */
function openBackup(given: Parameters<typeof openFolder>[0] = {}) {
  const opened = openFolder(given)
  opened.addBase('20260504T010000Z', 1, '0/2000100')
  const refusal = async (...words: string[]) => {
    const refused = await opened.restore(opened.folder, ...words)
    expect(refused.code, refused.words).not.toBe(0)
    expect(existsSync(join(opened.data, 'recovery.signal'))).toBe(false)
    return refused.words
  }
  return { ...opened, refusal }
}

test('restore.sh needs three or four words, and a time with an offset', async () => {
  const { data, refusal } = openBackup()

  expect(await refusal()).toContain('Three or four words are needed')
  expect(await refusal('2026-05-04T09:30:00')).toContain('2026-05-04T09:30:00 has no offset')
  expect(await refusal('noonZ')).toContain('noonZ is not a time')
  expect(existsSync(data)).toBe(false)
})

test('restore.sh leaves a data folder with content as it is', async () => {
  const { data, refusal } = openBackup({ isKept: true })
  mkdirSync(data)
  writeFileSync(join(data, 'PG_VERSION'), 'the last of it\n')

  expect(await refusal('latest')).toContain(`${data} is not empty`)
  expect(readFileSync(join(data, 'PG_VERSION'), 'utf8')).toBe('the last of it\n')
})

test.each(['postgres 16.1', 'postgres (PostgreSQL) 150.2', 'postgres 5.15'])(
  'restore.sh refuses a backup of Postgres 15 to the programs of %s',
  async (version) => {
    const { data, refusal } = openBackup({ programs: [['postgres', `echo '${version}'`]] })

    expect(await refusal('latest')).toContain(`The backup is of Postgres 15, and this is ${version}`)
    expect(existsSync(data)).toBe(false)
  },
)

test('restore.sh copies no backup that fails its check', async () => {
  const check = 'echo "checksum mismatch for file $2" >&2; exit 1'
  const { data, refusal } = openBackup({ programs: [['pg_verifybackup', check]] })

  expect(await refusal('latest')).toContain('checksum mismatch')
  expect(existsSync(data)).toBe(false)
})

test('restore.sh says which folder to empty after a copy that failed', async () => {
  const { data, refusal } = openBackup({ programs: [['cp', 'exit 1']] })

  expect(await refusal('latest')).toContain(`The backup could not be copied to ${data}`)
})

const commit = (position: string, time: string) =>
  `${beginning}, tx: 735, lsn: ${position}, prev 0/03000028, desc: COMMIT 2026-05-04 ${time} UTC\n`

/** A night backup of the lost time, and a first restore to 23:00 of the day before, whose Postgres wrote from 11:00 on. */
function openRestoredOnce() {
  const opened = openFolder()
  opened.addBase('20260503T010000Z', 1, '0/2000100')
  opened.addBase('20260504T020000Z', 1, '0/5000100')
  opened.addLog('00000002.history', '1\t0/3000060\tbefore 2026-05-03 23:00:01.5+00\n')
  // The first segment begins with the end of the parent.
  opened.addLog(
    '000000020000000000000003',
    commit('0/03000028', '01:00:00.000000') + commit('0/03000088', '11:00:00.500000'),
  )
  return opened
}

test.each([
  { when: 'before the first restore', time: '2026-05-03T23:30:00Z', base: '20260503T010000Z', timeline: 1 },
  { when: 'before the first change after it', time: '2026-05-04T11:00:00.4Z', base: '20260504T020000Z', timeline: 1 },
  { when: 'of the first change after it', time: '2026-05-04T13:00:00.5+02:00', base: '20260503T010000Z', timeline: 2 },
  { when: 'of the latest change', time: 'latest', base: '20260503T010000Z', timeline: 2 },
])('a restore to a time $when follows timeline $timeline from $base', async ({ time, base, timeline }) => {
  const { folder, data, restore } = openRestoredOnce()
  const { code, words } = await restore(folder, time)
  expect(words).toContain(`${base}, for timeline ${timeline} of: 2 1`)
  expect(code).toBe(0)
  const settings = readFileSync(join(data, 'postgresql.auto.conf'), 'utf8')
  expect(settings).toContain(`recovery_target_timeline = '${timeline}'`)
})

test('a timeline can be named, but only one that has changes from before the time', async () => {
  const { folder, data, restore } = openRestoredOnce()
  expect((await restore(folder, 'latest', '1')).words).toContain('20260504T020000Z, for timeline 1')
  expect((await restore(folder, '2026-05-04T10:00:00Z', '2')).words).toContain('Timeline 2 has no change from before')
  expect((await restore(folder, 'latest', '3')).words).toContain('There is no timeline 3')
  rmSync(join(folder, 'base/20260503T010000Z'), { recursive: true })
  const { code, words } = await restore(folder, 'latest')
  expect(words).toContain('No base backup from before latest leads to timeline 2')
  expect(code).toBe(1)
  expect(existsSync(data)).toBe(false)
})

test("the runbook's command that moves the data away can be repeated", async () => {
  const { folder } = openFolder()
  const runbook = readFileSync(join(repository, 'deploy/RUNBOOK.md'), 'utf8')
  const [, command = ''] = /^ +\$in_postgres -c '(lost=.*)'$/m.exec(runbook) ?? []
  const data = join(folder, 'volume')
  mkdirSync(data)
  const script = command.replaceAll('/var/lib/postgresql/data', data).replaceAll('/backups', folder)
  for (const name of ['of the disaster', 'of the first try']) {
    writeFileSync(join(data, name), name)
    const { code, words } = await runChild('sh', ['-c', script], { quiet: true, withinMs: 30_000 })
    expect(code, words).toBe(0)
    expect(readdirSync(data)).toEqual([])
  }
  const moved = readdirSync(join(folder, 'lost-data'), { recursive: true }).map(String)
  expect(moved.filter((path) => /of the /.test(path))).toHaveLength(2)
})
