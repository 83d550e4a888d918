import { runService } from '@askline/runtime'
import { readConfig } from './api-config.ts'
import { printSetupLink } from './print-setup-link.ts'
import { startApi } from './start-api.ts'

await runService('api', async (logger) => {
  const config = readConfig()
  const api = await startApi(config, logger)
  await printSetupLink(config, logger)
  return api
})
