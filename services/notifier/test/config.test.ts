import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'

const servers = { DATABASE_URL: 'postgres://root@localhost/askline', REDIS_URL: 'redis://localhost:6379' }
const issuer = (env: NodeJS.ProcessEnv = {}) => readConfig({ ...servers, ...env }).issuer

test('tokens are taken from the API at PUBLIC_URL, named with or without the version', () => {
  expect(issuer({ PUBLIC_URL: 'https://ask.example/v1/' })).toBe('https://ask.example')
  expect(issuer({ PUBLIC_URL: 'https://ask.example' })).toBe('https://ask.example')
})

test('without PUBLIC_URL tokens are taken from the API of the same machine, on its own port', () => {
  expect(issuer()).toBe('http://localhost:3000')
})

test('a PUBLIC_URL that is no address is refused by name', () => {
  expect(() => issuer({ PUBLIC_URL: 'ask.example' })).toThrow(/PUBLIC_URL/)
})
