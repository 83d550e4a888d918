import { runService } from '@askline/runtime'
import { readConfig } from './config.ts'
import { startRoutingWorker } from './start.ts'

await runService('routing-worker', (logger) => startRoutingWorker(readConfig(), logger))
