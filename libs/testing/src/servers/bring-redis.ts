import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canInstallPackages, installPackage } from './apt-packages.ts'
import type { BringOptions } from './bring-postgres.ts'
import { dockerAnswers, startRedisContainer } from './docker-engine.ts'
import { readServerEnvironment } from './environment.ts'
import { canPing, type RedisProgram, startPrivateRedis } from './private-redis.ts'
import { findRedisProgram, standInProgram } from './redis-program.ts'
import type { PrivateRedis, RedisServer } from './server.ts'
import { StartRefusedError, withoutPassword } from './start-refused.ts'

export type BringRedisOptions = Omit<BringOptions, 'durable'> & {
  /** Search path for a server, whatever TEST_REDIS says. Default: the environment's PATH. */
  searchPath?: string
  /** `false` installs nothing and continues with the stand-in. */
  mayInstall?: boolean
}

/** Starts a Redis by the ladder: given, container (tests), PATH or apt-get, stand-in. Throws StartRefusedError if the given one is unusable. */
export async function bringRedis(options: BringRedisOptions): Promise<RedisServer & Partial<PrivateRedis>> {
  const server = await firstRung(options)
  options.log(`Redis: ${server.origin}`)
  return server
}

async function firstRung(options: BringRedisOptions): Promise<RedisServer & Partial<PrivateRedis>> {
  if (options.url) return givenRedis(options.url)
  if (
    options.docker &&
    !readServerEnvironment().redisProgram &&
    (await dockerAnswers(options.docker === true ? undefined : options.docker))
  ) {
    return startRedisContainer()
  }
  return ownRedis(options)
}

/** Starts a private Redis that may be killed, frozen and wiped. It is the stand-in if `isReal` is false. */
export async function ownRedis(options: Omit<BringRedisOptions, 'url' | 'docker'>): Promise<PrivateRedis> {
  const program = await chooseProgram(options)
  const { port, fresh, log } = options
  if (options.home) {
    const logs = join(options.home, 'logs')
    mkdirSync(logs, { recursive: true, mode: 0o700 })
    const folder = join(options.home, 'redis')
    return startPrivateRedis(program, { folder, logFile: join(logs, 'redis.log'), port, fresh, log })
  }
  const folder = mkdtempSync(join(tmpdir(), 'askline-redis-'))
  const logFile = `${folder}.log`
  const server = await startPrivateRedis(program, { folder, logFile, leftBehind: [folder, logFile], port, log })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
      rmSync(logFile, { force: true })
    },
  }
}

async function chooseProgram(options: BringRedisOptions): Promise<RedisProgram> {
  const { path, redisProgram } = readServerEnvironment()
  const searchPath = options.searchPath ?? path
  const found = findRedisProgram(searchPath, options.searchPath ? undefined : redisProgram)
  if (found) return found
  if (
    options.mayInstall !== false &&
    canInstallPackages(searchPath) &&
    (await installPackage('redis-server', options.log))
  ) {
    const brought = findRedisProgram(searchPath)
    if (brought) return brought
  }
  options.log(
    'No Redis to be had: a stand-in (js-redis-server) is used; it is slow and forgets everything when it stops',
  )
  return standInProgram()
}

async function givenRedis(url: string): Promise<RedisServer> {
  if (!(await canPing(url))) {
    throw new StartRefusedError(
      `The Redis of REDIS_URL (${withoutPassword(url)}) cannot be reached.`,
      'Start that server, correct REDIS_URL, or leave it out to use a private Redis.',
    )
  }
  return { url, isReal: true, origin: `given by REDIS_URL (${withoutPassword(url)})`, stop: async () => {} }
}
