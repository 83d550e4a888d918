import type { AddressRule } from './special-ranges.ts'

/** The rest of a sentence about a refused address that begins with "this one". */
const kinds: Record<AddressRule, string> = {
  metadata: 'is that of the metadata of a cloud',
  unspecified: 'is that of no server',
  loopback: 'is that of the server of Askline itself',
  private: 'is in a private network',
  cgnat: 'is in the network of a provider',
  link_local: 'is valid in a local network only',
  multicast: 'is that of many servers at once',
  documentation: 'is for examples only',
  benchmarking: 'is for measurements only',
  ipv4_mapped: 'is an IPv4 address in the form of IPv6',
  nat64: 'is reserved for translation to IPv4 (NAT64)',
  six_to_four: 'belongs to a tunnel (6to4)',
  teredo: 'belongs to a tunnel (Teredo)',
  reserved: 'is reserved',
}

/** Returns why an address is refused, and what to do, as the rest of a sentence that begins with the name of a field. */
export const explainSpecial = (rule: AddressRule): string =>
  `must have an address that the internet can reach, and this one ${kinds[rule]}. Use another one, or ask the operator of Askline to permit it with OUTBOUND_ALLOWED`
