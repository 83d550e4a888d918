import { runService } from '@askline/runtime'
import { readConfig } from './routing-worker-config.ts'
import { startRoutingWorker } from './start-routing-worker.ts'

await runService('routing-worker', (logger) => startRoutingWorker(readConfig(), logger))
