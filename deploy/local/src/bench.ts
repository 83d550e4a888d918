import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrateDatabase } from '@askline/db'
import { ownPostgres, ownRedis, StartRefusedError } from '@askline/testing/servers'
import { runChild } from './child.ts'
import { createMissingDatabase } from './database.ts'
import { runUntilStopped } from './run.ts'
import { isBelowNpm, repository } from './settings.ts'
import { step, tell } from './steps.ts'

const WITHIN_MS = 60 * 60_000
const program = join(repository, 'libs', 'journeys', 'dist', 'bench', 'main.js')

/** `npm run bench`: hands a Postgres and a Redis of its own, whatever the environment names, to the benchmark in libs/journeys. */
await runUntilStopped(
  async (cleanup) => {
    if (!existsSync(program))
      throw new StartRefusedError(`The benchmark ${program} was not built.`, 'Run "npm run build".')
    const log = (line: string) => tell(`    ${line}`)
    const postgres = await step('Postgres', () => ownPostgres({ log }))
    cleanup.add(() => postgres.stop())
    const redis = await step('Redis', () => ownRedis({ log }))
    cleanup.add(() => redis.stop())
    const database = new URL(postgres.url)
    database.pathname = '/askline_bench'
    await createMissingDatabase(database.href)
    await migrateDatabase(database.href)
    const { code } = await runChild(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)], {
      quiet: false,
      withinMs: WITHIN_MS,
      env: { DATABASE_URL: database.href, REDIS_URL: redis.url },
      onStart: (end) => cleanup.add(end),
    })
    return code
  },
  { belowNpm: isBelowNpm() },
)
