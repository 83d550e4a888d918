export { type ApiDocument, type Operation, referencesOf, type Schema } from './api-document.ts'
export { type Cast, type CastOptions, inviteCast } from './cast.ts'
export { buildConformity, type HttpAnswer } from './conformity.ts'
export { openDeafReader } from './deaf-reader.ts'
export { rowsRead } from './rows-read.ts'
export * from './servers.ts'
export {
  createBareDatabase,
  createDatabaseFrom,
  createTestDatabase,
  openTestDatabase,
  type TestDatabase,
} from './test-database.ts'
export { type TestRedis, testRedis } from './test-redis.ts'
