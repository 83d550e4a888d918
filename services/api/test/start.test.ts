import { buildLogger } from '@askline/runtime'
import { createBareDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { startApi } from '../src/start.ts'

test('says which command prepares a database that was never migrated', async () => {
  const { url } = await createBareDatabase()
  const config = readConfig({ DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1:1' })

  await expect(startApi(config, buildLogger('api', 'silent'))).rejects.toThrow(
    /^The database lacks \d+ of \d+ migrations\. Run: node libs\/db\/dist\/migrate-main\.js$/,
  )
})
