import { runService } from '@askline/runtime'
import { readConfig } from './config.ts'
import { printSetupLink } from './print-setup-link.ts'
import { startApi } from './start.ts'

await runService('api', async (logger) => {
  const config = readConfig()
  const api = await startApi(config, logger)
  await printSetupLink(config, logger)
  return api
})
