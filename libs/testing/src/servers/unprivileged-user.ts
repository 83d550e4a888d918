import { spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { StartRefusedError } from './start-refused.ts'

/** The user that a server runs as if we are root, because Postgres refuses to run as root. */
export type RunAs = { uid: number; gid: number; name: string }

/** Returns the user `postgres` if it exists, else `nobody`, or `undefined` if this process is not root. Throws StartRefusedError if neither exists. */
export function findUnprivilegedUser(): RunAs | undefined {
  if (userInfo().uid !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== undefined && gid !== undefined) return { uid, gid, name }
  }
  throw new StartRefusedError(
    'Postgres does not run as root, and this system has neither a user `postgres` nor `nobody`.',
    'Start as an ordinary user, or give a server: DATABASE_URL=postgres://… npm start',
  )
}

function idOf(flag: string, name: string): number | undefined {
  const answer = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return answer.status === 0 ? Number(answer.stdout) : undefined
}

/** Returns whether that user can enter a folder and all its parents. */
export function canEnter(folder: string, runAs: RunAs | undefined): boolean {
  if (!runAs) return true
  const check = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid: runAs.uid, gid: runAs.gid, cwd: '/' })
  return check.status === 0
}

/** Returns a temporary folder that the user can enter: the system's, or `/var/tmp` or `/tmp` if that one is private. */
export function sharedTemporaryFolder(runAs: RunAs | undefined): string {
  const found = [tmpdir(), '/var/tmp', '/tmp'].find((folder) => canEnter(folder, runAs))
  return found ?? tmpdir()
}

/** Returns a cache folder below the temporary one that only this user can write to. */
export function cacheFolder(runAs: RunAs | undefined): string {
  const folder = join(sharedTemporaryFolder(runAs), `askline-cache-${userInfo().uid}`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const facts = lstatSync(folder)
  if (!facts.isDirectory() || facts.uid !== userInfo().uid) {
    throw new StartRefusedError(`${folder} belongs to another user.`, 'Remove it, or set TMPDIR to a folder of yours.')
  }
  chmodSync(folder, 0o755)
  return folder
}
