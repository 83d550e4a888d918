export { type Config, readConfig } from './config.ts'
export { startRoutingWorker } from './start.ts'
