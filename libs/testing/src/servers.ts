export { ampleRates } from './ample-rates.ts'
export { testSecretsKey } from './secrets-key.ts'
export { bringProgram, canInstallPackages, installPackage } from './servers/apt-packages.ts'
export { type BringOptions, bringPostgres, ownPostgres } from './servers/bring-postgres.ts'
export { type BringRedisOptions, bringRedis, ownRedis } from './servers/bring-redis.ts'
export { browserFlags, findBrowser } from './servers/browser.ts'
export { canEncrypt, createCertificate, encryptServers } from './servers/encryption.ts'
export type { ServerEnvironment } from './servers/environment.ts'
export { findFreePort, tryPort } from './servers/free-port.ts'
export {
  type Ending,
  type GuardedOrder,
  type GuardedProcess,
  type StopSignal,
  sendSignal,
  startGuarded,
} from './servers/guarded-process.ts'
export { lastLines } from './servers/log-tail.ts'
export {
  bringPooler,
  knowsPreparedStatements,
  type Pgbouncer,
  startPgbouncer,
  throughPooler,
} from './servers/pgbouncer.ts'
export { canPing } from './servers/private-redis.ts'
export { type RedisCluster, startRedisCluster } from './servers/redis-cluster.ts'
export type { Log, PrivateRedis, PrivateServer, RedisServer, Server } from './servers/server.ts'
export { findPostgresTools, type PostgresTools } from './servers/server-tools.ts'
export { StartRefusedError, withoutPassword } from './servers/start-refused.ts'
export { findUnprivilegedUser, sharedTemporaryFolder } from './servers/unprivileged-user.ts'
export { withClient } from './servers/with-client.ts'
