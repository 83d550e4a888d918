import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run-program.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** A built version in a temporary folder. */
export type BuiltCommit = { tree: string; remove(): void }

/**
 * Clones a commit of this repository into a temporary folder and builds it there. Takes about a minute and needs the registry of npm.
 * Rejects with the output of the step that failed.
 */
export async function buildCommit(commit: string): Promise<BuiltCommit> {
  const tree = mkdtempSync(join(tmpdir(), 'askline-commit-'))
  const remove = () => rmSync(tree, { recursive: true, force: true })
  try {
    const revision = (await run('git', ['rev-parse', '--verify', `${commit}^{commit}`], { cwd: repository })).trim()
    await run('git', ['clone', '--quiet', '--shared', '--no-checkout', repository, '.'], { cwd: tree })
    await run('git', ['checkout', '--quiet', revision], { cwd: tree })
    const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' }
    await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: tree, env })
    await run('npm', ['run', 'build'], { cwd: tree, env })
    return { tree, remove }
  } catch (error) {
    remove()
    throw error
  }
}
