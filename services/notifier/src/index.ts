export { type Config, type Limits, readConfig, standardLimits } from './config.ts'
export { type Notifier, startNotifier } from './server.ts'
