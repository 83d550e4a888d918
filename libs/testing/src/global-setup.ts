import { randomBytes } from 'node:crypto'
import { migrateDatabase } from '@askline/db'
import { Redis } from 'ioredis'
import type { TestProject } from 'vitest/node'
import { type RunServers, withDatabase } from './run-servers.ts'
import { bringPostgres } from './servers/bring-postgres.ts'
import { bringRedis } from './servers/bring-redis.ts'
import { readServerEnvironment } from './servers/environment.ts'
import { bringPooler, type Pgbouncer } from './servers/pgbouncer.ts'
import type { RedisServer, Server } from './servers/server.ts'
import { withClient } from './servers/with-client.ts'

/**
 * Starts one Postgres with a migrated template database and one Redis per test run, both by the ladder.
 * At its end, drops everything of the run from given servers. The others end with their data, in less time.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const env = readServerEnvironment()
  const docker = env.dockerHost ?? true
  const log = (line: string) => console.log(`  ${line}`)
  const [postgres, redis] = await Promise.all([
    bringPostgres({ url: env.databaseUrl, docker, durable: false, log }),
    bringRedis({ url: env.redisUrl, docker, log }),
  ])
  const pooler = await bringPooler(postgres.url, log)
  const isOwn = env.databaseUrl === undefined
  const servers = nameRun(postgres, redis, pooler, isOwn)
  try {
    if (isOwn) await postponeAutovacuum(postgres.url)
    await buildTemplate(servers)
  } catch (error) {
    await pooler?.stop()
    await Promise.all([postgres.stop(), redis.stop()])
    throw error
  }
  project.provide('askline', servers)

  return async () => {
    await pooler?.stop()
    const drops = [env.databaseUrl && dropDatabases(servers), env.redisUrl && deleteKeys(servers)]
    await Promise.all(drops).catch((error: Error) =>
      log(`Not everything of this run could be dropped: ${error.message}`),
    )
    await Promise.all([postgres.stop(), redis.stop()])
  }
}

/** Autovacuum would start a process for each database every minute: five per second at the end of a run. */
async function postponeAutovacuum(postgresUrl: string): Promise<void> {
  await withClient(postgresUrl, async (client) => {
    await client.query(`alter system set autovacuum_naptime = '1 h'`)
    await client.query('select pg_reload_conf()')
  })
}

function nameRun(postgres: Server, redis: RedisServer, pooler: Pgbouncer | undefined, isOwn: boolean): RunServers {
  const run = randomBytes(4).toString('hex')
  return {
    run,
    postgresUrl: postgres.url,
    template: `askline_${run}_template`,
    strategy: isOwn ? 'file_copy' : 'wal_log',
    poolerUrl: pooler?.url,
    redisUrl: redis.url,
    redisIsReal: redis.isReal,
  }
}

async function buildTemplate({ postgresUrl, template }: RunServers): Promise<void> {
  await withClient(postgresUrl, (client) =>
    client.query(`create database ${template} template template0 encoding 'UTF8' locale 'C'`),
  )
  await migrateDatabase(withDatabase(postgresUrl, template))
  await withClient(postgresUrl, (client) =>
    client.query(`alter database ${template} with is_template true allow_connections false`),
  )
}

async function dropDatabases({ run, postgresUrl, template }: RunServers): Promise<void> {
  await withClient(postgresUrl, async (client) => {
    await client.query(`alter database ${template} with is_template false`)
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      `askline\\_${run}\\_%`,
    ])
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  })
}

async function deleteKeys({ run, redisUrl }: RunServers): Promise<void> {
  const redis = new Redis(redisUrl, { retryStrategy: (times) => (times > 10 ? null : 100) })
  redis.on('error', () => {})
  try {
    // A prefix may be inside a hash tag, as in {prefix}:queue.
    for await (const keys of redis.scanStream({ match: `*askline-test-${run}*`, count: 1_000 }) as AsyncIterable<
      string[]
    >) {
      if (keys.length > 0) await redis.unlink(...keys)
    }
  } finally {
    redis.disconnect()
  }
}
