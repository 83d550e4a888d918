import { expect, test } from 'vitest'
import { readAllowedRanges } from './allowed-ranges.ts'

test('an empty setting permits nothing', () => {
  for (const setting of ['', '  ']) {
    const allowed = readAllowedRanges(setting)
    expect(allowed.isEmpty).toBe(true)
    expect(allowed.includes('10.20.0.1')).toBe(false)
  }
})

test('a setting permits the addresses of its ranges and no others', () => {
  const allowed = readAllowedRanges('10.20.0.0/16, 192.168.7.9/32,fd12:3456::/32')

  expect(allowed.isEmpty).toBe(false)
  for (const address of ['10.20.0.0', '10.20.255.255', '192.168.7.9', 'fd12:3456:1::9']) {
    expect(allowed.includes(address), address).toBe(true)
  }
  for (const address of ['10.21.0.0', '10.19.255.255', '192.168.7.8', 'fd12:3457::', '::ffff:10.20.0.1', '']) {
    expect(allowed.includes(address), address).toBe(false)
  }
})

test('a wide range permits no metadata address, and the address alone does', () => {
  expect(readAllowedRanges('169.254.0.0/16,100.64.0.0/10,0.0.0.0/0').includes('169.254.169.254')).toBe(false)
  expect(readAllowedRanges('100.64.0.0/10').includes('100.100.100.200')).toBe(false)
  expect(readAllowedRanges('0.0.0.0/0').includes('168.63.129.16')).toBe(false)
  expect(readAllowedRanges('::/0').includes('fd00:ec2::254')).toBe(false)
  expect(readAllowedRanges('169.254.169.254/32').includes('169.254.169.254')).toBe(true)
  expect(readAllowedRanges('fd00:ec2:0::254/128').includes('fd00:ec2::254')).toBe(true)
})

test('the NAT64 range permits public IPv4 addresses only', () => {
  const allowed = readAllowedRanges('64:ff9b::/96,64:ff9b::a00:0/104,64:ff9b:1::/48')

  expect(allowed.includes('64:ff9b::8.8.8.8')).toBe(true)
  for (const address of ['64:ff9b::10.0.0.1', '64:ff9b::7f00:1', '64:ff9b::169.254.169.254', '64:ff9b:1::a00:1']) {
    expect(allowed.includes(address), address).toBe(false)
  }
})

test.each([
  ['', false],
  ['8.8.8.0/24', false],
  ['8.8.8.8/32,2606:4700::/32', false],
  ['64:ff9b::/96', false],
  ['10.20.0.0/16', true],
  ['8.8.8.0/24,127.0.0.1/32', true],
  ['8.0.0.0/6', true],
  ['0.0.0.0/0', true],
  ['::1/128', true],
  ['fd12::/16', true],
  ['2001::/16', true],
  ['4000::/3', true],
  ['::/0', true],
])('whether the setting `%s` permits an address that is not public: %s', (setting, isSpecial) => {
  expect(readAllowedRanges(setting).hasSpecial).toBe(isSpecial)
})

test.each([
  ['10.0.0.0', '`10.0.0.0` has no prefix length such as /16'],
  ['10.0.0.0/8,', '`` is empty, so remove a comma'],
  ['10.0.0.0/8 10.1.0.0/16', '`10.0.0.0/8 10.1.0.0/16` has no prefix length'],
  ['10.0.0.0/33', '`10.0.0.0/33` has a prefix length above 32'],
  ['fd00::/129', '`fd00::/129` has a prefix length above 128'],
  ['10.0.0.0/-1', '`10.0.0.0/-1` has no prefix length'],
  ['10.0.0.0/8.0', '`10.0.0.0/8.0` has no prefix length'],
  ['intranet/8', '`intranet/8` does not begin with an IP address'],
  ['010.0.0.0/8', '`010.0.0.0/8` does not begin with an IP address'],
  ['fe80::1%eth0/64', '`fe80::1%eth0/64` does not begin with an IP address'],
  ['10.20.0.5/16', '`10.20.0.5/16` has bits after its first 16'],
  ['fd12::1/64', '`fd12::1/64` has bits after its first 64'],
  ['8.8.8.8/0', '`8.8.8.8/0` has bits after its first 0'],
])('the setting `%s` is refused with the faulty range and the rule', (setting, fault) => {
  const read = () => readAllowedRanges(setting)

  expect(read).toThrow(TypeError)
  expect(read).toThrow(`OUTBOUND_ALLOWED must be ranges in CIDR notation`)
  expect(read).toThrow(fault)
})
