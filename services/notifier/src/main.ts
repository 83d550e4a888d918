import { runService } from '@askline/runtime'
import { readConfig } from './config.ts'
import { startNotifier } from './server.ts'

await runService('notifier', (logger) => startNotifier(readConfig(), logger))
