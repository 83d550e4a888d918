export { type Config, readConfig } from './config.ts'
export { type Endpoint, type EndpointName, endpoints } from './endpoints.ts'
export { buildServer, type Server } from './server.ts'
export { startApi } from './start.ts'
