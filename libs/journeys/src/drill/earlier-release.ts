import { mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listMigrations, type Migration } from '@askline/db'
import { buildCommit } from './build-commit.ts'
import { run } from './run-program.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** The last version before the newest migration, built. */
export type EarlierRelease = {
  commit: string
  /** A link to the folder of the version whose services run: first of this one, after `advance` of the present one. */
  current: string
  /** Its migrations, oldest first. */
  migrations: Migration[]
  /** Duration of the build in ms. */
  builtMs: number
  /** From now on, services that start are those of the present version. */
  advance(): void
  remove(): void
}

/**
 * Builds the commit before the one that added the newest migration, in a temporary folder. Returns undefined without a history
 * of git. Takes about a minute and needs the registry of npm. Rejects with the output of the step that failed.
 */
export async function buildEarlierRelease(): Promise<EarlierRelease | undefined> {
  const history = await run('git', ['log', '-2', '--format=%H', '--', 'libs/db/migrations/*.sql'], {
    cwd: repository,
  }).catch(() => '')
  const began = performance.now()
  const newest = history.split('\n')[0]
  if (!newest) return undefined
  const commit = (await run('git', ['rev-parse', `${newest}^`], { cwd: repository })).trim()
  const { tree, remove: removeTree } = await buildCommit(commit)
  const folder = mkdtempSync(join(tmpdir(), 'askline-earlier-'))
  const remove = () => {
    removeTree()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const current = join(folder, 'current')
    symlinkSync(tree, current)
    const journal = JSON.parse(readFileSync(join(tree, 'libs/db/migrations/meta/_journal.json'), 'utf8')) as {
      entries: unknown[]
    }
    const migrations = (await listMigrations()).slice(0, journal.entries.length)
    return {
      commit,
      current,
      migrations,
      builtMs: performance.now() - began,
      advance() {
        unlinkSync(current)
        symlinkSync(repository, current)
      },
      remove,
    }
  } catch (error) {
    remove()
    throw error
  }
}
