import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { openDatabase } from '@askline/db'
import { buildHealth, buildLogger } from '@askline/runtime'
import { readConfig } from '../api-config.ts'
import { buildServer } from '../build-server.ts'
import type { Context } from '../context.ts'

const nowhere = '127.0.0.1:1'

/** Returns the OpenAPI document. The server is built without a database, because it is described and answers no request. */
export async function describeApp(): Promise<object> {
  const config = readConfig({
    DATABASE_URL: `postgres://nobody@${nowhere}/none`,
    REDIS_URL: `redis://${nowhere}`,
    SECRETS_KEY: randomBytes(32).toString('base64'),
  })
  const db = openDatabase(config.databaseUrl, { maxConnections: 1 })
  const { publicKey: publicPem, privateKey: privatePem } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const signingKey = { kid: 'none', publicPem, privatePem }
  const logger = buildLogger('api', 'silent')
  // Nothing waits for events.
  const feed = { close() {} }
  const context = { config, db, signingKey, logger, feed, health: buildHealth('api', [], logger) }
  const { app } = await buildServer(context as Context)
  await app.ready()
  const document: object = JSON.parse(JSON.stringify(app.swagger()))
  await app.close()
  await db.close()
  return document
}
