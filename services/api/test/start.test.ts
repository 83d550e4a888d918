import { randomBytes } from 'node:crypto'
import { buildLogger, buildSecretBox, ensureSigningKey } from '@askline/runtime'
import { createBareDatabase, openTestDatabase, testSecretsKey } from '@askline/testing'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { startApi } from '../src/start.ts'

test('says which command prepares a database that was never migrated', async () => {
  const { url } = await createBareDatabase()
  const config = readConfig({ DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1:1', SECRETS_KEY: testSecretsKey })

  await expect(startApi(config, buildLogger('api', 'silent'))).rejects.toThrow(
    /^The database lacks \d+ of \d+ migrations\. Run: node libs\/db\/dist\/migrate-main\.js$/,
  )
})

test('refuses to start if SECRETS_KEY does not decrypt the signing key, and says what to do', async () => {
  const db = await openTestDatabase()
  await ensureSigningKey(db, buildSecretBox(testSecretsKey))
  const SECRETS_KEY = randomBytes(32).toString('base64')
  const config = readConfig({ DATABASE_URL: db.url, REDIS_URL: 'redis://127.0.0.1:1', SECRETS_KEY })

  await expect(startApi(config, buildLogger('api', 'silent'))).rejects.toThrow(
    /^Signing key \S+ is encrypted under the key \w{12}, but SECRETS_KEY holds \w{12}\. Set SECRETS_KEY .* "askline key rotate --secrets-key-is-lost"/,
  )
})

test('refuses to start without SECRETS_KEY, or with one of another length', () => {
  const env = { DATABASE_URL: 'postgres://x', REDIS_URL: 'redis://x' }

  expect(() => readConfig(env)).toThrow('SECRETS_KEY is not set')
  expect(() => readConfig({ ...env, SECRETS_KEY: 'short' })).toThrow('SECRETS_KEY')
})
