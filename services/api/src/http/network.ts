import { isIPv6 } from 'node:net'

/**
 * Returns the network by which limits are counted: an IPv4 address itself, or the /64 of an IPv6 address. One subscriber
 * has all addresses of a /64. An IPv4 address mapped into IPv6 counts as IPv4.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    // An embedded IPv4 address takes the place of two groups.
    const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0)
    while (groups.length + width < 8) groups.push('0')
    groups.push(...after)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
