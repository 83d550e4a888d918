import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefusedError, sendSignal } from '@askline/testing/servers'
import { identityOf, isRunning, type ProcessIdentity } from './process-identity.ts'
import { print } from './steps.ts'

const NEEDED_BYTES = 300 * 1024 * 1024
const LEFTOVERS_END_WITHIN_MS = 12_000

/** Creates the home, locks it for this process, and waits for processes of an earlier run. Throws StartRefusedError if it is in use or unusable. */
export async function enterHome(home: string): Promise<void> {
  makeHome(home)
  takeHome(home)
  checkSpace(home)
  await waitForLeftovers(home)
}

/** Releases the home. */
export function leaveHome(home: string): void {
  rmSync(lockFile(home), { force: true })
  rmSync(processesFile(home), { force: true })
}

/** Records a process of this run, so that the next run can wait for it if this one is killed. */
export function noteProcess(home: string, name: string, pid: number): void {
  const identity = identityOf(pid)
  const others = readProcesses(home).filter((process) => process.name !== name && isRunning(process))
  const noted = identity ? [...others, { name, ...identity }] : others
  const arriving = `${processesFile(home)}.arriving`
  writeFileSync(arriving, JSON.stringify(noted))
  renameSync(arriving, processesFile(home))
}

/** Stores the database's URL for `npm run askline`, readable by this user only, because a private Postgres has no fixed port. */
export function noteDatabase(home: string, databaseUrl: string): void {
  const file = join(home, 'database-url')
  rmSync(file, { force: true })
  writeFileSync(file, databaseUrl, { mode: 0o600 })
}

/**
 * Returns the installation's SECRETS_KEY: the one that an earlier start stored in this home, or a new one. Readable by this
 * user only. It decrypts the signing keys in the database, so a copy of the database is of use only together with this file.
 */
export function secretsKeyOf(home: string): string {
  const file = secretsKeyFile(home)
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

const secretsKeyFile = (home: string) => join(home, 'secrets-key')

/** Returns the launcher that runs from this home, or `undefined`. */
export function findLauncher(home: string): ProcessIdentity | undefined {
  const holder = readJson<ProcessIdentity>(lockFile(home))
  return holder && isRunning(holder) ? holder : undefined
}

const lockFile = (home: string) => join(home, 'launcher.json')
const processesFile = (home: string) => join(home, 'processes.json')

function makeHome(home: string): void {
  try {
    mkdirSync(join(home, 'logs'), { recursive: true, mode: 0o700 })
    // Root's Postgres runs as another user, who must be able to enter. Secret files inside have stricter modes.
    chmodSync(home, userInfo().uid === 0 ? 0o711 : 0o700)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw error
    throw new StartRefusedError(
      `The home ${home} cannot be used: ${error instanceof Error ? error.message : error}.`,
      'Choose another folder: ASKLINE_HOME=/path/to/folder npm start',
    )
  }
}

function takeHome(home: string): void {
  const own = identityOf(process.pid)
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(lockFile(home), JSON.stringify(own), { flag: 'wx' })
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const holder = findLauncher(home)
      if (holder) throw alreadyRunning(home, holder.pid)
      rmSync(lockFile(home), { force: true })
    }
  }
  throw new StartRefusedError(`The home ${home} is being taken by another start.`, 'Wait a moment and try again.')
}

function alreadyRunning(home: string, pid: number): StartRefusedError {
  return new StartRefusedError(
    `Askline is already running from this home (${home}, process ${pid}).`,
    'Stop it first, or start a second one: ASKLINE_HOME=.askline-2 PORT=3100 NOTIFIER_PORT=3101 npm start',
  )
}

function checkSpace(home: string): void {
  const { bavail, bsize } = statfsSync(home)
  if (bavail * bsize >= NEEDED_BYTES) return
  leaveHome(home)
  throw new StartRefusedError(
    `The disk that holds ${home} is full: ${Math.floor((bavail * bsize) / 1024 / 1024)} MB are free.`,
    'Free at least 300 MB, or choose a folder on another disk: ASKLINE_HOME=/path/to/folder npm start',
  )
}

async function waitForLeftovers(home: string): Promise<void> {
  const left = () => readProcesses(home).filter(isRunning)
  if (left().length > 0) print('  waiting for the processes of an earlier run to end …')
  const giveUpAt = performance.now() + LEFTOVERS_END_WITHIN_MS
  while (left().length > 0 && performance.now() < giveUpAt) await pause(100)
  for (const { pid } of left()) sendSignal(pid, 'SIGKILL')
  while (left().length > 0) await pause(100)
}

function readProcesses(home: string): (ProcessIdentity & { name: string })[] {
  return readJson(processesFile(home)) ?? []
}

function readJson<T>(file: string): T | undefined {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    // Writing was interrupted, so the content is unusable.
    return undefined
  }
}
