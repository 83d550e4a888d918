import { openDatabase } from '@askline/db'
import { openFreshness } from '@askline/domain/views/freshness'
import { buildHealth, buildLogger, buildSecretBox, openQueues, openTokenVerifier } from '@askline/runtime'
import { createDatabaseFrom, testSecretsKey } from '@askline/testing'
import type { ProvidedContext } from 'vitest'
import { readConfig } from '../src/api-config.ts'
import { buildServer } from '../src/build-server.ts'
import { openClock } from '../src/clock.ts'
import { openTextRequests } from '../src/text-requests.ts'

/** Returns the OpenAPI document as the API serves it, with the servers of the test run. */
export async function describeApi(servers: ProvidedContext['askline']): Promise<object> {
  const { url } = await createDatabaseFrom(servers.template, servers)
  const db = openDatabase(url, { maxConnections: 1 })
  const config = readConfig({ DATABASE_URL: url, REDIS_URL: servers.redisUrl, SECRETS_KEY: testSecretsKey })
  const logger = buildLogger('api', 'silent')
  const queues = openQueues({ redisUrl: config.redisUrl, prefix: config.queuePrefix, logger })
  const verifier = await openTokenVerifier({ db, issuer: config.issuer, logger })
  const { app } = await buildServer({
    config,
    db,
    verifier,
    secrets: buildSecretBox(config.secretsKey),
    freshness: openFreshness(db),
    clock: openClock(db),
    health: buildHealth('api', [], logger),
    logger,
    texts: openTextRequests(db, queues),
  })
  await app.ready()
  const document: object = JSON.parse(JSON.stringify(app.swagger()))
  await app.close()
  verifier.close()
  await queues.close()
  await db.close()
  return document
}
