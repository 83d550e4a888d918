import { runService } from '@askline/runtime'
import { readConfig } from './courier-config.ts'
import { startCourier } from './start-courier.ts'

await runService('courier', (logger) => startCourier(readConfig(), logger))
