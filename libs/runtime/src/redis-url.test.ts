import { expect, test } from 'vitest'
import { readRedisCluster } from './redis-url.ts'

test('a URL without cluster=true is that of a single server', () => {
  expect(readRedisCluster('redis://one:6379/2')).toBeUndefined()
})

test('the nodes of a cluster are listed with commas', () => {
  expect(readRedisCluster('redis://one:7000,two,[::1]:7002?cluster=true')).toEqual({
    nodes: [
      { host: 'one', port: 7000 },
      { host: 'two', port: 6379 },
      { host: '::1', port: 7002 },
    ],
    isEncrypted: false,
  })
})

test('all nodes of a cluster have the same login', () => {
  expect(readRedisCluster('rediss://me:p%40ss@one:7000/?cluster=true')).toEqual({
    nodes: [{ host: 'one', port: 7000 }],
    username: 'me',
    password: 'p@ss',
    isEncrypted: true,
  })
})

test('an error shows the form of the URL and no password', () => {
  expect(() => readRedisCluster('http://me:secret@one?cluster=true')).toThrow(
    /^REDIS_URL with `cluster=true` must look like/,
  )
})
