import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RedisProgram } from './private-redis.ts'
import type { Say } from './server.ts'

const INSTALL_WITHIN_MS = 180_000
const POLICY_FILE = '/usr/sbin/policy-rc.d'
const INSTALLER = fileURLToPath(new URL('../../install-redis.sh', import.meta.url))

/** The first `redis-server` or `valkey-server` on a search path that runs here; undefined when there is none. */
export function findRedisProgram(searchPath: string): RedisProgram | undefined {
  const folders = searchPath.split(delimiter).filter(Boolean)
  for (const name of ['redis-server', 'valkey-server']) {
    const command = folders.map((folder) => join(folder, name)).find(isExecutable)
    const version = command && versionOf(command, name)
    if (command && version) return { command, version }
  }
  return undefined
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function versionOf(command: string, name: string): string | undefined {
  const answer = spawnSync(command, ['--version'], { encoding: 'utf8', timeout: 5_000 })
  const version = answer.status === 0 ? /v=(\S+)/.exec(answer.stdout)?.[1] : undefined
  return version && `${name} ${version}`
}

/** Whether this is Debian or Ubuntu, we are root, and apt-get is there. */
export function canInstallRedis(searchPath: string): boolean {
  if (userInfo().uid !== 0 || !/^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readIfThere('/etc/os-release'))) return false
  return searchPath.split(delimiter).some((folder) => isExecutable(join(folder, 'apt-get')))
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Installs Debian's redis-server with apt-get, three minutes at most; its own service is neither started nor enabled.
 * False when that fails. The script runs in a session of its own and cleans up after itself even when this process is killed.
 */
export async function installRedis(say: Say, policyFile = POLICY_FILE): Promise<boolean> {
  say('Redis is not installed: bringing redis-server with apt-get (its own service is kept from starting)')
  const child = spawn('/bin/sh', [INSTALLER, policyFile], { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-2_000)
  })
  const timer = setTimeout(() => child.kill('SIGTERM'), INSTALL_WITHIN_MS)
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', resolve)
  })
  clearTimeout(timer)
  if (code !== 0) say(`apt-get could not bring it: ${words.trim().split('\n').at(-1) || 'no reason given'}`)
  return code === 0
}

/** The stand-in for a machine where no Redis can be had: npm's js-redis-server, in memory only. */
export function standInProgram(): RedisProgram {
  return { script: fileURLToPath(new URL('../../stand-in-redis.mjs', import.meta.url)) }
}
