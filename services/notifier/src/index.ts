export { type Config, type Limits, standardLimits } from './config.ts'
export { type Notifier, startNotifier } from './server.ts'
