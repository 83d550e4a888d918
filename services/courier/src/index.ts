export { type Config, readConfig, standardTimes } from './courier-config.ts'
export { startCourier } from './start-courier.ts'
