import { BlockList, isIP, isIPv4 } from 'node:net'

/** The rules that refuse an address. */
export const addressRules = [
  'metadata',
  'unspecified',
  'loopback',
  'private',
  'cgnat',
  'link_local',
  'multicast',
  'documentation',
  'benchmarking',
  'ipv4_mapped',
  'nat64',
  'six_to_four',
  'teredo',
  'reserved',
] as const
export type AddressRule = (typeof addressRules)[number]

/** Addresses that are not public: a range in CIDR notation, and the document that reserves it. */
export type SpecialRange = { range: string; rule: AddressRule; source: string }

const special = (rule: AddressRule, source: string, ...ranges: string[]): SpecialRange[] =>
  ranges.map((range) => ({ range, rule, source }))

/**
 * All special ranges, from IANA's registries of special-purpose addresses. Of two that overlap, the first one counts.
 * Every IPv6 address outside `2000::/3` is `reserved`, also if no row has it.
 */
export const specialRanges: readonly SpecialRange[] = [
  ...special('metadata', 'AWS, Google, Azure and others', '169.254.169.254/32', 'fd00:ec2::254/128'),
  ...special('metadata', 'AWS containers', '169.254.170.2/32', '169.254.170.23/32', 'fd00:ec2::23/128'),
  ...special('metadata', 'Google, IPv6', 'fd20:ce::254/128'),
  ...special('metadata', 'Azure WireServer, a public address', '168.63.129.16/32'),
  ...special('metadata', 'Alibaba', '100.100.100.200/32'),
  ...special('metadata', 'Oracle', '192.0.0.192/32', 'fd00:c1::a9fe:a9fe/128'),
  ...special('metadata', 'OpenStack, IPv6', 'fe80::a9fe:a9fe/128'),
  ...special('unspecified', 'RFC 1122', '0.0.0.0/8'),
  ...special('unspecified', 'RFC 4291', '::/128'),
  ...special('loopback', 'RFC 1122', '127.0.0.0/8'),
  ...special('loopback', 'RFC 4291', '::1/128'),
  ...special('private', 'RFC 1918', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'),
  ...special('private', 'RFC 4193', 'fc00::/7'),
  ...special('private', 'RFC 3879', 'fec0::/10'),
  ...special('cgnat', 'RFC 6598', '100.64.0.0/10'),
  ...special('link_local', 'RFC 3927', '169.254.0.0/16'),
  ...special('link_local', 'RFC 4291', 'fe80::/10'),
  ...special('multicast', 'RFC 5771', '224.0.0.0/4'),
  ...special('multicast', 'RFC 4291', 'ff00::/8'),
  ...special('documentation', 'RFC 5737', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'),
  ...special('documentation', 'RFC 3849', '2001:db8::/32'),
  ...special('documentation', 'RFC 9637', '3fff::/20'),
  ...special('benchmarking', 'RFC 2544', '198.18.0.0/15'),
  ...special('benchmarking', 'RFC 5180', '2001:2::/48'),
  ...special('ipv4_mapped', 'RFC 4291', '::ffff:0:0/96'),
  ...special('ipv4_mapped', 'RFC 2765, translated', '::ffff:0:0:0/96'),
  ...special('ipv4_mapped', 'RFC 4291, compatible', '::/96'),
  ...special('nat64', 'RFC 6052', '64:ff9b::/96'),
  ...special('nat64', 'RFC 8215', '64:ff9b:1::/48'),
  ...special('six_to_four', 'RFC 3056', '2002::/16'),
  ...special('six_to_four', 'RFC 7526', '192.88.99.0/24'),
  ...special('teredo', 'RFC 4380', '2001::/32'),
  ...special('reserved', 'RFC 6890', '192.0.0.0/24'),
  ...special('reserved', 'RFC 1112', '240.0.0.0/4'),
  ...special('reserved', 'RFC 2928', '2001::/23'),
  ...special('reserved', 'RFC 6666, discarded', '100::/64'),
  ...special('reserved', 'RFC 9602, segment routing', '5f00::/16'),
]

// One list for each range and family. A common list would find every IPv4 address in `::ffff:0:0/96`.
const compiled = specialRanges.map((row) => {
  const [network = '', prefix] = row.range.split('/')
  const family = isIPv4(network) ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(network, Number(prefix), family)
  return { ...row, family, list }
})

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
const notGlobal: SpecialRange = { range: 'outside 2000::/3', rule: 'reserved', source: 'RFC 4291' }

const nat64 = '64:ff9b::'
const nat64OfSpecial = new BlockList()
nat64OfSpecial.addSubnet('64:ff9b:1::', 48, 'ipv6')
for (const { range } of compiled.filter(({ family }) => family === 'ipv4')) {
  const [network, prefix] = range.split('/')
  nat64OfSpecial.addSubnet(`${nat64}${network}`, 96 + Number(prefix), 'ipv6')
}

/** Returns the special range that contains an address, or `undefined` if the address is public. A text that is no address is `reserved`. */
export function findSpecialRange(address: string): SpecialRange | undefined {
  const plain = withoutZone(address)
  if (isIP(plain) === 0) return { range: 'no address', rule: 'reserved', source: 'none' }
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6'
  const found = compiled.find((row) => row.family === family && row.list.check(plain, family))
  if (found) return { range: found.range, rule: found.rule, source: found.source }
  return family === 'ipv4' || globalUnicast.check(plain, family) ? undefined : notGlobal
}

/** Returns whether an address is NAT64's form of an IPv4 address that is not public. */
export function isNat64OfSpecial(address: string): boolean {
  const plain = withoutZone(address)
  return isIP(plain) === 6 && nat64OfSpecial.check(plain, 'ipv6')
}

/** Returns an address such as `fe80::1%eth0` without the name of its interface. */
export function withoutZone(address: string): string {
  return address.replace(/%.*$/, '')
}
