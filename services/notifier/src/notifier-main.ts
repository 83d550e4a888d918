import { runService } from '@askline/runtime'
import { readConfig } from './notifier-config.ts'
import { startNotifier } from './start-notifier.ts'

await runService('notifier', (logger) => startNotifier(readConfig(), logger))
