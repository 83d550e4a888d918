import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { commonEnv, EnvironmentError, Port, readEnv } from './env.ts'

const Env = Type.Object({ ...commonEnv, PORT: Port(3000) })
const given = { DATABASE_URL: 'postgres://root@localhost/askline', REDIS_URL: 'redis://localhost:6379' }

test('missing and empty variables have their defaults', () => {
  expect(readEnv(Env, { ...given, PORT: '', UNKNOWN: 'x' })).toEqual({
    ...given,
    PORT: 3000,
    LOG_LEVEL: 'info',
    SHUTDOWN_DELAY_MS: 250,
    SHUTDOWN_GRACE_MS: 25_000,
    PROCESS_NICE: 0,
    QUEUE_PREFIX: '{askline}',
  })
})

test('the error names every missing and invalid variable and no value', () => {
  const read = () => readEnv(Env, { DATABASE_URL: 'secret without scheme', PORT: '99999', LOG_LEVEL: 'loud' })

  expect(read).toThrow(EnvironmentError)
  expect(read).toThrow(/DATABASE_URL .*REDIS_URL is not set.*LOG_LEVEL .*PORT /)
  expect(read).not.toThrow(/secret/)
})

test('the error says which values a variable takes', () => {
  expect(() => readEnv(Env, { ...given, LOG_LEVEL: 'loud' })).toThrow(/LOG_LEVEL must be one of fatal, error, warn/)
  expect(() => readEnv(Env, { ...given, REDIS_URL: 'http://cache' })).toThrow(
    /REDIS_URL must be an address such as redis:/,
  )
})
