import { spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { StartRefusedError } from './start-refused.ts'

/** Whom a server runs as when we are root, because Postgres refuses to run as root. */
export type RunAs = { uid: number; gid: number; name: string }

/** The user `postgres` when the system has one, else `nobody`; undefined when we are not root and run as ourselves. */
export function findUnprivilegedUser(): RunAs | undefined {
  if (userInfo().uid !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== undefined && gid !== undefined) return { uid, gid, name }
  }
  throw new StartRefusedError(
    'Postgres does not run as root, and this system has neither a user "postgres" nor "nobody".',
    'Start as an ordinary user, or give a server: DATABASE_URL=postgres://… npm start',
  )
}

function idOf(flag: string, name: string): number | undefined {
  const answer = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return answer.status === 0 ? Number(answer.stdout) : undefined
}

/** Whether that user can enter a folder, all folders above included. */
export function canEnter(folder: string, runAs: RunAs | undefined): boolean {
  if (!runAs) return true
  const check = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid: runAs.uid, gid: runAs.gid, cwd: '/' })
  return check.status === 0
}

/** A temporary folder the user can enter: the system's, or `/var/tmp`, `/tmp` when that one is private. */
export function sharedTemporaryFolder(runAs: RunAs | undefined): string {
  const found = [tmpdir(), '/var/tmp', '/tmp'].find((folder) => canEnter(folder, runAs))
  return found ?? tmpdir()
}

/** A folder below the temporary one for what is worth keeping between runs; nobody else may write there. */
export function cacheFolder(runAs: RunAs | undefined): string {
  const folder = join(sharedTemporaryFolder(runAs), `askline-cache-${userInfo().uid}`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const facts = lstatSync(folder)
  if (!facts.isDirectory() || facts.uid !== userInfo().uid) {
    throw new StartRefusedError(`${folder} belongs to somebody else.`, 'Remove it, or set TMPDIR to a folder of yours.')
  }
  chmodSync(folder, 0o755)
  return folder
}
