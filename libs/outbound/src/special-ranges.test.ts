import { isIPv4, isIPv6 } from 'node:net'
import { expect, test } from 'vitest'
import { addressRules, findSpecialRange, specialRanges } from './special-ranges.ts'

test('the first and last address of every special range are refused', () => {
  for (const { range } of specialRanges) {
    const { first, last } = boundsOf(range)
    expect(findSpecialRange(first), `${first} of ${range}`).toBeDefined()
    expect(findSpecialRange(last), `${last} of ${range}`).toBeDefined()
  }
})

test.each([
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255'],
  ...['192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255', '2606:4700::1111', '2a00:1450::200e'],
  ...['2001:200::1', '2003::1', '3ffe:ffff::1'],
])('%s is public', (address) => {
  expect(findSpecialRange(address)).toBeUndefined()
})

test.each([
  ['168.63.129.16', 'metadata'],
  ['fe80::1%eth0', 'link_local'],
  ['::ffff:8.8.8.8', 'ipv4_mapped'],
  ['::8.8.8.8', 'ipv4_mapped'],
  ['::1', 'loopback'],
  ['64:ff9b::8.8.8.8', 'nat64'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'teredo'],
  ['2001:10::1', 'reserved'],
  ['4000::1', 'reserved'],
  ['1::1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['no address', 'reserved'],
  ['', 'reserved'],
  ['127.1', 'reserved'],
])('%s is refused as %s', (address, rule) => {
  expect(findSpecialRange(address)?.rule).toBe(rule)
})

test('every rule has a range', () => {
  expect(new Set(specialRanges.map(({ rule }) => rule))).toEqual(new Set(addressRules))
})

/** Returns the first and last address of a range. */
function boundsOf(range: string): { first: string; last: string } {
  const [first = '', length] = range.split('/')
  if (isIPv4(first)) {
    const number = first.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    const end = number + 2 ** (32 - Number(length)) - 1
    return { first, last: [24, 16, 8, 0].map((shift) => Math.floor(end / 2 ** shift) % 256).join('.') }
  }
  expect(isIPv6(first)).toBe(true)
  const hexadecimal = first.includes('::') ? expand(first) : first.split(':')
  const number = hexadecimal.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
  const end = number + 2n ** BigInt(128 - Number(length)) - 1n
  return {
    first,
    last: end
      .toString(16)
      .padStart(32, '0')
      .replace(/(.{4})(?!$)/g, '$1:'),
  }
}

function expand(address: string): string[] {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}
