import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { bringPostgres } from '../src/servers/bring-postgres.ts'
import { bringRedis } from '../src/servers/bring-redis.ts'
import { dockerAnswers } from '../src/servers/docker-engine.ts'
import { readServerEnvironment } from '../src/servers/environment.ts'
import { canPing } from '../src/servers/private-redis.ts'
import { findRedisProgram } from '../src/servers/redis-program.ts'

test('a given Postgres is used and not changed', async () => {
  const { postgresUrl } = inject('askline')
  const lines: string[] = []

  const server = await bringPostgres({ url: postgresUrl, log: (line) => lines.push(line) })
  await server.stop()

  expect(server.url).toBe(postgresUrl)
  expect(server.restart).toBeUndefined()
  expect(lines.join()).toContain('given by DATABASE_URL')
  await (await bringPostgres({ url: postgresUrl, log: () => {} })).stop()
})

test('the origin is printed without the password', async () => {
  const { postgresUrl, redisUrl } = inject('askline')
  const lines: string[] = []

  await bringPostgres({ url: postgresUrl, log: (line) => lines.push(line) })
  await bringRedis({ url: redisUrl, log: (line) => lines.push(line) })

  const secrets = [postgresUrl, redisUrl].map((url) => new URL(url).password).filter(Boolean)
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(`:${secret}@`)
  expect(lines).toHaveLength(2)
})

test('a given server that cannot be reached is refused with a remedy and without the password', async () => {
  const postgres = () => bringPostgres({ url: 'postgres://ada:secret@127.0.0.1:1/askline', log: () => {} })
  const redis = () => bringRedis({ url: 'redis://:secret@127.0.0.1:1', log: () => {} })

  await expect(postgres()).rejects.toMatchObject({
    code: 'start_refused',
    message: expect.stringContaining('ada:***@'),
  })
  await expect(redis()).rejects.toMatchObject({ remedy: expect.stringContaining('REDIS_URL') })
})

test('a Docker socket that stays silent is not waited for', async () => {
  const path = join(temporaryFolder(), 'docker.sock')
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(path, resolve))
  onTestFinished(() => void silent.close())

  expect(await dockerAnswers(`unix://${path}`)).toBe(false)
})

test('a missing Docker socket is detected at once', async () => {
  expect(await dockerAnswers('unix:///nowhere/docker.sock')).toBe(false)
})

test('valkey-server is used if redis-server is missing', () => {
  const folder = temporaryFolder()
  program(folder, 'valkey-server', 'echo "Valkey server v=8.1.0 sha=0"')

  expect(findRedisProgram(folder)).toEqual({ command: join(folder, 'valkey-server'), version: 'valkey-server 8.1.0' })
})

test('TEST_REDIS chooses the program, and one that is missing is an error', () => {
  const folder = temporaryFolder()
  program(folder, 'redis-server', 'echo "Redis server v=7.2.0 sha=0"')
  const { redisProgram } = readServerEnvironment({ TEST_REDIS: 'valkey-server' })

  expect(() => findRedisProgram(folder, redisProgram)).toThrow('TEST_REDIS=valkey-server needs valkey-server')
  program(folder, 'valkey-server', 'echo "Valkey server v=8.1.0 sha=0"')
  expect(findRedisProgram(folder, redisProgram)?.version).toBe('valkey-server 8.1.0')
  expect(findRedisProgram(folder)?.version).toBe('redis-server 7.2.0')
  expect(() => readServerEnvironment({ TEST_REDIS: 'valkey' })).toThrow('TEST_REDIS must be')
})

test('a redis-server that cannot run here is skipped', () => {
  const folder = temporaryFolder()
  program(folder, 'redis-server', 'echo "GLIBC_2.38 not found" >&2; exit 1')

  expect(findRedisProgram(folder)).toBeUndefined()
})

test('without any Redis the stand-in is used, reported, and not marked as real', async () => {
  const lines: string[] = []

  const server = await bringRedis({ searchPath: temporaryFolder(), mayInstall: false, log: (line) => lines.push(line) })
  onTestFinished(() => server.stop())

  expect(await canPing(server.url)).toBe(true)
  expect(server.isReal).toBe(false)
  expect(lines[0]).toMatch(/^No Redis to be had: a stand-in/)
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'askline-ladder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function program(folder: string, name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
}
