import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { ownPostgres } from '../src/servers/bring-postgres.ts'
import { bringRedis, ownRedis } from '../src/servers/bring-redis.ts'
import { canPing } from '../src/servers/private-redis.ts'

const silent = { log: () => {} }
const { redisIsReal } = inject('askline')

test('a killed Postgres keeps committed data and returns on the same port', async () => {
  const server = await ownPostgres({ ...silent })
  onTestFinished(() => server.stop())
  await query(server.url, 'create table marks as select 7 as n')
  const before = server.pid()

  await server.restart('SIGKILL')

  expect(await query(server.url, 'select n from marks')).toEqual([{ n: 7 }])
  expect(server.pid()).not.toBe(before)
  await server.restart()
  expect(await query(server.url, 'select n from marks')).toEqual([{ n: 7 }])
  // Three starts of a durable server, each of which waits for the disk.
}, 60_000)

test('a frozen Postgres answers no old or new connection until it thaws', async () => {
  const server = await ownPostgres({ ...silent, durable: false })
  onTestFinished(() => server.stop())
  const client = new Client({ connectionString: server.url, query_timeout: 300 })
  client.on('error', () => {})
  await client.connect()

  server.freeze()

  await expect(client.query('select 1')).rejects.toThrow(/timeout/)
  server.thaw()
  await client.end()
  expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
})

describe.skipIf(!redisIsReal)('with a real Redis', () => {
  test('Redis keeps its keys after a restart and loses them in a wipe', async () => {
    const server = await ownRedis({ ...silent })
    onTestFinished(() => server.stop())
    await onRedis(server.url, (redis) => redis.set('mark', '7'))

    await server.restart('SIGTERM')
    const kept = await onRedis(server.url, (redis) => redis.get('mark'))
    await server.wipe()
    const wiped = await onRedis(server.url, (redis) => redis.get('mark'))

    expect({ kept, wiped }).toEqual({ kept: '7', wiped: null })
  })

  test('Redis is append-only, never evicts and requires a password', async () => {
    const server = await bringRedis({ ...silent })
    onTestFinished(() => server.stop())

    const settings = await onRedis(server.url, (redis) => redis.config('GET', 'maxmemory-policy', 'appendonly'))

    expect(settings).toEqual(expect.arrayContaining(['noeviction', 'yes']))
    expect(await canPing(server.url.replace(/:[^:@]*@/, ':wrong@'))).toBe(false)
  })
})

test('servers end and leave no files if their launcher is killed with SIGKILL', async () => {
  const script = fileURLToPath(new URL('fixtures/start-and-wait.mjs', import.meta.url))
  const launcher = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const begun = await new Promise<{ pid: number; folder: string }>((resolve) => {
    launcher.stdout.once('data', (line: Buffer) => resolve(JSON.parse(line.toString())))
  })
  expect(isAlive(begun.pid)).toBe(true)

  launcher.kill('SIGKILL')

  await vi.waitFor(() => expect(isAlive(begun.pid)).toBe(false))
  await vi.waitFor(() => expect(existsSync(begun.folder)).toBe(false))
})

test('a launcher that ends before its guardian has started leaves no server behind', async () => {
  const guardian = spawn(process.execPath, [fileURLToPath(new URL('../guardian.mjs', import.meta.url)), sleeper()], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  onTestFinished(() => void guardian.kill('SIGKILL'))

  guardian.disconnect()

  await vi.waitFor(() => expect(guardian.exitCode).toBe(0))
})

function sleeper(): string {
  const stopSignals = [{ signal: 'SIGKILL', afterMs: 0 }]
  return JSON.stringify({ command: 'sleep', args: ['20'], logFile: '/dev/null', stopSignals })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function onRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}
