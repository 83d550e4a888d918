import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Rewrites `0000` and its snapshot from `src/schema`, and keeps the part of `0000` that is written by hand. Nothing was released
 * yet, so a change of the schema rewrites this migration, and databases of an earlier one are refused.
 */

const repository = fileURLToPath(new URL('../../', import.meta.url))
const migrations = fileURLToPath(new URL('migrations', import.meta.url))
const name = '0000_first-release'
const handWritten = '-- What follows is written by hand'

const sqlFile = join(migrations, `${name}.sql`)
const byHand = existsSync(sqlFile) ? readFileSync(sqlFile, 'utf8').split(handWritten)[1] : undefined
if (byHand === undefined) throw new Error(`${sqlFile} lacks the line that begins with "${handWritten}".`)

const generated = mkdtempSync(join(tmpdir(), 'askline-migration-'))
try {
  const flags = ['--dialect', 'postgresql', '--schema', './libs/db/src/schema/index.ts', '--name', 'first-release']
  execFileSync('npx', ['drizzle-kit', 'generate', ...flags, '--out', relative(repository, generated)], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const tables = readFileSync(join(generated, `${name}.sql`), 'utf8').trimEnd()
  writeFileSync(sqlFile, `${tables}\n--> statement-breakpoint\n${handWritten}${byHand}`)
  // A fixed id keeps the difference of two snapshots to what changed.
  const snapshot = JSON.parse(readFileSync(join(generated, 'meta/0000_snapshot.json'), 'utf8'))
  snapshot.id = '00000000-0000-4000-8000-000000000001'
  writeFileSync(join(migrations, 'meta/0000_snapshot.json'), `${JSON.stringify(snapshot, null, 2)}\n`)
} finally {
  rmSync(generated, { recursive: true })
}
