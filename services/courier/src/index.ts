export { type Config, readConfig } from './courier-config.ts'
export { startCourier } from './start-courier.ts'
