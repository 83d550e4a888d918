import { spawn } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readServerEnvironment } from './environment.ts'
import type { Log } from './server.ts'

const INSTALL_WITHIN_MS = 180_000
const POLICY_FILE = '/usr/sbin/policy-rc.d'
const INSTALLER = fileURLToPath(new URL('../../install-package.sh', import.meta.url))

/** Returns the path of the first executable file `name` on a search path, or `undefined`. */
export function findProgram(name: string, searchPath: string): string | undefined {
  const folders = searchPath.split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** Returns the path of the program of a Debian package of its name, installed by apt-get where that is possible, or `undefined`. */
export async function bringProgram(name: string, log: Log): Promise<string | undefined> {
  const { path } = readServerEnvironment()
  const found = findProgram(name, path)
  if (found || !canInstallPackages(path) || !(await installPackage(name, log))) return found
  return findProgram(name, path)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns whether this is Debian or Ubuntu with apt-get, and the process runs as root. */
export function canInstallPackages(searchPath: string): boolean {
  if (userInfo().uid !== 0 || !/^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readIfThere('/etc/os-release'))) return false
  return findProgram('apt-get', searchPath) !== undefined
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Installs a Debian package with apt-get within three minutes, without starting or enabling its service.
 * Returns whether it succeeded. The script has its own session and cleans up even if this process is killed.
 */
export async function installPackage(name: string, log: Log, policyFile = POLICY_FILE): Promise<boolean> {
  log(`Installing ${name} with apt-get. Its own service is not started.`)
  const child = spawn('/bin/sh', [INSTALLER, policyFile, name], { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
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
  if (code !== 0) log(`apt-get could not install ${name}: ${words.trim().split('\n').at(-1) || 'no reason given'}`)
  return code === 0
}
