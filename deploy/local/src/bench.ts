import { migrateDatabase } from '@askline/db'
import { ownPostgres, ownRedis } from '@askline/testing/servers'
import { refuseUnbuilt, runBuilt } from './built-program.ts'
import { createMissingDatabase } from './claim-database.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { isBelowNpm } from './settings.ts'
import { print, step } from './steps.ts'

const program = { what: 'benchmark', path: 'libs/journeys/dist/bench/bench-main.js', withinMs: 60 * 60_000 }

/** `npm run bench`: runs the benchmark of libs/journeys on a private Postgres and Redis. Ignores servers named by the environment. */
await runUntilStopped(
  async (cleanup) => {
    refuseUnbuilt(program)
    const log = (line: string) => print(`    ${line}`)
    const postgres = await step('Postgres', () => ownPostgres({ log }))
    cleanup.add(() => postgres.stop())
    const redis = await step('Redis', () => ownRedis({ log }))
    cleanup.add(() => redis.stop())
    const database = new URL(postgres.url)
    database.pathname = '/askline_bench'
    await createMissingDatabase(database.href)
    await migrateDatabase(database.href)
    return runBuilt(program, cleanup, { DATABASE_URL: database.href, REDIS_URL: redis.url })
  },
  { belowNpm: isBelowNpm() },
)
