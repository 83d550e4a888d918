export { type Config, type Limits, standardLimits } from './notifier-config.ts'
export { type Notifier, startNotifier } from './start-notifier.ts'
