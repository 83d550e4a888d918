export { type Cast, type CastOptions, inviteCast } from './cast.ts'
export * from './servers.ts'
export { createBareDatabase, createTestDatabase, openTestDatabase, type TestDatabase } from './test-database.ts'
export { type TestRedis, testRedis } from './test-redis.ts'
