import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildOutbound, readAllowedRanges } from '../src/index.ts'
import { startTcpServer } from './servers.ts'

/** The answers of a hostile name server. */
const names: Record<string, string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'loopback.test': ['127.0.0.1'],
  'private.test': ['10.0.0.1'],
  'mixed.test': ['8.8.8.8', '127.0.0.1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'zone.test': ['fe80::1%lo'],
  'garbage.test': ['127.1'],
  'empty.test': [],
  'public.test': ['8.8.8.8'],
  'xn--bcher-kva.test': ['127.0.0.1'],
}
const resolve = async (name: string) => {
  const addresses = names[name]
  if (!addresses) throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
  return addresses
}

/** PORT is the port of a listening server, so that a connection would arrive there. */
const hostile: [url: string, rule: string][] = [
  ...(
    [
      ['127.0.0.1', 'loopback'],
      ['127.0.0.1.', 'loopback'],
      ['127.1', 'loopback'],
      ['127.0.1', 'loopback'],
      ['127.255.255.254', 'loopback'],
      ['2130706433', 'loopback'],
      ['017700000001', 'loopback'],
      ['0x7f000001', 'loopback'],
      ['0x7f.0.0.1', 'loopback'],
      ['0177.0.0.1', 'loopback'],
      ['00000177.0.0.0001', 'loopback'],
      ['0x7F.1', 'loopback'],
      ['１２７.０.０.１', 'loopback'],
      ['①②⑦.0.0.1', 'loopback'],
      ['127。0。0。1', 'loopback'],
      ['%31%32%37.0.0.1', 'loopback'],
      ['0', 'unspecified'],
      ['0.0.0.0', 'unspecified'],
      ['00.00', 'unspecified'],
      ['[::]', 'unspecified'],
      ['[::1]', 'loopback'],
      ['[0:0:0:0:0:0:0:1]', 'loopback'],
      ['[0000::0001]', 'loopback'],
      ['[::ffff:127.0.0.1]', 'ipv4_mapped'],
      ['[::ffff:7f00:1]', 'ipv4_mapped'],
      ['[0:0:0:0:0:ffff:7f00:0001]', 'ipv4_mapped'],
      ['[::127.0.0.1]', 'ipv4_mapped'],
      ['[::ffff:0:127.0.0.1]', 'ipv4_mapped'],
      ['[64:ff9b::127.0.0.1]', 'nat64'],
      ['[64:ff9b::a00:1]', 'nat64'],
      ['[64:ff9b::8.8.8.8]', 'nat64'],
      ['[64:ff9b:1::7f00:1]', 'nat64'],
      ['[2002:7f00:1::]', 'six_to_four'],
      ['[2001::1]', 'teredo'],
      ['[fd00:ec2::254]', 'metadata'],
      ['[fd12:3456::1]', 'private'],
      ['[fe80::1]', 'link_local'],
      ['[fec0::1]', 'private'],
      ['[ff02::1]', 'multicast'],
      ['10.0.0.1', 'private'],
      ['0x0a.1', 'private'],
      ['172.16.0.1', 'private'],
      ['172.31.255.255', 'private'],
      ['192.168.0.1', 'private'],
      ['3232235521', 'private'],
      ['100.64.0.1', 'cgnat'],
      ['169.254.1.1', 'link_local'],
      ['169.254.169.254', 'metadata'],
      ['0xa9fea9fe', 'metadata'],
      ['168.63.129.16', 'metadata'],
      ['224.0.0.1', 'multicast'],
      ['255.255.255.255', 'reserved'],
      ['198.18.0.1', 'benchmarking'],
      ['203.0.113.7', 'documentation'],
      ['localhost', 'loopback'],
      ['localhost.', 'loopback'],
      ['LOCALHOST', 'loopback'],
      ['loca\tlhost', 'loopback'],
      ['ｌｏｃａｌｈｏｓｔ', 'loopback'],
      ['loopback.test', 'loopback'],
      ['loopback.test.', 'loopback'],
      ['private.test', 'private'],
      ['mixed.test', 'loopback'],
      ['mapped.test', 'ipv4_mapped'],
      ['nat64.test', 'nat64'],
      ['zone.test', 'link_local'],
      ['garbage.test', 'reserved'],
      ['bücher.test', 'loopback'],
    ] as const
  ).map(([host, rule]): [string, string] => [`https://${host}:PORT/`, rule]),
  ['https://public.test:22/', 'port'],
  ['https://8.8.8.8:80/', 'port'],
  ['https://8.8.8.8:0/', 'port'],
  ['https://[2606:4700::1111]:444/', 'port'],
  ['http://127.0.0.1:PORT/', 'loopback'],
  ['http://public.test/', 'scheme'],
  ['http://8.8.8.8:443/', 'scheme'],
  ['ftp://8.8.8.8/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['gopher://127.0.0.1:PORT/', 'scheme'],
  ['https://ada@8.8.8.8/', 'user_info'],
  ['https://ada:secret@public.test/', 'user_info'],
  ['https://public.test@127.0.0.1:PORT/', 'user_info'],
  ['https://127.0.0.1:PORT%2f@public.test/', 'user_info'],
  ['https://:secret@public.test/', 'user_info'],
  ['https://1.2.3.4.5/', 'url_invalid'],
  ['https://256.0.0.1/', 'url_invalid'],
  ['https://[fe80::1%25lo]/', 'url_invalid'],
  ['https://[::1/', 'url_invalid'],
  ['https://127.0.0.1:65536/', 'url_invalid'],
  ['https://127.0.0.1 /', 'url_invalid'],
  ['https://local%00host/', 'url_invalid'],
  ['https://', 'url_invalid'],
  ['//127.0.0.1:PORT/', 'url_invalid'],
  ['127.0.0.1:PORT', 'url_invalid'],
  ['', 'url_invalid'],
]

test(`${hostile.length} hostile URLs are refused with their rule, and the server that they name sees no connection`, async () => {
  // Some range is permitted, so the port alone refuses nothing before the look-up.
  const outbound = buildOutbound({ allowed: readAllowedRanges('192.0.2.1/32'), resolve })
  const server = await startTcpServer()
  expect(hostile.length).toBeGreaterThan(60)

  for (const [written, rule] of hostile) {
    const url = written.replace('PORT', String(server.port))
    const sent = await outbound.send({ method: 'POST', url, body: '{}' })
    expect(sent, url).toMatchObject({ fault: { kind: 'address_refused', rule } })
    expect(await outbound.checkUrl(url), url).toMatchObject({ kind: 'address_refused', rule })
  }
  await connectOnce(server.port)
  await vi.waitFor(() => expect(server.connections).not.toEqual([]))
  expect(server.connections, 'only the last connection, which the test made').toHaveLength(1)
})

test('without permitted ranges, another port or plain http is refused before any look-up', async () => {
  const asked: string[] = []
  const outbound = buildOutbound({
    allowed: readAllowedRanges(''),
    resolve: async (name) => {
      asked.push(name)
      return ['8.8.8.8']
    },
  })

  expect(await outbound.checkUrl('http://public.test/')).toMatchObject({ rule: 'scheme' })
  expect(await outbound.checkUrl('https://public.test:8080/')).toMatchObject({ rule: 'port' })
  expect(asked).toEqual([])
  for (const url of ['https://public.test/', 'https://public.test:443/', 'https://public.test.:8443/x?y=z']) {
    expect(await outbound.checkUrl(url)).toBeUndefined()
  }
  expect(asked).toEqual(['public.test', 'public.test', 'public.test'])
})

test('a name without an address is not resolved, and its fault has the code of DNS', async () => {
  const outbound = buildOutbound({ allowed: readAllowedRanges(''), resolve })

  expect(await outbound.checkUrl('https://unknown.test/')).toEqual({
    kind: 'name_not_resolved',
    explanation: 'must name a server that DNS knows (ENOTFOUND). Check the spelling',
  })
  expect(await outbound.checkUrl('https://empty.test/')).toMatchObject({ kind: 'name_not_resolved' })
})

test('a permitted range makes names of the hosts file usable', async () => {
  const outbound = buildOutbound({ allowed: readAllowedRanges('127.0.0.0/8,::1/128') })

  expect(await outbound.checkUrl('http://localhost:3000/')).toBeUndefined()
})

test('no explanation contains a part of the URL or an address', async () => {
  const outbound = buildOutbound({ allowed: readAllowedRanges('127.0.0.9/32'), resolve })

  for (const url of ['https://ada:secret@public.test/', 'https://private.test/secret', 'https://127.0.0.9/secret']) {
    const sent = await outbound.send({ method: 'GET', url, headers: { authorization: 'secret' } })
    expect(JSON.stringify(sent)).not.toMatch(/secret|private\.test|public\.test|10\.0\.0\.1|127\.0/)
    expect(sent).toHaveProperty('fault.explanation')
  }
})

async function connectOnce(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await new Promise((resolve) => socket.once('connect', resolve))
}
