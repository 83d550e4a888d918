export { checkDatabase } from './check-database.ts'
export { type Coalescer, type CoalescerOptions, openCoalescer } from './coalescer.ts'
export { type ColumnType, types } from './column-types.ts'
export * from './ids.ts'
export { type LoginRoles, prepareLoginRoles } from './login-roles.ts'
export {
  listMigrations,
  type MigrateOptions,
  type Migration,
  migrateDatabase,
  UnreleasedDatabaseError,
  waitForMigrations,
} from './migrate.ts'
export * from './open.ts'
export { causeCode, codeOf, isConnectionLoss, isDuplicate, isRetryable, isTimeout } from './postgres-errors.ts'
export { checkReplica, readReport } from './read-report.ts'
export * from './schema/index.ts'
export {
  type ParamsOf,
  type RowOf,
  registeredStatements,
  type Statement,
  selectList,
  statement,
} from './statement.ts'
export { together } from './together.ts'
export * from './transaction.ts'
