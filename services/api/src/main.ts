import { runService } from '@askline/runtime'
import { readConfig } from './config.ts'
import { startApi } from './start.ts'

await runService('api', (logger) => startApi(readConfig(), logger))
