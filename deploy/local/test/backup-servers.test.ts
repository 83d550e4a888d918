import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
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
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { runChild } from '../src/child.ts'
import { repository } from '../src/settings.ts'

const canLock = spawnSync('flock', ['--version'], { stdio: 'ignore' }).status === 0
const segmentName = '000000010000000000000003'

/** The first eight bytes of the control file of a server. */
function controlFile(server: bigint): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.writeBigUInt64LE(server)
  return bytes
}

/** A segment of the log of a server, which names it in its first page. */
function segmentOf(server: bigint): Buffer {
  const bytes = Buffer.alloc(8_192, 1)
  bytes.writeBigUInt64LE(server, 24)
  return bytes
}

/** A folder of backups, and stand-ins for the programs of a server. `isArchived` tells whether it archives its log. */
function openServer(server: bigint, { isArchived = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'askline-servers-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [bin, backups] = [join(folder, 'bin'), join(folder, 'backups')]
  for (const path of [bin, join(backups, 'base'), join(backups, 'wal')]) mkdirSync(path, { recursive: true })
  const control = join(folder, 'control')
  writeFileSync(control, controlFile(server))
  const answers = `case "$*" in
    *system_identifier*) echo ${server} ;;
    *archive_mode*) echo on ;;
    *pg_walfile_name*) echo ${segmentName} ;;
    *pg_stat_archiver*) echo ${isArchived ? 't' : 'f'} ;;
  esac`
  const copy = `for word in "$@"; do case $word in --pgdata=*) made=\${word#--pgdata=} ;; esac; done
    mkdir -p "$made/global" && cp ${control} "$made/global/pg_control"
    echo 'START WAL LOCATION: 0/3000028 (file ${segmentName})' > "$made/backup_label"
    echo '{ "Timeline": 1, "Start-LSN": "0/3000028", "End-LSN": "0/3000100" }' > "$made/backup_manifest"
    echo 15 > "$made/PG_VERSION"`
  for (const [name, line] of [
    ['psql', answers],
    ['pg_basebackup', copy],
    ['pg_verifybackup', 'exit 0'],
    ['pg_archivecleanup', 'exit 0'],
    ['postgres', 'echo postgres 15.2'],
    ['pg_waldump', 'echo pg_waldump 15.2'],
    ['sleep', 'exit 0'],
  ]) {
    writeFileSync(join(bin, name ?? ''), `#!/bin/sh\n${line}\n`)
    chmodSync(join(bin, name ?? ''), 0o755)
  }
  const env: Record<string, string> = {
    PATH: `${bin}:${process.env['PATH']}`,
    DATABASE_URL: 'postgres://owner@db/askline',
    SECRETS_KEY: '',
  }
  const run = (script: string, ...words: string[]) =>
    runChild('sh', [join(repository, 'deploy/backup', script), ...words], { quiet: true, withinMs: 30_000, env })
  return {
    folder,
    backups,
    env,
    run,
    bases: () => readdirSync(join(backups, 'base')),
    addBase(name: string, of: bigint) {
      mkdirSync(join(backups, 'base', name, 'global'), { recursive: true })
      writeFileSync(join(backups, 'base', name, 'global/pg_control'), controlFile(of))
    },
    addLog: (name: string, of: bigint) => writeFileSync(join(backups, 'wal', `${name}.gz`), gzipSync(segmentOf(of))),
    /** Runs archive.sh as Postgres does, for a segment of this server. */
    archive(name: string) {
      writeFileSync(join(folder, name), segmentOf(server))
      return run('archive.sh', backups, join(folder, name), name)
    },
  }
}

const [own, foreign] = [7_412_345_678_901_234_567n, 7_000_000_000_000_000_001n]

test('backup.sh publishes a base backup only if its log is archived', async () => {
  const late = openServer(own, { isArchived: false })
  const refused = await late.run('backup.sh', late.backups)
  expect(refused.words).toContain(`did not archive ${segmentName}`)
  expect(refused.code).toBe(1)
  expect(late.bases()).toEqual([])

  const { run, backups, bases } = openServer(own)
  const { code, words } = await run('backup.sh', backups)
  expect(code, words).toBe(0)
  expect(bases()).toEqual([expect.stringMatching(/^2\d+T\d+Z$/), expect.stringMatching(/^2\d+T\d+Z\.key-ids$/)])
})

test('backup.sh refuses a folder with the base backups or the log of another server', async () => {
  const { run, backups, bases, addBase, addLog } = openServer(own)
  addLog(segmentName, foreign)
  const refused = await run('backup.sh', backups)
  expect(refused.words).toContain(`holds the log of the server ${foreign}, and this is the server ${own}`)
  expect(bases()).toEqual([])

  addBase('20260504T010000Z', foreign)
  const { code, words } = await run('backup.sh', backups)
  expect(words).toContain(`holds base backups of the server ${foreign}, and this is the server ${own}`)
  expect(code).toBe(1)
  expect(bases()).toEqual(['20260504T010000Z'])
})

test('archive.sh stores no segment in a folder with the base backups of another server', async () => {
  const { archive, backups, addBase } = openServer(own)
  const stored = (name: string) => join(backups, 'wal', `${name}.gz`)
  expect((await archive(segmentName)).code).toBe(0)
  expect(gunzipSync(readFileSync(stored(segmentName)))).toEqual(segmentOf(own))
  addBase('20260503T010000Z', own)
  expect((await archive('000000010000000000000004')).code).toBe(0)

  rmSync(join(backups, 'base/20260503T010000Z'), { recursive: true })
  addBase('20260504T010000Z', foreign)
  const { code, words } = await archive('000000010000000000000005')
  expect(words).toContain(`holds backups of the server ${foreign}, and this is the server ${own}`)
  expect(code).toBe(1)
  expect(existsSync(stored('000000010000000000000005'))).toBe(false)
})

test('archive.sh stores no segment beside the log of another server, also before the first base backup', async () => {
  const { archive, backups, addLog } = openServer(own)
  addLog('000000010000000000000009', foreign)

  const { code, words } = await archive(segmentName)

  expect(words).toContain(`holds backups of the server ${foreign}, and this is the server ${own}`)
  expect(code).toBe(1)
  expect(existsSync(join(backups, 'wal', `${segmentName}.gz`))).toBe(false)
})

test('restore.sh refuses base backups of several servers, and a log of another server', async () => {
  const { run, folder, backups, addBase, addLog } = openServer(own)
  const data = join(folder, 'data')
  expect((await run('backup.sh', backups)).code).toBe(0)
  addLog('000000010000000000000002', foreign)
  addLog(segmentName, own)
  addLog('000000010000000000000004', foreign)
  const torn = await run('restore.sh', backups, data, 'latest')
  expect(torn.words).toContain(`000000010000000000000004.gz is of the server ${foreign}, and the base backup of ${own}`)
  expect(torn.code).toBe(1)
  expect(existsSync(data)).toBe(false)

  addLog('000000010000000000000004', own)
  // The log from before the base backup is not read.
  expect((await run('restore.sh', backups, data, 'latest')).words).toContain('is laid out')
  rmSync(data, { recursive: true })
  addBase('20200504T010000Z', foreign)
  const mixed = await run('restore.sh', backups, data, 'latest')
  expect(mixed.words).toContain(`are of several servers: ${foreign} ${own}`)
  expect(mixed.code).toBe(1)
})

test.runIf(canLock)('backup.sh refuses to run beside another one, whose files it would remove', async () => {
  const { run, backups, bases, archive } = openServer(own)
  await archive(segmentName)
  const held = spawn('flock', [join(backups, 'base'), '/bin/sh', '-c', 'echo held; read end'])
  onTestFinished(() => void held.kill())
  await once(held.stdout, 'data')

  const refused = await run('backup.sh', backups)
  expect(refused).toMatchObject({ code: 1, words: expect.stringContaining('Another run of backup.sh') })
  expect(bases()).toEqual([])

  held.stdin.end()
  await once(held, 'exit')
  expect(await run('backup.sh', backups)).toMatchObject({ code: 0 })
})

test('backup.sh refuses to keep no base backup', async () => {
  const { backups, bases, run, env } = openServer(own)
  for (const KEEP of ['0', 'all', '-1']) {
    env.KEEP = KEEP
    expect(await run('backup.sh', backups)).toMatchObject({
      code: 1,
      words: expect.stringContaining(`KEEP is ${KEEP}.`),
    })
  }
  expect(bases()).toEqual([])
})
