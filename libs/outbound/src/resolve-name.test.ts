import { expect, test } from 'vitest'
import { startNameServer } from '../test/name-server.ts'
import { askDns, askSystem } from './resolve-name.ts'

test('a name has the addresses of both families, and a missing family is no fault', async () => {
  const six = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11]
  const server = await startNameServer({
    'both.test': {
      A: [
        [127, 0, 0, 1],
        [8, 8, 8, 8],
      ],
      AAAA: [six],
    },
    'six.test': { AAAA: [six] },
    'mail-only.test': {},
  })
  const resolve = askDns({ servers: [server.address] })

  expect(await resolve('both.test')).toEqual(['127.0.0.1', '8.8.8.8', '2606:4700::1111'])
  expect(await resolve('six.test')).toEqual(['2606:4700::1111'])
  await expect(resolve('mail-only.test')).rejects.toMatchObject({ code: 'ENODATA' })
  await expect(resolve('unknown.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(server.asked).toEqual(expect.arrayContaining(['both.test A', 'both.test AAAA']))
})

test('a name server that is silent about one family delays a name, and one that is silent about both fails it', async () => {
  const server = await startNameServer({
    'half.test': { A: [[127, 0, 0, 1]], AAAA: 'silent' },
    'silent.test': { A: 'silent', AAAA: 'silent' },
  })
  const resolve = askDns({ servers: [server.address], withinMs: 500 })

  expect(await resolve('half.test')).toEqual(['127.0.0.1'])
  await expect(resolve('silent.test')).rejects.toMatchObject({ code: 'ECANCELLED' })
})

test('the system knows names of the hosts file', async () => {
  expect(await askSystem('localhost')).toEqual(expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]))
})
