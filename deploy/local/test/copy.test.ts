import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabase, testRedis } from '@askline/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { enterHome } from '../src/home.ts'
import type { Installation } from '../src/services.ts'
import { readServicesEnv, removeServicesEnv, servicesEnvFile, writeServicesEnv } from '../src/services-env.ts'
import { repository } from '../src/settings.ts'

const db = await openTestDatabase()

test('services.env is readable only by its owner, and contains only the shared variables of the services', () => {
  const home = temporaryHome()
  const env = {
    QUEUE_PREFIX: "{o'hara} #1",
    SOCKET_URL: 'http://localhost:3001',
    AWS_SECRET: 'x',
    ASKLINE_PARENT_PIPE: '3',
  }

  writeServicesEnv(home, installation(home, { env }))

  expect(statSync(servicesEnvFile(home)).mode & 0o777).toBe(0o600)
  const said = readServicesEnv(home)
  expect(said).toMatchObject({ DATABASE_URL: db.url, PUBLIC_URL: 'https://ask.example', QUEUE_PREFIX: "{o'hara} #1" })
  expect(Object.keys(said ?? {})).not.toEqual(expect.arrayContaining(['AWS_SECRET']))
  expect(said).not.toHaveProperty('ASKLINE_PARENT_PIPE')
})

test('node reads services.env as it was written', () => {
  const home = temporaryHome()
  writeServicesEnv(home, installation(home, { env: { QUEUE_PREFIX: '{it\'s "so"} # 1' } }))

  const read = ['-p', 'process.env.QUEUE_PREFIX']
  const { stdout } = spawnSync(process.execPath, [`--env-file=${servicesEnvFile(home)}`, ...read], { encoding: 'utf8' })

  expect(stdout.trim()).toBe('{it\'s "so"} # 1')
})

test('a value that cannot be quoted is refused by name', () => {
  const write = () => writeServicesEnv(temporaryHome(), installation('/', { env: { QUEUE_PREFIX: `'"\`` } }))

  expect(write).toThrow('QUEUE_PREFIX')
})

test('a copy runs on the servers of its home until the launcher stops its services', async () => {
  const home = temporaryHome()
  await enterHome(home)
  writeServicesEnv(home, installation(home, { env: { QUEUE_PREFIX: testRedis().prefix } }))

  const copy = startCopyBeside(home)
  await vi.waitFor(() => expect(copy.said()).toContain('Health'), { timeout: 30_000, interval: 100 })
  const [health = ''] = /http:\S+/.exec(copy.said()) ?? []
  expect((await fetch(health)).status).toBe(200)

  removeServicesEnv(home)

  expect(await copy.ended).toBe(0)
  await expect(fetch(health)).rejects.toThrow()
}, 60_000)

test('a copy is refused if no launcher runs or the service does not exist', async () => {
  const home = temporaryHome()
  const [alone, unknown] = [startCopyBeside(home), startCopyBeside(home, 'desk')]

  expect([await alone.ended, await unknown.ended]).toEqual([1, 1])
  expect(alone.said()).toContain('Askline is not running')
  expect(unknown.said()).toContain('npm run copy -- notifier')
})

function startCopyBeside(home: string, ...flags: string[]) {
  const script = join(repository, 'deploy/local/bootstrap.mjs')
  const env = { PATH: process.env['PATH'], ASKLINE_HOME: home, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' }
  const child = spawn(process.execPath, [script, 'copy', ...flags], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      words += text
    })
  }
  return { said: () => words, ended: new Promise<number | null>((resolve) => child.once('close', resolve)) }
}

const installation = (home: string, more: Partial<Installation> = {}): Installation => ({
  databaseUrl: db.url,
  redisUrl: testRedis().url,
  publicUrl: 'https://ask.example',
  logs: join(home, 'logs'),
  logLevel: 'info',
  log: () => undefined,
  ...more,
})

function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'askline-home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}
