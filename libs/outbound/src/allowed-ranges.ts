import { BlockList, isIP, isIPv4 } from 'node:net'
import { findSpecialRange, isNat64OfSpecial, specialRanges, withoutZone } from './special-ranges.ts'

/** The addresses that the operator permits beside the public ones, and to which plain http and every port are permitted. */
export type AllowedRanges = {
  isEmpty: boolean
  /** Whether one of the ranges has an address that is not public. */
  hasSpecial: boolean
  includes(address: string): boolean
}

const shape = 'OUTBOUND_ALLOWED must be ranges in CIDR notation, separated by commas, such as `10.20.0.0/16,fd12::/16`'

/**
 * Reads the setting `OUTBOUND_ALLOWED`. A range permits a metadata address only if it consists of that address, and never
 * a NAT64 form of an IPv4 address that is not public. Throws a TypeError that names the setting, the faulty range and the rule.
 */
export function readAllowedRanges(setting: string): AllowedRanges {
  const wide = { ipv4: new BlockList(), ipv6: new BlockList() }
  const single = { ipv4: new BlockList(), ipv6: new BlockList() }
  const ranges = setting.split(',').map((range) => range.trim())
  if (setting.trim() === '') ranges.length = 0
  const read = ranges.map(readRange)
  for (const { network, prefix, family } of read) {
    const lists = prefix === addressBits[family] ? single : wide
    lists[family].addSubnet(network, prefix, family)
  }
  return {
    isEmpty: ranges.length === 0,
    hasSpecial: read.some(overlapsSpecial),
    includes(address) {
      const plain = withoutZone(address)
      if (isIP(plain) === 0 || isNat64OfSpecial(plain)) return false
      const family = isIPv4(plain) ? 'ipv4' : 'ipv6'
      if (single[family].check(plain, family)) return true
      return wide[family].check(plain, family) && findSpecialRange(plain)?.rule !== 'metadata'
    },
  }
}

const addressBits = { ipv4: 32, ipv6: 128 } as const

function readRange(range: string) {
  const refuse = (rule: string) => new TypeError(`${shape}; \`${range}\` ${rule}`)
  const [, network = '', length = ''] = /^([^/]*)\/(\d{1,3})$/.exec(range) ?? []
  if (length === '') throw refuse(range === '' ? 'is empty, so remove a comma' : 'has no prefix length such as /16')
  if (isIP(network) === 0 || network.includes('%')) throw refuse('does not begin with an IP address')
  const family = isIPv4(network) ? 'ipv4' : 'ipv6'
  const prefix = Number(length)
  if (prefix > addressBits[family]) throw refuse(`has a prefix length above ${addressBits[family]}`)
  if (hasBitsAfter(network, prefix))
    throw refuse(`has bits after its first ${prefix}, so it may not be the range you mean`)
  return { network, prefix, family } as const
}

/** Returns whether a range is part of a special one, or has one as its part. Of NAT64, only forms of public addresses are permitted. */
function overlapsSpecial({ network, prefix, family }: ReturnType<typeof readRange>): boolean {
  const own = findSpecialRange(network)
  if (own) return own.rule !== 'nat64'
  const list = new BlockList()
  list.addSubnet(network, prefix, family)
  const specials = specialRanges.map(({ range }) => range.replace(/\/.*/, ''))
  return specials.some((special) => isIPv4(special) === (family === 'ipv4') && list.check(special, family))
}

/** Returns whether the address has a 1 behind its first `prefix` bits. */
function hasBitsAfter(network: string, prefix: number): boolean {
  const host = isIPv4(network) ? 32 - prefix : 128 - prefix
  return (bitsOf(network) & ((1n << BigInt(host)) - 1n)) !== 0n
}

/** Returns the bits of an address as a number. Those of an IPv4 address are the last 32. */
function bitsOf(address: string): bigint {
  // A URL writes every form of an address in groups of hexadecimal digits.
  const { hostname } = new URL(`http://[${isIPv4(address) ? `::${address}` : address}]`)
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n)
}
