import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findProgram } from './apt-packages.ts'
import type { RedisProgramName } from './environment.ts'
import type { RealRedisProgram, RedisProgram } from './private-redis.ts'

/**
 * Returns the first `redis-server` or `valkey-server` on a search path that runs here, or `undefined`. With `chosen` it looks for
 * that program only, and throws if it cannot run.
 */
export function findRedisProgram(searchPath: string, chosen?: RedisProgramName): RealRedisProgram | undefined {
  for (const name of chosen ? [chosen] : ['redis-server', 'valkey-server']) {
    const command = findProgram(name, searchPath)
    const version = command && versionOf(command, name)
    if (command && version) return { command, version }
  }
  if (chosen) throw new Error(`TEST_REDIS=${chosen} needs ${chosen} on the PATH. Install it.`)
  return undefined
}

function versionOf(command: string, name: string): string | undefined {
  const answer = spawnSync(command, ['--version'], { encoding: 'utf8', timeout: 5_000 })
  const version = answer.status === 0 ? /v=(\S+)/.exec(answer.stdout)?.[1] : undefined
  return version && `${name} ${version}`
}

/** The stand-in for machines without Redis: npm's js-redis-server, in memory only. */
export function standInProgram(): RedisProgram {
  return { script: fileURLToPath(new URL('../../stand-in-redis.mjs', import.meta.url)) }
}
