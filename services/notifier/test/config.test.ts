import { expect, test } from 'vitest'
import { readConfig } from '../src/notifier-config.ts'

const servers = { DATABASE_URL: 'postgres://root@localhost/askline', REDIS_URL: 'redis://localhost:6379' }
const issuer = (env: NodeJS.ProcessEnv = {}) => readConfig({ ...servers, ...env }).issuer

test('the issuer of tokens is PUBLIC_URL with the version', () => {
  expect(issuer({ PUBLIC_URL: 'https://ask.example/v1/' })).toBe('https://ask.example')
  expect(issuer({ PUBLIC_URL: 'https://ask.example' })).toBe('https://ask.example')
})

test('without PUBLIC_URL the issuer is the API on the same machine', () => {
  expect(issuer()).toBe('http://localhost:3000')
})

test('an invalid PUBLIC_URL is refused by name', () => {
  expect(() => issuer({ PUBLIC_URL: 'ask.example' })).toThrow(/PUBLIC_URL/)
})

test('pages of PUBLIC_URL may connect beside those of CORS_ORIGINS', () => {
  const env = { ...servers, PUBLIC_URL: 'https://ask.example/v1', CORS_ORIGINS: 'https://desk.example, ' }
  expect(readConfig(env).origins).toEqual(['https://ask.example', 'https://desk.example'])
})

test('a person may have 20 sockets and a credential 1,000, unless the settings say otherwise', () => {
  const limitsOf = (env: NodeJS.ProcessEnv = {}) => readConfig({ ...servers, ...env }).limits
  expect(limitsOf()).toMatchObject({ socketsPerPerson: 20, socketsPerCredential: 1_000 })
  expect(limitsOf({ SOCKETS_PER_PERSON: '5', SOCKETS_PER_CREDENTIAL: '6' })).toMatchObject({
    socketsPerPerson: 5,
    socketsPerCredential: 6,
  })
})
