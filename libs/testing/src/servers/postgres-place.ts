import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { keepPassword } from './kept-password.ts'
import type { Log } from './server.ts'
import { canEnter, type RunAs } from './unprivileged-user.ts'

/** Where one private Postgres lives: `folder` is ours, `data` belongs to the user it runs as. */
export type PostgresPlace = { folder: string; data: string; password: string; isNew: boolean }

const ELSEWHERE = '/var/lib/askline'

/**
 * Makes (or finds) the place of a Postgres at `folder`. If root's other user cannot enter it, the place is below
 * /var/lib/askline and `folder` is a link to it. A place without a link belonged to a deleted home and is removed.
 * With `fresh`, what is there is removed first.
 */
export function preparePlace(folder: string, runAs: RunAs | undefined, fresh: boolean, log: Log): PostgresPlace {
  if (fresh) removePlace(folder)
  if (!existsSync(folder)) makeFolder(folder, runAs, log)
  const real = isLink(folder) ? readlinkSync(folder) : folder
  const data = join(real, 'data')
  return { folder: real, data, password: keepPassword(real), isNew: !existsSync(join(data, 'PG_VERSION')) }
}

/** Copies the place of a stopped Postgres with its owners, unless there is one already. Throws what the system says. */
export function copyPlace(from: string, to: string): void {
  if (existsSync(to)) return
  const copied = spawnSync('cp', ['-Rp', from, to], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(`${from} cannot be copied: ${copied.stderr}${copied.error?.message ?? ''}`)
}

/** Removes a place and what its link points to. */
export function removePlace(folder: string): void {
  if (isLink(folder)) rmSync(readlinkSync(folder), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

function makeFolder(folder: string, runAs: RunAs | undefined, log: Log): void {
  mkdirSync(dirname(folder), { recursive: true })
  if (canEnter(dirname(folder), runAs)) {
    rmSync(folder, { force: true })
    mkdirSync(folder, { mode: runAs ? 0o711 : 0o700 })
    if (runAs) chmodSync(folder, 0o711)
    return
  }
  const place = placeElsewhere(folder)
  log(`Postgres runs as ${runAs?.name}, who cannot enter this folder: its data lies in ${place}`)
  rmSync(folder, { force: true })
  symlinkSync(place, folder)
}

function placeElsewhere(folder: string): string {
  const owner = resolve(folder)
  const mark = createHash('sha256').update(owner).digest('hex').slice(0, 12)
  mkdirSync(ELSEWHERE, { recursive: true, mode: 0o755 })
  for (const name of readdirSync(ELSEWHERE)) {
    if (name.startsWith(`postgres-${mark}-`)) rmSync(join(ELSEWHERE, name), { recursive: true, force: true })
  }
  const place = join(ELSEWHERE, `postgres-${mark}-${randomBytes(4).toString('hex')}`)
  mkdirSync(place)
  chmodSync(place, 0o711)
  writeFileSync(join(place, 'owner'), `${owner}\n`)
  return place
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** Gives a folder to the user that a server runs as, readable by that user only. */
export function giveTo(folder: string, runAs: RunAs | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (runAs) chownSync(folder, runAs.uid, runAs.gid)
}
